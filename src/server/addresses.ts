/** The addresses of a server. The control API has a prefix, because some of its paths, such as `/loans`, are also paths of services. */
import type { Addresses } from '../contract/endpoint.ts'
import { keysOf } from '../core/kernel/keys.ts'

export const CONTROL = '/_vostro'
/** The header by which a request may name its bank. */
export const BANK_HEADER = 'vostro-bank'
/** The id of the bank for requests that name no bank. State files use these two ids as well. */
export const MAIN = 'main'
/** The id of the bank that new banks are forked from. */
export const TEMPLATE = 'template'
const services = { baseUrl: '/api', authUrl: '/auth', loanBaseUrl: '/loans' } as const satisfies {
  readonly [Name in keyof Addresses]: string
}
/** Clients of RFC 8414 find the metadata of a token server at this path, followed by the path of the token server. */
const WELL_KNOWN = '/.well-known/oauth-authorization-server'

export const serviceNames: readonly string[] = keysOf(services)
export const servicePaths: readonly string[] = Object.values(services)

/** The prefix of a bank; empty for the first. Its services are below this prefix, its control calls below `/_vostro` and this prefix. */
export const prefixOf = (id: string): string => (id === MAIN ? '' : `/banks/${id}`)
const ofBank = /^\/banks\/([^/]+)(\/.*)?$/i

export function addressesAt(origin: string, prefix = ''): Addresses {
  const at = (path: string) => `${origin}${prefix}${path}`
  return { baseUrl: at(services.baseUrl), authUrl: at(services.authUrl), loanBaseUrl: at(services.loanBaseUrl) }
}

/** The service or control call that a path names, and its bank. */
export interface Place {
  readonly part: 'services' | 'control' | 'nowhere'
  /** Undefined if the path names no bank. */
  readonly bankId: string | undefined
  /** The path without the bank: `/api/wires/v1/payments`; for a control call also without `/_vostro`: `/clock/advance`. */
  readonly rest: string
  /** The service that the path belongs to; undefined for a control call or an unknown path. */
  readonly service: keyof Addresses | undefined
}

/** Reads a path below an address that only this service has, such as a port of its own. */
export function placeIn(service: keyof Addresses, pathname: string): Place {
  return { part: 'services', bankId: undefined, rest: services[service] + pathname, service }
}

/** The URL of a call as its bank knows it: below the configured address of the service, without the prefix of the bank. */
export function addressOf({ rest, service = 'baseUrl' }: Place, origin: string, addresses: Addresses): string {
  const usual = origin + services[service]
  if (addresses[service] === usual) return origin + rest
  const isWellKnown = rest.startsWith(WELL_KNOWN)
  const below = isWellKnown ? WELL_KNOWN : rest.slice(services[service].length)
  return addresses[service] + below
}

/** Reads a path below the origin. Upper and lower case mean the same. */
export function placeOf(pathname: string): Place {
  if (isBelow(pathname, CONTROL)) {
    const { bankId, below } = bankIn(pathname.slice(CONTROL.length))
    return { part: 'control', bankId, rest: below, service: undefined }
  }
  const isWellKnown = pathname.startsWith(WELL_KNOWN)
  const { bankId, below } = bankIn(isWellKnown ? pathname.slice(WELL_KNOWN.length) : pathname)
  const service = keysOf(services).find((each) => isBelow(below, services[each]))
  if (service === undefined) return { part: 'nowhere', bankId: undefined, rest: '', service }
  return { part: 'services', bankId, rest: isWellKnown ? WELL_KNOWN + below : below, service }
}

function bankIn(path: string): { readonly bankId: string | undefined; readonly below: string } {
  const [, bankId, below = ''] = ofBank.exec(path) ?? []
  return { bankId, below: bankId === undefined ? path : below }
}

function isBelow(path: string, prefix: string): boolean {
  const lowered = path.toLowerCase()
  return lowered === prefix || lowered.startsWith(`${prefix}/`)
}
