/** The addresses of a server: three services and the control API below one origin, those of each further bank below its own prefix. */
import type { Addresses } from '../../contract/endpoint.ts'
import { namesOf } from '../../core/kernel/names.ts'

/** Below the origin: where the control API is. */
export const CONTROL = '/_vostro'
/** Below the origin: where the services are, each by its path. */
const services = { baseUrl: '/api', authUrl: '/auth', loanBaseUrl: '/loans' } as const satisfies {
  readonly [Name in keyof Addresses]: string
}
/** Clients of RFC 8414 put the path of a token server behind this one. */
const WELL_KNOWN = '/.well-known/oauth-authorization-server'

/** The paths of the services. */
export const servicePaths: readonly string[] = Object.values(services)

/** The prefix of a further bank. */
export const prefixOf = (id: string): string => `${CONTROL}/banks/${id}`

/** Where the services of a bank are that has this prefix; that of the bank without an id is empty. */
export function addressesAt(origin: string, prefix = ''): Addresses {
  const at = (path: string) => `${origin}${prefix}${path}`
  return { baseUrl: at(services.baseUrl), authUrl: at(services.authUrl), loanBaseUrl: at(services.loanBaseUrl) }
}

/** What a path leads to. */
export interface Place {
  readonly part: 'services' | 'control' | 'nowhere'
  /** The bank that the path names; undefined where it names none. */
  readonly bankId: string | undefined
  /** The path without the bank: `/api/wires/v1/payments`; of the control API what is below it, `/clock/advance`. */
  readonly rest: string
  /** Which service it is; undefined where it is none. */
  readonly service: keyof Addresses | undefined
}

/** What a path leads to at an address where one service stands alone. */
export function placeIn(service: keyof Addresses, pathname: string): Place {
  return { part: 'services', bankId: undefined, rest: services[service] + pathname, service }
}

/** The address of a call as its bank knows it: below that of the service, wherever that stands. */
export function addressOf({ rest, service = 'baseUrl' }: Place, origin: string, addresses: Addresses): string {
  const usual = origin + services[service]
  if (addresses[service] === usual) return origin + rest
  const isWellKnown = rest.startsWith(WELL_KNOWN)
  const below = isWellKnown ? WELL_KNOWN : rest.slice(services[service].length)
  return addresses[service] + below
}

/** What a path leads to. Ids of banks are lower case, and so are the names of parts. */
export function placeOf(pathname: string): Place {
  const isWellKnown = pathname.startsWith(WELL_KNOWN)
  const path = isWellKnown ? pathname.slice(WELL_KNOWN.length) : pathname
  const [, bankId, below = ''] = /^\/_vostro\/banks\/([^/]+)(\/.*)?$/i.exec(path) ?? []
  const own = bankId === undefined ? path : below
  const service = namesOf(services).find((each) => isBelow(own, services[each]))
  if (service !== undefined) {
    const rest = isWellKnown ? WELL_KNOWN + own : own
    return { part: 'services', bankId, rest, service }
  }
  if (bankId !== undefined && !isWellKnown) return { part: 'control', bankId, rest: below, service: undefined }
  if (isBelow(pathname, CONTROL)) {
    return { part: 'control', bankId: undefined, rest: pathname.slice(CONTROL.length), service: undefined }
  }
  return { part: 'nowhere', bankId: undefined, rest: '', service: undefined }
}

function isBelow(path: string, prefix: string): boolean {
  const lowered = path.toLowerCase()
  return lowered === prefix || lowered.startsWith(`${prefix}/`)
}
