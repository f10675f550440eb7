/**
 * The addresses of a server: three services and the control API below one origin, the services of each further bank below its own prefix.
 * The control API has a prefix, `/_vostro`, as some of its calls have the names of services: `/loans`.
 */
import type { Addresses } from '../contract/endpoint.ts'
import { namesOf } from '../core/kernel/names.ts'

/** Below the origin: where the control API is. */
export const CONTROL = '/_vostro'
/** Below the origin: where the services are, each by its path. */
const services = { baseUrl: '/api', authUrl: '/auth', loanBaseUrl: '/loans' } as const satisfies {
  readonly [Name in keyof Addresses]: string
}
/** Clients of RFC 8414 append the path of a token server to this one. */
const WELL_KNOWN = '/.well-known/oauth-authorization-server'

/** The services, by the names of their addresses. */
export const serviceNames: readonly string[] = namesOf(services)
export const servicePaths: readonly string[] = Object.values(services)

/** The path of a bank's control API, below the origin; without an id, that of the first bank. */
export const controlOf = (id?: string): string => CONTROL + (id === undefined ? '' : prefixOf(id))
/** The prefix of a further bank: for its services below the origin, and for its calls below the control API. */
export const prefixOf = (id: string): string => `/banks/${id}`
const ofBank = /^\/banks\/([^/]+)(\/.*)?$/i

/** The addresses of the services of a bank with this prefix; the first bank has an empty one. */
export function addressesAt(origin: string, prefix = ''): Addresses {
  const at = (path: string) => `${origin}${prefix}${path}`
  return { baseUrl: at(services.baseUrl), authUrl: at(services.authUrl), loanBaseUrl: at(services.loanBaseUrl) }
}

/** What a path leads to. */
export interface Place {
  readonly part: 'services' | 'control' | 'nowhere'
  /** The bank that the path names; undefined where it names none. */
  readonly bankId: string | undefined
  /** The path without the bank: `/api/wires/v1/payments`; for a control call also without its prefix: `/clock/advance`. */
  readonly rest: string
  /** The service that the path belongs to; undefined where it belongs to none. */
  readonly service: keyof Addresses | undefined
}

/** What a path leads to at an address that one service has alone. */
export function placeIn(service: keyof Addresses, pathname: string): Place {
  return { part: 'services', bankId: undefined, rest: services[service] + pathname, service }
}

/** The address of a call as its bank knows it: below the address of the service. */
export function addressOf({ rest, service = 'baseUrl' }: Place, origin: string, addresses: Addresses): string {
  const usual = origin + services[service]
  if (addresses[service] === usual) return origin + rest
  const isWellKnown = rest.startsWith(WELL_KNOWN)
  const below = isWellKnown ? WELL_KNOWN : rest.slice(services[service].length)
  return addresses[service] + below
}

/** What a path leads to. Upper and lower case mean the same. */
export function placeOf(pathname: string): Place {
  if (isBelow(pathname, CONTROL)) {
    const { bankId, below } = bankIn(pathname.slice(CONTROL.length))
    return { part: 'control', bankId, rest: below, service: undefined }
  }
  const isWellKnown = pathname.startsWith(WELL_KNOWN)
  const { bankId, below } = bankIn(isWellKnown ? pathname.slice(WELL_KNOWN.length) : pathname)
  const service = namesOf(services).find((each) => isBelow(below, services[each]))
  if (service === undefined) return { part: 'nowhere', bankId: undefined, rest: '', service }
  return { part: 'services', bankId, rest: isWellKnown ? WELL_KNOWN + below : below, service }
}

/** The bank that a path names, or undefined, and the path below it. */
function bankIn(path: string): { readonly bankId: string | undefined; readonly below: string } {
  const [, bankId, below = ''] = ofBank.exec(path) ?? []
  return { bankId, below: bankId === undefined ? path : below }
}

function isBelow(path: string, prefix: string): boolean {
  const lowered = path.toLowerCase()
  return lowered === prefix || lowered.startsWith(`${prefix}/`)
}
