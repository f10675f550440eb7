/** Runs a server from its options to its end: it listens, prints its addresses, answers, and ends on a signal. */
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { FastResponse } from 'srvx/node'
import { version } from '../../../package.json'
import type { BankOptions } from '../../bank/shell/state/options.ts'
import type { Addresses } from '../../contract/endpoint.ts'
import { keysOf } from '../../core/kernel/keys.ts'
import type { BankRecord } from '../../server/banks/hosted-bank.ts'
import type { Terminal } from '../command.ts'
import type { ServeSettings } from '../options/serve-options.ts'
import { shutdownSignal } from '../shutdown-signal.ts'
import { listen, type Port } from './listen.ts'
import { type OpenServer, openServer } from './open-server.ts'

export async function serveBank(bank: BankOptions, settings: ServeSettings, terminal: Terminal): Promise<number> {
  const { host = '127.0.0.1', port = 0, requestTimeout = 30 } = settings
  // The adapter writes its own class of Response directly. It would read a Response of the platform from a stream, at twice the cost.
  globalThis.Response = FastResponse as unknown as typeof Response
  const ended = shutdownSignal()
  const controlToken = controlTokenFor(host, settings.controlToken)

  // The server needs the numbers of its ports, so the ports are opened first. Requests wait until the server is ready.
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
  for (const service of keysOf(alone)) {
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
  const signal = await ended
  terminal.stderr(`${signal}: answers the requests under way, then ends.`)
  server.endWaiting()
  await Promise.all(ports.map(({ close }) => close()))
  await server.close()
  return 0
}

/** Whether only this machine can reach an address to listen on. */
function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** The token of the control API; undefined if it needs none, because only this machine reaches the server. (§4) */
function controlTokenFor(host: string, given: string | undefined): string | undefined {
  if (given !== undefined || isThisMachine(host)) return given
  return randomBytes(24).toString('base64url')
}

/** The origin at which clients of this machine reach a server that listens at this host and port. */
function originAt(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = isEverywhere ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** The origin of the same server at another of its ports. */
function atPort(origin: string, port: number): string {
  const url = new URL(origin)
  url.port = String(port)
  return url.origin
}

/** The address of the console. */
const pageOf = ({ controlUrl }: BankRecord): string => `${controlUrl}/trace/live`

function readyAsJson(origin: string, record: BankRecord, controlToken: string | undefined): string {
  const { id: _, ...told } = record
  return JSON.stringify({ version, pid: process.pid, origin, ...told, ...(controlToken && { controlToken }) })
}

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
    ['audience', record.audience],
    ['partner id', record.partnerId],
    ['master account', record.masterAccountNumber],
    ['virtual clock', record.now],
  ]
  const lines = rows.map(([name = '', value]) => `  ${name.padEnd(16)}${value}`)
  return [`vostro ${version} listens on ${origin}`, '', ...lines, '', 'Ctrl-C ends it.'].join('\n')
}
