/** `vostro serve`: a bank on a port. */

import type { Problem } from '../../core/rejection.ts'
import type { Command } from '../command.ts'
import { bankOptionsFrom, bankRows } from '../options/bank-options.ts'
import type { GivenValues } from '../options/option-row.ts'
import { type ServeSettings, serveRows } from '../options/serve-options.ts'

export const serve: Command = {
  name: 'serve',
  summary: 'Serves a bank over HTTP: banking API, token server, loan service and control API on one port.',
  words: [],
  options: [...serveRows, ...bankRows],
  check: (asked) => [...bankOptionsFrom(asked).problems, ...portsGivenTwice(asked)],
  run: async (asked, terminal) => {
    const { serveBank } = await import('../serve/serve-bank.ts')
    const { bank } = bankOptionsFrom(asked)
    return await serveBank(bank, Object.fromEntries(asked.values) as ServeSettings, terminal)
  },
}

const ports: readonly (typeof serveRows)[number]['name'][] = ['port', 'apiPort', 'authPort', 'loanPort']

/** Each service needs a port of its own. Only 0, for any free port, may be given twice. */
function portsGivenTwice({ values, places }: GivenValues): Problem[] {
  return ports.flatMap((name, index) => {
    const port = values.get(name)
    const other = port ? ports.slice(0, index).find((each) => values.get(each) === port) : undefined
    if (!other) return []
    const message = `must be another port than ${places.get(other)}, and is ${port} too`
    return [{ path: places.get(name) ?? name, message }]
  })
}
