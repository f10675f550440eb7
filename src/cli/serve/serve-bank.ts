/** A server from its options to its end: it listens, says where, answers, and ends when it is told to. */
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { FastResponse } from 'srvx/node'
import type { BankOptions } from '../../bank/shell/state/options.ts'
import type { Addresses } from '../../contract/endpoint.ts'
import type { Terminal } from '../command.ts'
import type { ServeSettings } from '../options/serve-options.ts'
import { shutdownSignal } from '../shutdown-signal.ts'
import { listen, type Port } from './listen.ts'
import { type OpenServer, openServer } from './open-server.ts'
import { readyAsJson, readyAsText } from './ready.ts'

/** Serves until it is told to end. */
export async function serveBank(bank: BankOptions, settings: ServeSettings, terminal: Terminal): Promise<number> {
  const { host = '127.0.0.1', port = 0, requestTimeout = 30 } = settings
  // The adapter's own: it is written as it is, where one of the platform would be read from a stream, at twice the cost of the answer.
  globalThis.Response = FastResponse as unknown as typeof Response
  const told = shutdownSignal()
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
  for (const [service, number] of portsOf(settings)) {
    if (number === undefined) continue
    const own = await open(number, service)
    ports.push(own)
    addresses[service] = atPort(origin, own.number)
  }
  const server = await openServer(bank, settings, { origin, port: first.number, addresses, controlToken }, terminal)
  isReady(server.answer)

  const facts = { origin, record: server.first, controlToken }
  await terminal.stdout(settings.json ? readyAsJson(facts) : readyAsText(facts))
  const signal = await told
  terminal.stderr(`${signal}: what is under way is answered, then it ends.`)
  server.endWaiting()
  await Promise.all(ports.map(({ close }) => close()))
  await server.close()
  return 0
}

/** The port that each service is to have for itself. */
function portsOf({ apiPort, authPort, loanPort }: ServeSettings) {
  return [
    ['baseUrl', apiPort],
    ['authUrl', authPort],
    ['loanBaseUrl', loanPort],
  ] as const
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
