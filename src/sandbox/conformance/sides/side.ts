/** One side of the comparison: its calls in the order in which they were sent, and the result of the scenario. */
import { createRouter } from '../../../bank/http/route.ts'
import type { Addresses, ServiceName } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { UsageError } from '../../../core/errors.ts'
import { count } from '../../../core/kernel/count.ts'
import { groupBy } from '../../../core/kernel/group-by.ts'
import { type Call, hostsOf, type RecordedExchange, rowOf } from '../../recordings/exchange.ts'

/** How a scenario ended: with an error, or with a result, reduced to plain JSON so that the two sides can be compared. */
export interface Ending {
  readonly returned?: unknown
  readonly error?: Error
}

export interface Side {
  readonly calls: readonly Call[]
  /** Undefined for a recording, which lacks the result. */
  readonly ending: Ending | undefined
  /** Values that mean the same on both sides, by name, such as `clientId`. */
  readonly known: Readonly<Record<string, string | undefined>>
  /** The addresses of its services. */
  readonly addresses: readonly string[]
}

/** The other side, read from a recording: the calls to the origins at which the services of a bank were found. */
export function recordedSide(exchanges: readonly RecordedExchange[]): Side {
  const answered = exchanges.filter(
    ({ status, url, method }) => status > 0 && URL.canParse(url) && method !== 'OPTIONS',
  )
  const services = servicesIn(answered)
  const routers = new Map(services.map((urls) => [new URL(urls.baseUrl).origin, createRouter(urls)]))
  const calls = answered.flatMap((exchange) => {
    const route = routers.get(new URL(exchange.url).origin)
    // Ignores traffic with other hosts, such as images.
    return route === undefined ? [] : [rowOf(exchange, route)]
  })
  refuseUseless(answered, calls)
  return {
    calls,
    ending: undefined,
    known: {},
    addresses: [...new Set(services.flatMap((urls) => Object.values(urls)))],
  }
}

/** Refuses a recording without calls of the endpoint table, or without bodies. Some tools record bodies only if they are told to. */
function refuseUseless(answered: readonly RecordedExchange[], calls: readonly Call[]): void {
  const ours = calls.filter(({ endpoint }) => endpoint !== null)
  const done = ours.filter(({ status }) => status === 200)
  const isOfOthers = answered.length > 0 && ours.length === 0
  if (!isOfOthers && (done.length === 0 || done.some(({ body }) => body !== null))) return
  const fact = isOfOthers
    ? `${count(answered.length, 'answered call')}, to ${hostsOf(answered.map(({ url }) => url))}, but none of them is a call of the bank. Record what the scenario sends to the service`
    : `${done.length} answers with status 200, all without a body. Save the recording with bodies, for example as "HAR with content"`
  throw new UsageError(`Failed to compare with the recording: it has ${fact}.`)
}

/** The most path segments of a base address. */
const DEEPEST = 3

/** For each origin and service, the base address with the most exchanges that are known calls. */
function servicesIn(exchanges: readonly RecordedExchange[]): Addresses[] {
  return [...groupBy(exchanges, ({ url }) => new URL(url).origin).values()].flatMap((all) => {
    // The base address with the most calls comes first; among equals, the shortest.
    const places = [...groupBy(all.flatMap(placesOf), (place) => place)].sort(
      ([one, calls], [other, others]) => others.length - calls.length || one.length - other.length,
    )
    const placeOf = (service: ServiceName) =>
      places.find(([place]) => place.startsWith(`${service} `))?.[0].slice(service.length + 1)
    const [banking, token, loans] = [placeOf('banking'), placeOf('token'), placeOf('loans')]
    const some = banking ?? loans ?? token
    return some === undefined ? [] : [{ baseUrl: banking ?? some, authUrl: token ?? some, loanBaseUrl: loans ?? some }]
  })
}

/** Each base address with which the exchange is a call of the endpoint table, after the name of the service: `banking https://…`. */
function placesOf(exchange: RecordedExchange): string[] {
  const { origin, pathname } = new URL(exchange.url)
  const parts = pathname.split('/').filter(Boolean).slice(0, DEEPEST)
  const places = [origin, ...parts.map((_, index) => [origin, ...parts.slice(0, index + 1)].join('/'))]
  return places.flatMap((place) => {
    const { endpoint } = rowOf(exchange, createRouter({ baseUrl: place, authUrl: place, loanBaseUrl: place }))
    return endpoint === null ? [] : [`${endpoints[endpoint].service} ${place}`]
  })
}
