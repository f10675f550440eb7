/** Finds the row of the endpoint table for a method and an address, or a refusal that names the nearest row. (§4) */

import {
  type Addresses,
  type EndpointRow,
  type Provenance,
  type ServiceName,
  servedPaths,
} from '../../contract/endpoint.ts'
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import type { AssumptionId } from '../../core/assumptions/catalogue.ts'
import { keysOf } from '../../core/kernel/keys.ts'
import { type Rejection, reject } from '../../core/rejection.ts'
import {
  matchPath,
  type PathMatch,
  type Searched,
  templateOf,
  withoutFirstSlashes,
  withoutLastSlashes,
} from './match-path.ts'

export interface Match extends Omit<PathMatch<unknown>, 'row'> {
  readonly name: EndpointName
  readonly row: EndpointRow
  readonly service: ServiceName
}

/** A call that is not served, and the service to whose address it was sent. */
export interface Miss {
  readonly service: ServiceName
  readonly rejection: Rejection
  /** The methods for which the path is served, if only the method was wrong. */
  readonly allowed?: readonly string[]
  /** The limit that the request is beyond. */
  readonly limit?: AssumptionId
}

export type Router = (method: string, url: URL) => Match | Miss

/** A router for services at these addresses, over the whole table, or over the rows whose provenance is `only`. */
export function createRouter(addresses: Addresses, only?: Provenance): Router {
  const { authUrl: token, baseUrl: banking, loanBaseUrl: loans } = addresses
  const services = Object.entries({ token, banking, loans }).map(([service, address]) => {
    const { origin, pathname } = new URL(address)
    const isServed = ({ row: { row, source } }: (typeof templates)[number]) =>
      row.service === service && (only === undefined || source === only)
    const prefix = `${withoutLastSlashes(pathname)}/`.toLowerCase()
    return { origin, prefix, templates: templates.filter(isServed) }
  })
  return (method, { origin, pathname }) => {
    // Services may share an address, so the path is matched against each of them.
    const searched: Searched<Served>[] = []
    for (const service of services) {
      const path = service.origin === origin ? below(service.prefix, pathname) : undefined
      if (path !== undefined) searched.push({ templates: service.templates, path: withoutFirstSlashes(path) })
    }
    const found = matchPath(method, searched)
    if ('row' in found) {
      const { parameters, isExact } = found
      const { name, row } = found.row
      return { name, row, service: row.service, parameters, isExact }
    }
    const request = `${method} ${pathname}`
    const [same] = found.samePath
    if (same) {
      const { allowed } = found
      const message = `Failed to answer "${request}": this path is served for ${allowed.join(' and ')} only. Use that method. (§4)`
      return { service: same.row.service, rejection: reject('method_is_not_allowed', message), allowed }
    }
    const nearest = found.nearest?.row
    const advice = nearest
      ? `The nearest is ${nearest.method} ${nearest.path}.`
      : `The address ${origin} belongs to none of the bank's services: ${Object.values(addresses).join(', ')}.`
    const message = `Failed to answer "${request}": no documented call has this path. ${advice} (§4)`
    return { service: nearest?.service ?? 'banking', rejection: reject('endpoint_not_found', message) }
  }
}

/**
 * The part of a path after the prefix of a service. Only the well-known path of a token server stands before the prefix (RFC 8414 §3.1).
 */
function below(prefix: string, pathname: string): string | undefined {
  const lowered = pathname.toLowerCase()
  if (lowered.startsWith(prefix)) return pathname.slice(prefix.length - 1)
  return lowered === WELL_KNOWN + prefix.slice(0, -1) ? WELL_KNOWN : undefined
}

const WELL_KNOWN = '/.well-known/oauth-authorization-server'

/** A row under one of its paths; `source` is the provenance of that path. */
interface Served {
  readonly name: EndpointName
  readonly row: EndpointRow
  readonly source: Provenance
}

const templates = keysOf(endpoints).flatMap((name) => {
  const row: EndpointRow = endpoints[name]
  return servedPaths(row).map(([path, source]) =>
    templateOf<Served>({ name, row, source }, row.method, withoutFirstSlashes(path)),
  )
})
