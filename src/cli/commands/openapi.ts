/** `vostro openapi`: the contract, as a document of OpenAPI 3.1. */
import type { Command } from '../command.ts'
import { writeTo } from '../files/read-and-write.ts'
import { bankRows } from '../options/bank-options.ts'
import { recordBelow } from '../options/read-options.ts'
import { choice, text } from '../options/value-kind.ts'

const addresses = {
  baseUrl: 'Where the banking API is.',
  authUrl: 'Where the token server is.',
  loanBaseUrl: 'Where the loan service is.',
} as const

export const openapi: Command = {
  name: 'openapi',
  summary: 'Writes the contract as a document of OpenAPI 3.1.',
  words: [],
  options: [
    { name: 'out', about: 'The file to write. By default the result goes to the terminal.', kind: text('FILE') },
    { name: 'only', about: '`specified` leaves out what is not in the specification.', kind: choice('specified') },
    ...Object.entries(addresses).map(([name, about]) => ({ name, about, kind: text('URL') })),
    ...bankRows.filter(({ name }) => name === 'assume'),
  ],
  run: async ({ values }, terminal) => {
    const { openapi: documentOf } = await import('../../openapi/document.ts')
    const names = ['only', ...Object.keys(addresses)].filter((name) => values.has(name))
    const options = Object.fromEntries(names.map((name) => [name, values.get(name)]))
    const assume = recordBelow(values, 'assume')
    const made = JSON.stringify(await documentOf({ ...options, ...(assume && { assume }) }), null, 2)
    if (!values.has('out')) await terminal.stdout(made)
    writeTo(values.get('out'), made, terminal)
    return 0
  },
}
