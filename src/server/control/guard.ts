/**
 * Who may call the control API, and whose pages the services. A page of anybody can make a browser send requests to this machine, under a name that it lets point here:
 * so the name that was called and the page that calls are held against those that are known. (§4)
 */
import { digestOf } from '../../core/kernel/sha256.ts'
import type { ServerSettings } from '../options.ts'
import { isAddress, isOfBrowser, isPageOf, namesOfServer } from '../pushes/allowed-hosts.ts'
import { Refusal } from '../refusal.ts'

/** The parts of a request that the guard reads. */
type Seen = Pick<Request, 'url' | 'headers'>

/** Throws a `Refusal` for a request that may not call; gives one where only its token is missing, which open calls do not need. */
export type Guard = (request: Seen) => Refusal | undefined

export function guardOf({ origin, controlHosts, controlToken: token }: ServerSettings): Guard {
  const isKnown = namesOfServer(origin, controlHosts)
  const expected = token === undefined ? undefined : digestOf(token)
  return (request) => {
    const { headers } = request
    const host = calledHost(request)
    if (host === undefined || !isKnown(host)) {
      throw new Refusal(
        'host_is_foreign',
        'Failed to call the control API: the Host header names a host that is not ours. Call it by the address that the server told, or allow the name with control.hosts (--control-host). (§4)',
      )
    }
    const page = headers.get('origin')
    if (page !== null && !isPageOf(isKnown, page)) {
      throw new Refusal(
        'origin_is_foreign',
        'Failed to call the control API: the Origin header names a page of a host that is not ours. Call it from a page of this machine, or allow the name with control.hosts (--control-host). (§4)',
      )
    }
    if (expected === undefined) return undefined
    const given = /^bearer +(\S+)\s*$/i.exec(headers.get('authorization') ?? '')?.[1]
    if (given !== undefined && areEqual(digestOf(given), expected)) return undefined
    return new Refusal(
      'control_token_is_needed',
      `Failed to call the control API: the Authorization header has ${given === undefined ? 'no token' : 'another token'}. Send "Authorization: Bearer <TOKEN>" with that of the server. (§4)`,
      [],
      { 'www-authenticate': 'Bearer' },
    )
  }
}

/**
 * Throws a `Refusal` for a call of a service by a page of a stranger: that knows the default credentials, and would have pushes go to this
 * machine.
 */
export function pageGuardOf({ origin, pageHosts }: ServerSettings): (request: Seen) => void {
  const isKnown = namesOfServer(origin, pageHosts)
  return (request) => {
    const page = request.headers.get('origin')
    if (page !== null && !isPageOf(isKnown, page)) {
      throw new Refusal(
        'origin_is_foreign',
        'Failed to answer: the Origin header names a page of a host that is not ours. Serve the page from this machine, or allow its host with pageHosts (--page-host). (§4)',
      )
    }
    // A page that lets its own name point to this machine asks as if it were ours, and a browser then names no origin.
    if (page !== null || !isOfBrowser(request)) return
    const host = calledHost(request)
    if (host !== undefined && (isAddress(host) || isKnown(host))) return
    throw new Refusal(
      'host_is_foreign',
      'Failed to answer: a browser asks, and the Host header names a host that is not ours. Ask by the address that the server told, or allow the name with pageHosts (--page-host). (§4)',
    )
  }
}

/** The host by which a request was called; undefined where its header names none. */
function calledHost({ url, headers }: Seen): string | undefined {
  const header = headers.get('host') ?? new URL(url).host
  return URL.canParse(`http://${header}`) && !/[/?#@\\]/.test(header) ? new URL(`http://${header}`).hostname : undefined
}

/** In the same time wherever they differ; digests are of one length. */
function areEqual(one: string, other: string): boolean {
  let differing = one.length ^ other.length
  for (let index = 0; index < one.length; index++) differing |= one.charCodeAt(index) ^ other.charCodeAt(index)
  return differing === 0
}
