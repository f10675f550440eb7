/** The addresses of a server: three services and the control API below one origin, those of each further bank below its own prefix. */
import type { Addresses } from '../../contract/endpoint.ts'

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
  /** Whether it is the token server. */
  readonly isTokenServer: boolean
}

/** What a path leads to. Ids of banks are lower case, and so are the names of parts. */
export function placeOf(pathname: string): Place {
  const isWellKnown = pathname.startsWith(WELL_KNOWN)
  const path = isWellKnown ? pathname.slice(WELL_KNOWN.length) : pathname
  const [, bankId, below = ''] = /^\/_vostro\/banks\/([^/]+)(\/.*)?$/i.exec(path) ?? []
  const own = bankId === undefined ? path : below
  const service = servicePaths.find((each) => isBelow(own, each))
  if (service !== undefined) {
    const rest = isWellKnown ? WELL_KNOWN + own : own
    return { part: 'services', bankId, rest, isTokenServer: service === services.authUrl }
  }
  if (bankId !== undefined && !isWellKnown) return { part: 'control', bankId, rest: below, isTokenServer: false }
  if (isBelow(pathname, CONTROL)) {
    return { part: 'control', bankId: undefined, rest: pathname.slice(CONTROL.length), isTokenServer: false }
  }
  return { part: 'nowhere', bankId: undefined, rest: '', isTokenServer: false }
}

function isBelow(path: string, prefix: string): boolean {
  const lowered = path.toLowerCase()
  return lowered === prefix || lowered.startsWith(`${prefix}/`)
}
