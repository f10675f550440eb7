/**
 * Where pushes may go: to this machine, and to hosts that were allowed by name, but not to the server's own control API, as registering
 * a receiver must not give control of the bank. No other host gets a request. (§6)
 */
import { placeOf } from '../addresses.ts'
import type { ServerSettings } from '../options.ts'

/** Whether a host name, as a URL has it, is that of this machine: by RFC 6761 every name below `localhost` is. */
function isLoopback(hostname: string): boolean {
  const name = withoutLastDot(hostname)
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(name)
}

/** Names as they are compared: in lower case, and without the dot that ends a full one. */
export function nameOf(host: string): string {
  return withoutLastDot(host.toLowerCase())
}

/** Tells which host names are a server's: those of this machine, that of its origin, and those that were allowed. */
export function namesOfServer(origin: string, hosts: readonly string[]): (hostname: string) => boolean {
  const names = new Set([new URL(origin).hostname, ...hosts].map(nameOf))
  return (hostname) => isLoopback(hostname) || names.has(nameOf(hostname))
}

/** Whether an Origin header is that of a page whose host `isKnown`; a page without an origin sends `null`. */
export function isPageOf(isKnown: (hostname: string) => boolean, origin: string): boolean {
  return URL.canParse(origin) && isKnown(new URL(origin).hostname)
}

/** Whether a host is an address, which no name server can let point elsewhere. */
export const isAddress = (hostname: string): boolean => /^(\[.*\]|\d{1,3}(?:\.\d{1,3}){3})$/.test(hostname)

/** Whether a browser sends the request, by headers that only browsers send. */
export const isOfBrowser = ({ headers }: Pick<Request, 'headers'>): boolean =>
  headers.has('sec-fetch-site') || headers.get('user-agent')?.startsWith('Mozilla/') === true

/** Why a push does not go to an address; undefined where it may. */
export function whyNotSent({ protocol, hostname }: URL, allowed: ReadonlySet<string>): string | undefined {
  if (protocol !== 'http:' && protocol !== 'https:')
    return `not sent: pushes go by http or https, and this is ${protocol}`
  const name = nameOf(hostname)
  if (isLoopback(name) || allowed.has(name)) return undefined
  return `not sent: ${name} is neither this machine nor a host that was allowed for pushes. Allow it by its name, or register an address on localhost. (§6)`
}

function withoutLastDot(name: string): string {
  return name.endsWith('.') ? name.slice(0, -1) : name
}

/** Whether a push to an address would be a control call of the server that sends it. */
export function ownControl({ origin, port, controlHosts }: ServerSettings): (url: URL) => boolean {
  const isOurs = namesOfServer(origin, controlHosts)
  const ports = new Set([portOf(new URL(origin)), port])
  return (url) => ports.has(portOf(url)) && isOurs(url.hostname) && placeOf(url.pathname).part === 'control'
}

function portOf({ protocol, port }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}
