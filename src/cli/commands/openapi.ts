/** `vostro openapi`: the contract, as a document of OpenAPI 3.1. */
import type { Command } from '../command.ts'
import { out, writeOut } from '../files/read-and-write.ts'
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
    out,
    { name: 'only', about: '`specified` leaves out what is not in the specification.', kind: choice('specified') },
    ...Object.entries(addresses).map(([name, about]) => ({ name, about, kind: text('URL') })),
    ...bankRows.filter(({ name }) => name === 'assume'),
  ],
  run: async (asked, terminal) => {
    const { openapi: documentOf } = await import('../../openapi/document.ts')
    const names = ['only', ...Object.keys(addresses)].filter((name) => asked.values.has(name))
    const options = Object.fromEntries(names.map((name) => [name, asked.values.get(name)]))
    const assume = recordBelow(asked.values, 'assume')
    const document = await documentOf({ ...options, ...(assume && { assume }) })
    await writeOut(JSON.stringify(document, null, 2), asked, terminal)
    return 0
  },
}
