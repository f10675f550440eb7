/** Routing: from a method and an address to a row of the endpoint table, or to a refusal that names the nearest one. (§4) */

import { distance } from 'fastest-levenshtein'
import type { Addresses, EndpointRow, Provenance, ServiceName } from '../../contract/endpoint.ts'
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import { decoded } from '../../core/kernel/decoded.ts'
import { namesOf } from '../../core/kernel/names.ts'
import { type Rejection, reject } from '../../core/rejection.ts'
import { withoutFirstSlashes, withoutLastSlashes } from './slashes.ts'

export interface Match {
  readonly name: EndpointName
  readonly row: EndpointRow
  readonly service: ServiceName
  /** The raw parameters of the path. */
  readonly parameters: Readonly<Record<string, string>>
  /** Whether the path was written just as the table has it. */
  readonly isExact: boolean
}

/** A call that is not served, and the service whose address it came to. */
export interface Miss {
  readonly service: ServiceName
  readonly rejection: Rejection
  /** The methods for which the path is served, where only the method was wrong. */
  readonly allowed?: readonly string[]
}

/** Finds the row that answers, or why none does. */
export type Router = (method: string, url: URL) => Match | Miss

interface Template {
  readonly name: EndpointName
  readonly row: EndpointRow
  /** Who has this path. */
  readonly source: Provenance
  readonly segments: readonly string[]
  /** The segments in lower case; null where any value will do. */
  readonly literals: readonly (string | null)[]
  /** How many of the segments are parameters. */
  readonly parameters: number
}

/** The part of an address that lies below its service: the path, as it was written and in segments. */
interface Address {
  readonly path: string
  readonly asked: readonly string[]
  readonly lowered: readonly string[]
}

interface Candidate {
  readonly template: Template
  readonly address: Address
}

/** A router for services at these addresses, over the whole table or its specified rows only. */
export function createRouter(addresses: Addresses, only?: Provenance): Router {
  const { authUrl: token, baseUrl: banking, loanBaseUrl: loans } = addresses
  const services = Object.entries({ token, banking, loans }).map(([service, address]) => {
    const { origin, pathname } = new URL(address)
    return {
      origin,
      prefix: `${withoutLastSlashes(pathname)}/`.toLowerCase(),
      templates: templates.filter(
        ({ row, source }) => row.service === service && (only === undefined || source === only),
      ),
    }
  })
  return (method, { origin, pathname }) => {
    // Two services may share an address: each is asked.
    const searched = services.flatMap((service) => {
      const path = service.origin === origin ? below(service.prefix, pathname) : undefined
      return path === undefined ? [] : { templates: service.templates, address: addressOf(path) }
    })
    const matching = searched.flatMap(({ templates, address }) =>
      templates.filter((template) => matches(template, address)).map((template) => ({ template, address })),
    )
    // A literal segment wins over a parameter: `payments/simulations` is no payment.
    const fewest = matching.reduce(
      (least, { template }) => Math.min(least, template.parameters),
      Number.POSITIVE_INFINITY,
    )
    const samePath = matching.filter(({ template }) => template.parameters === fewest)
    const match = samePath.find(({ template }) => template.row.method === method)
    if (match) return matchOf(match)
    const request = `${method} ${pathname}`
    if (samePath.length > 0) return wrongMethod(request, samePath)
    const advice = `The address ${origin} belongs to none of its services: ${Object.values(addresses).join(', ')}.`
    const candidates = searched.flatMap(({ templates, address }) =>
      templates.map((template) => ({ template, address })),
    )
    return unknownPath(request, nearestTo(method, candidates), advice)
  }
}

/**
 * The part of a path that lies below a service; undefined where it is not below it. Clients of RFC 8414 (§3.1) put the path of a token
 * server behind the well-known one.
 */
function below(prefix: string, pathname: string): string | undefined {
  const lowered = pathname.toLowerCase()
  if (lowered.startsWith(prefix)) return pathname.slice(prefix.length - 1)
  return lowered === WELL_KNOWN + prefix.slice(0, -1) ? WELL_KNOWN : undefined
}

const WELL_KNOWN = '/.well-known/oauth-authorization-server'

function wrongMethod(request: string, samePath: readonly Candidate[]): Miss {
  const allowed = [...new Set(samePath.map(({ template }) => template.row.method))]
  const message = `Failed to answer "${request}": this path is served for ${allowed.join(' and ')} only. Use that method. (§4)`
  return {
    service: samePath[0]?.template.row.service ?? 'banking',
    rejection: reject('method_is_not_allowed', message),
    allowed,
  }
}

function unknownPath(request: string, nearest: EndpointRow | undefined, places: string): Miss {
  const advice = nearest ? `The nearest is ${nearest.method} ${nearest.path}.` : places
  const message = `Failed to answer "${request}": no documented call has this path. ${advice} (§4)`
  return { service: nearest?.service ?? 'banking', rejection: reject('endpoint_not_found', message) }
}

/** The row whose path is the least different; of equals, the one with the method that was asked for. */
function nearestTo(method: string, candidates: readonly Candidate[]): EndpointRow | undefined {
  const measured = candidates.map(({ template: { row, segments }, address: { asked } }) => ({
    row,
    away: howFar(segments, asked) + (row.method === method ? 0 : 0.5),
  }))
  return measured.sort((first, second) => first.away - second.away)[0]?.row
}

const templates: readonly Template[] = namesOf(endpoints).flatMap((name) => {
  const row = endpoints[name]
  const paths = [row.path, ...row.aliases].map((path) => ({ path, source: row.source }))
  return [...paths, ...row.publishedAliases.map((path) => ({ path, source: 'published' as const }))].map(
    ({ path, source }): Template => {
      const segments = split(path)
      const literals = segments.map((segment) => (isParameter(segment) ? null : segment.toLowerCase()))
      return { name, row, source, segments, literals, parameters: segments.filter(isParameter).length }
    },
  )
})

/** The segments of a path; a slash at its end does not count. */
function split(path: string): string[] {
  return withoutFirstSlashes(withoutLastSlashes(path)).split('/')
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{')
}

function addressOf(path: string): Address {
  const asked = split(path)
  return { path, asked, lowered: asked.map((segment) => segment.toLowerCase()) }
}

function matches({ literals }: Template, { lowered }: Address): boolean {
  return (
    literals.length === lowered.length &&
    literals.every((literal, index) => literal === null || literal === lowered[index])
  )
}

function matchOf({ template: { name, row, segments }, address: { path, asked } }: Candidate): Match {
  const isExact =
    !path.endsWith('/') && segments.every((segment, index) => isParameter(segment) || segment === asked[index])
  const parameters = segments.flatMap((segment, index) =>
    isParameter(segment) ? [[segment.slice(1, -1), decoded(asked[index] ?? '')]] : [],
  )
  return { name, row, service: row.service, parameters: Object.fromEntries(parameters), isExact }
}

/** How far an address is from a template: differing letters, segment by segment; a parameter differs from nothing. */
function howFar(template: readonly string[], asked: readonly string[]): number {
  // Of what is beyond the template each letter counts.
  let sum = asked.slice(template.length).reduce((letters, { length }) => letters + length, 0)
  for (const [index, segment] of template.entries()) {
    const other = asked[index] ?? ''
    if (!isParameter(segment) || other === '') sum += distance(segment.toLowerCase(), other.toLowerCase())
  }
  return sum
}
