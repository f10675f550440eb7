/** The options of `vostro serve`, without those of the bank. */
import type { OptionRow } from './option-row.ts'
import { flag, flagOrNumber, hosts, origin, text, token, whole } from './value-kind.ts'

// biome-ignore format: read it as a table
export const serveRows = [
  { name: 'port', kind: whole('N', 0, 65_535), about: 'The port to listen on. By default a free one.' },
  { name: 'apiPort', kind: whole('N', 0, 65_535), about: 'A port for the banking API alone; 0 for a free one. By default the API is below `/api` of the common port.' },
  { name: 'authPort', kind: whole('N', 0, 65_535), about: 'A port for the token server alone, as with `--api-port`.' },
  { name: 'loanPort', kind: whole('N', 0, 65_535), about: 'A port for the loan service alone, as with `--api-port`.' },
  { name: 'host', kind: text('HOST'), about: 'The address to listen on, by default `127.0.0.1`. If other machines can reach it, the control API needs a token.' },
  { name: 'origin', kind: origin, about: 'The origin by which clients reach the server, if it differs from the address to listen on: `http://bank.test:4010`. The addresses of the services begin with it.' },
  { name: 'json', kind: flag, about: 'When the server is ready, writes its addresses and credentials as one line of JSON.' },
  { name: 'controlToken', kind: token, about: 'The token that control calls must send: `Authorization: Bearer TOKEN`. If a token is needed and none is given, the server makes one up.' },
  { name: 'controlHost', kind: hosts('NAME'), about: 'A name under which the control API may be called, besides the names of this machine. May be repeated.' },
  { name: 'pageHost', kind: hosts('NAME'), about: 'A host whose pages may call the services, and under whose name the services may be called, besides this machine. May be repeated.' },
  { name: 'allowHost', kind: hosts('NAME'), about: 'A host that pushes may go to, besides this machine. May be repeated.' },
  { name: 'pushTimeout', kind: whole('SECONDS', 1, 600), about: 'How many real seconds a receiver may take to answer a push, by default 10. The 30 seconds of `webhooks.timeoutSeconds` pass on the virtual clock.' },
  { name: 'realTime', kind: flagOrNumber('FACTOR', 1_000_000), about: 'The virtual clock follows the wall clock, FACTOR times as fast (by default 1). Without the flag only calls move it.' },
  { name: 'state', kind: text('FILE'), about: 'The file that keeps every change. A change is on disk before the call that made it is answered. A server that starts with this file goes on where the last server ended.' },
  { name: 'idle', kind: whole('MINUTES', 1, 525_600), about: 'A bank that a client opened is closed after this many minutes without a request. By default 30.' },
  { name: 'mostBanks', kind: whole('N', 0), about: 'How many banks clients may open. By default 10000.' },
  { name: 'keep', kind: whole('N', 1), about: 'How many of its newest journal entries, requests and events each bank keeps; it may keep up to twice as many. Accounts, payments and events that a partner has yet to receive are always kept. By default 10000.' },
  { name: 'mostBytes', kind: whole('N', 1024), about: 'How many bytes a body may have. By default 1048576.' },
  { name: 'requestTimeout', kind: whole('SECONDS', 1, 3600), about: 'How long a client may take to send a request, and to read the next part of its answer. By default 30.' },
  { name: 'verbose', kind: flag, about: 'Writes a line for each request to stderr: method, path pattern, and status.' },
] as const satisfies readonly OptionRow[]

type FlagRow = (typeof serveRows)[number]

/** The checked options, by the names of their rows; options that were not given are absent. */
export type ServeSettings = {
  readonly [Name in FlagRow['name']]?: NonNullable<Extract<FlagRow, { name: Name }>['kind']['value']>
}
