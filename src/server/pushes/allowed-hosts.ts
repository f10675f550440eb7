/**
 * Decides where pushes may go: to this machine, and to hosts that were allowed by name. They never go to the server's own control API:
 * a partner that registers a receiver must not be able to control the bank. (§6)
 */
import { placeOf } from '../addresses.ts'
import type { ServerSettings } from '../options.ts'

/** Whether the host name of a URL means this machine. By RFC 6761 every name below `localhost` does. */
function isLoopback(hostname: string): boolean {
  const name = withoutLastDot(hostname)
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(name)
}

/** The form in which host names are compared: in lower case, without a dot at the end. */
export function nameOf(host: string): string {
  return withoutLastDot(host.toLowerCase())
}

/** Accepts this machine, the host of the origin, and the allowed names. */
export function namesOfServer(origin: string, hosts: readonly string[]): (hostname: string) => boolean {
  const names = new Set([new URL(origin).hostname, ...hosts].map(nameOf))
  return (hostname) => isLoopback(hostname) || names.has(nameOf(hostname))
}

/** A page without an origin sends `null`, and is not known. */
export function isPageOf(isKnown: (hostname: string) => boolean, origin: string): boolean {
  return URL.canParse(origin) && isKnown(new URL(origin).hostname)
}

/** Whether a host is an IP address, so that no name server decides where a request to it goes. */
export const isAddress = (hostname: string): boolean => /^(\[.*\]|\d{1,3}(?:\.\d{1,3}){3})$/.test(hostname)

/** Only browsers send these headers. */
export const isOfBrowser = ({ headers }: Pick<Request, 'headers'>): boolean =>
  headers.has('sec-fetch-site') || headers.get('user-agent')?.startsWith('Mozilla/') === true

/** Undefined if the push may go there. */
export function whyNotSent({ protocol, hostname }: URL, allowed: ReadonlySet<string>): string | undefined {
  if (protocol !== 'http:' && protocol !== 'https:') return `not sent: pushes go by http or https, not by ${protocol}`
  const name = nameOf(hostname)
  if (isLoopback(name) || allowed.has(name)) return undefined
  return `not sent: ${name} is neither this machine nor a host that was allowed for pushes. Allow it by its name, or register an address on localhost. (§6)`
}

function withoutLastDot(name: string): string {
  return name.endsWith('.') ? name.slice(0, -1) : name
}

/** Tells whether a URL is one of the server's own control API. */
export function ownControl({ origin, port, controlHosts }: ServerSettings): (url: URL) => boolean {
  const isOurs = namesOfServer(origin, controlHosts)
  const ports = new Set([portOf(new URL(origin)), port])
  return (url) => ports.has(portOf(url)) && isOurs(url.hostname) && placeOf(url.pathname).part === 'control'
}

function portOf({ protocol, port }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}
