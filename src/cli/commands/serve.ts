/** `vostro serve`: a bank on a port. */
import type { Command } from '../command.ts'
import { bankOptionsFrom, bankRows, keptByProcess } from '../options/bank-options.ts'
import { config } from '../options/read-options.ts'
import { type ServeSettings, serveRows } from '../options/serve-options.ts'

export const serve: Command = {
  name: 'serve',
  summary: 'Serves a bank over HTTP: banking API, token server, loan service and control API on one port.',
  words: [],
  options: [...serveRows, config, ...bankRows],
  check: (asked) => bankOptionsFrom(asked).problems,
  run: async (asked, terminal) => {
    const { serveBank } = await import('../serve/serve-bank.ts')
    const { bank } = bankOptionsFrom(asked)
    const keep = { ...keptByProcess, ...bank.keep }
    return await serveBank({ ...bank, keep }, Object.fromEntries(asked.values) as ServeSettings, terminal)
  },
}
