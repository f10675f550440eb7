/**
 * Decides who may call the control API, and which web pages may call the services. Any web page can make a browser send requests to this
 * machine, even by the page's own host name. So both the called host and the calling page must be known. (§4)
 */
import { digestOf } from '../../core/kernel/sha256.ts'
import type { ServerSettings } from '../options.ts'
import { hostsOfServer } from '../pushes/allowed-hosts.ts'
import { Refusal } from '../refusal.ts'

type Seen = Pick<Request, 'url' | 'headers'>

/** Throws a `Refusal` for a foreign host or page; returns a `Refusal` for a missing or wrong token, because some calls need no token. */
export type Guard = (request: Seen) => Refusal | undefined

export function guardOf({ origin, controlHosts, controlToken: token }: ServerSettings): Guard {
  const isKnown = hostsOfServer(origin, controlHosts)
  const expected = token === undefined ? undefined : digestOf(token)
  const failed = 'Failed to call the control API'
  return (request) => {
    const host = calledHost(request)
    if (host === undefined || !isKnown(host)) throw foreignHost(failed, 'control.hosts (--control-host)')
    if (isOfForeignPage(request, isKnown)) throw foreignPage(failed, 'control.hosts (--control-host)')
    if (expected === undefined) return undefined
    const given = /^bearer +(\S+)\s*$/i.exec(request.headers.get('authorization') ?? '')?.[1]
    // Digests are compared: how long a comparison takes says nothing about the token.
    if (given !== undefined && digestOf(given) === expected) return undefined
    return new Refusal(
      'control_token_is_needed',
      `${failed}: the Authorization header has ${given === undefined ? 'no token' : 'another token'}. Send "Authorization: Bearer <TOKEN>" with the token of the server.`,
      [],
      { 'www-authenticate': 'Bearer realm="bank"' },
    )
  }
}

/** Refuses pages of other sites: such a page, if it knew the default credentials, could make the bank send pushes to this machine. */
export function pageGuardOf({ origin, addresses, pageHosts }: ServerSettings): (request: Seen) => void {
  // Services that stand alone have addresses of their own.
  const own = Object.values(addresses).map((address) => new URL(address).hostname)
  const isKnown = hostsOfServer(origin, [...own, ...pageHosts])
  return (request) => {
    if (isOfForeignPage(request, isKnown)) throw foreignPage('Failed to answer', 'pageHosts (--page-host)')
    // A page may have a host name that resolves to this machine. Then it calls its own origin, and may send no Origin header. Nothing else
    // in the request tells it from another client for sure, so the name counts for all clients.
    if (request.headers.has('origin')) return
    const host = calledHost(request)
    if (host !== undefined && (hasNoOwner(host) || isKnown(host))) return
    throw foreignHost('Failed to answer', 'pageHosts (--page-host)')
  }
}

const foreignHost = (failed: string, option: string) =>
  new Refusal(
    'host_is_foreign',
    `${failed}: the Host header names a host that is not ours. Use the address of the server, or allow the name with ${option}.`,
  )

const foreignPage = (failed: string, option: string) =>
  new Refusal(
    'origin_is_foreign',
    `${failed}: the Origin header, or Sec-Fetch-Site, says that a page of a host that is not ours calls. Call from a page of this machine with fetch, open the address by hand, or allow the host with ${option}.`,
  )

/**
 * A page without an origin sends `null`, and is foreign. For an image, a script, a frame or a link, a browser sends no origin, but says that
 * the page belongs to another site.
 */
function isOfForeignPage({ headers }: Seen, isKnown: (hostname: string) => boolean): boolean {
  const page = headers.get('origin')
  if (page === null) return headers.get('sec-fetch-site') === 'cross-site'
  return !(URL.canParse(page) && isKnown(new URL(page).hostname))
}

/** Whether a stranger cannot make the host resolve to this machine: an IP address, or a name that no public name server knows. */
function hasNoOwner(host: string): boolean {
  return /^(\[.*\]|\d{1,3}(?:\.\d{1,3}){3}|[^.]+\.?|.*\.(internal|local)\.?)$/.test(host)
}

/** Undefined if the Host header is malformed. */
function calledHost({ url, headers }: Seen): string | undefined {
  const header = headers.get('host') ?? new URL(url).host
  return URL.canParse(`http://${header}`) && !/[/?#@\\]/.test(header) ? new URL(`http://${header}`).hostname : undefined
}
