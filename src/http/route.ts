/** Routing: from a method and an address to a row of the endpoint table, or to a refusal that names the nearest one. (§4) */
import { distance } from 'fastest-levenshtein'
import type { EndpointName, EndpointRow, ServiceName, Source } from '../contract/endpoint.ts'
import { endpoints } from '../contract/endpoints.ts'
import { type Rejection, reject } from '../core/rejection.ts'

/** Where the three services are. */
export interface Addresses {
  readonly baseUrl: string
  readonly authUrl: string
  readonly loanBaseUrl: string
}

/** A call that was recognised. */
export interface Match {
  readonly name: EndpointName
  readonly row: EndpointRow
  /** The raw parameters of the path. */
  readonly parameters: Readonly<Record<string, string>>
  /** Whether the path was written just as the table has it. */
  readonly isExact: boolean
}

/** A call that is not served, and the service whose address it came to. */
export interface Miss {
  readonly service: ServiceName
  readonly rejection: Rejection
}

/** Finds the row that answers, or why none does. */
export type Router = (method: string, url: URL) => Match | Miss

interface Template {
  readonly name: EndpointName
  readonly row: EndpointRow
  readonly segments: readonly string[]
}

/** A router for services at these addresses, over the whole table or its specified rows only. */
export function createRouter(addresses: Addresses, only?: Source): Router {
  const services = (['token', 'banking', 'loans'] as const).map((service) => ({
    service,
    base: new URL(addressOf(addresses, service)),
    templates: templates.filter(({ row }) => row.service === service && (only === undefined || row.source === only)),
  }))
  return (method, url) => {
    // Two services may share an address: each is asked.
    const candidates = services.flatMap(({ service, base, templates }) => {
      const path = pathBelow(url, base)
      return path === undefined ? [] : [{ service, path, asked: split(path), templates }]
    })
    const methods = new Set<string>()
    for (const { path, asked, templates } of candidates) {
      for (const { name, row, segments } of templates) {
        if (!matches(segments, asked)) continue
        if (row.method === method) return found(name, row, segments, asked, path)
        methods.add(row.method)
      }
    }
    const service = candidates[0]?.service ?? 'banking'
    const request = `${method} ${url.pathname}`
    if (methods.size > 0) {
      const served = [...methods].join(' and ')
      const message = `Failed to answer "${request}": this path is served for ${served} only. Use that method. (§4)`
      return { service, rejection: reject('method_is_not_allowed', message) }
    }
    const nearest = candidates
      .flatMap(({ asked, templates }) => templates.map(({ row, segments }) => ({ row, away: howFar(segments, asked) })))
      .sort((first, second) => first.away - second.away)[0]
    const advice = nearest
      ? `The nearest is ${nearest.row.method} ${nearest.row.path}.`
      : 'See the endpoint table of the README.'
    const message = `Failed to answer "${request}": no documented call has this path. ${advice} (§4)`
    return { service, rejection: reject('endpoint_not_found', message) }
  }
}

/** The address of a service. */
function addressOf(addresses: Addresses, service: ServiceName): string {
  if (service === 'token') return addresses.authUrl
  return service === 'banking' ? addresses.baseUrl : addresses.loanBaseUrl
}

const templates: readonly Template[] = Object.entries(endpoints)
  .flatMap(([name, row]) =>
    [row.path, ...row.aliases].map((path) => ({ name: name as EndpointName, row, segments: split(path) })),
  )
  // A literal segment wins over a parameter: `payments/simulations` is no payment.
  .sort((first, second) => first.segments.filter(isParameter).length - second.segments.filter(isParameter).length)

/** The part of a path that lies below a service's address; undefined where it lies elsewhere. */
function pathBelow(url: URL, base: URL): string | undefined {
  if (url.origin !== base.origin) return undefined
  const prefix = base.pathname.replace(/\/+$/, '')
  const isBelow = url.pathname.toLowerCase().startsWith(`${prefix.toLowerCase()}/`)
  return isBelow ? url.pathname.slice(prefix.length) : undefined
}

/** The segments of a path; a slash at its end does not count. */
function split(path: string): string[] {
  return path.replace(/^\/+|\/+$/g, '').split('/')
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{')
}

function matches(template: readonly string[], asked: readonly string[]): boolean {
  return (
    template.length === asked.length &&
    template.every((segment, index) => isParameter(segment) || segment.toLowerCase() === asked[index]?.toLowerCase())
  )
}

function found(
  name: EndpointName,
  row: EndpointRow,
  template: readonly string[],
  asked: readonly string[],
  path: string,
): Match {
  const isExact =
    !path.endsWith('/') && template.every((segment, index) => isParameter(segment) || segment === asked[index])
  return { name, row, parameters: parametersOf(template, asked), isExact }
}

function parametersOf(template: readonly string[], asked: readonly string[]): Record<string, string> {
  const parameters: Record<string, string> = {}
  template.forEach((segment, index) => {
    if (isParameter(segment)) parameters[segment.slice(1, -1)] = decode(asked[index] ?? '')
  })
  return parameters
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // A stray percent sign: the raw text, which no schema accepts.
    return segment
  }
}

/** How far an address is from a template: differing letters, segment by segment; a parameter differs from nothing. */
function howFar(template: readonly string[], asked: readonly string[]): number {
  let sum = 0
  for (let index = 0; index < Math.max(template.length, asked.length); index++) {
    const [segment, other] = [template[index] ?? '', asked[index] ?? '']
    if (!isParameter(segment) || other === '') sum += distance(segment.toLowerCase(), other.toLowerCase())
  }
  return sum
}
