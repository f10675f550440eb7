/** Who may reach the server: this machine alone, unless it is told otherwise; then the control API needs a token. (§4) */
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'

/** Whether an address to listen on is that of this machine alone. */
function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** The token of the control API; undefined where it needs none. */
export function controlTokenFor(host: string, given: string | undefined): string | undefined {
  if (given !== undefined || isThisMachine(host)) return given
  return randomBytes(24).toString('base64url')
}

/** Where clients of this machine reach a server that listens there. */
export function originAt(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = isEverywhere ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** The same server at another of its ports. */
export function atPort(origin: string, port: number): string {
  const url = new URL(origin)
  url.port = String(port)
  return url.origin
}
