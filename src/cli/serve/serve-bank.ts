/** A server from its options to its end: it listens, says where, answers, and ends when it is told to. */
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { FastResponse } from 'srvx/node'
import { version } from '../../../package.json'
import type { BankOptions } from '../../bank/shell/state/options.ts'
import type { Addresses } from '../../contract/endpoint.ts'
import { namesOf } from '../../core/kernel/names.ts'
import type { BankRecord } from '../../server/banks/hosted-bank.ts'
import type { Terminal } from '../command.ts'
import type { ServeSettings } from '../options/serve-options.ts'
import { shutdownSignal } from '../shutdown-signal.ts'
import { listen, type Port } from './listen.ts'
import { openPage } from './open-page.ts'
import { type OpenServer, openServer } from './open-server.ts'

/** Serves until it is told to end. */
export async function serveBank(bank: BankOptions, settings: ServeSettings, terminal: Terminal): Promise<number> {
  const { host = '127.0.0.1', port = 0, requestTimeout = 30 } = settings
  // The adapter's own: it is written as it is, where one of the platform would be read from a stream, at twice the cost of the answer.
  globalThis.Response = FastResponse as unknown as typeof Response
  const ended = shutdownSignal()
  const controlToken = controlTokenFor(host, settings.controlToken)

  // The ports are known only once they are open: who comes before the server is there waits for it.
  let isReady = (_: OpenServer['answer']): void => {}
  const ready = new Promise<OpenServer['answer']>((resolve) => {
    isReady = resolve
  })
  const open = async (number: number, service?: keyof Addresses): Promise<Port> =>
    await listen({ host, port: number, requestTimeout }, async (request) => (await ready)(request, service))
  const first = await open(port)
  const origin = settings.origin ?? originAt(host, first.number)
  const ports = [first]
  const addresses: { -readonly [Service in keyof Addresses]?: string } = {}
  const alone = { baseUrl: settings.apiPort, authUrl: settings.authPort, loanBaseUrl: settings.loanPort }
  for (const service of namesOf(alone)) {
    const number = alone[service]
    if (number === undefined) continue
    const own = await open(number, service)
    ports.push(own)
    addresses[service] = atPort(origin, own.number)
  }
  const control = { token: controlToken, hosts: settings.controlHost }
  const server = await openServer(bank, settings, { origin, port: first.number, addresses, control }, terminal)
  isReady(server.answer)

  const told = settings.json ? readyAsJson : readyAsText
  await terminal.stdout(told(origin, server.first, controlToken))
  // Other users of the machine see the words of a process, so the token is not among them: the page asks for it.
  if (settings.open) openPage(pageOf(server.first), terminal)
  const signal = await ended
  terminal.stderr(`${signal}: what is under way is answered, then it ends.`)
  server.endWaiting()
  await Promise.all(ports.map(({ close }) => close()))
  await server.close()
  return 0
}

/** Whether an address to listen on is that of this machine alone. */
function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** The token of the control API; undefined where it needs none, as this machine alone reaches the server. (§4) */
function controlTokenFor(host: string, given: string | undefined): string | undefined {
  if (given !== undefined || isThisMachine(host)) return given
  return randomBytes(24).toString('base64url')
}

/** Where clients of this machine reach a server that listens there. */
function originAt(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = isEverywhere ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** The same server at another of its ports. */
function atPort(origin: string, port: number): string {
  const url = new URL(origin)
  url.port = String(port)
  return url.origin
}

/** The page from which a person drives the bank. */
const pageOf = ({ controlUrl }: BankRecord): string => `${controlUrl}/trace/live`

/** What is told when a server is ready, addresses and credentials: as one line of JSON. */
function readyAsJson(origin: string, record: BankRecord, controlToken: string | undefined): string {
  const { id: _, ...told } = record
  return JSON.stringify({ version, pid: process.pid, origin, ...told, ...(controlToken && { controlToken }) })
}

/** The same as a few lines for a person. */
function readyAsText(origin: string, record: BankRecord, controlToken: string | undefined): string {
  const rows = [
    ['banking API', record.baseUrl],
    ['token server', record.authUrl],
    ['loan service', record.loanBaseUrl],
    ['control', record.controlUrl],
    ...(controlToken ? [['control token', controlToken]] : []),
    ['console', pageOf(record) + (controlToken ? `#token=${encodeURIComponent(controlToken)}` : '')],
    ['client id', record.clientId],
    ['client secret', record.clientSecret],
    ['master account', record.masterAccountNumber],
    ['its clock', record.now],
  ]
  const lines = rows.map(([name = '', value]) => `  ${name.padEnd(16)}${value}`)
  return [`vostro ${version} listens on ${origin}`, '', ...lines, '', 'Ctrl-C ends it.'].join('\n')
}
