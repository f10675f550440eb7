/** Which addresses are those of the server's own control: registering a receiver must not give control of the bank. (§6) */
import { placeOf } from '../addresses.ts'
import { namesOfServer } from './allowed-hosts.ts'

/** Where a server is. */
export interface Own {
  readonly origin: string
  /** The port at which it listens, where the origin has another. */
  readonly port: number | undefined
  /** The names by which control may be called, beside those of this machine and of the origin. */
  readonly hosts: readonly string[]
}

/** Whether a push to an address would be a control call of the server that sends it. */
export function ownControl({ origin, port, hosts }: Own): (url: URL) => boolean {
  const isOurs = namesOfServer(origin, hosts)
  const ports = new Set([portOf(new URL(origin)), port])
  return (url) => ports.has(portOf(url)) && isOurs(url.hostname) && placeOf(url.pathname).part === 'control'
}

function portOf({ protocol, port }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}
