/** The other side as somebody recorded it: the calls of the table alone, wherever their service was. */

import { createRouter, type Router } from '../../../bank/http/route.ts'
import { UsageError } from '../../../core/errors.ts'
import type { RecordedExchange } from '../../recordings/exchange.ts'
import { callOf } from './call.ts'
import type { Call, Side } from './side.ts'

export function recordedSide(exchanges: readonly RecordedExchange[]): Side {
  const answered = exchanges.filter(
    ({ status, url, method }) => status > 0 && URL.canParse(url) && method !== 'OPTIONS',
  )
  const places = placesOf(answered)
  const routers = new Map(places.map((place) => [new URL(place).origin, routerAt(place)]))
  const calls = answered.flatMap((exchange) => {
    const route = routers.get(new URL(exchange.url).origin)
    // Traffic with others, an image say.
    return route === undefined ? [] : [callOf(exchange, route)]
  })
  refuseWithoutBodies(calls)
  return { calls, ending: undefined, known: {}, addresses: places }
}

/** Nothing can be compared with answers that were not kept: some tools save a HAR file so unless they are asked. */
function refuseWithoutBodies(calls: readonly Call[]): void {
  const answered = calls.filter(({ endpoint, status }) => endpoint !== null && status === 200)
  if (answered.length === 0 || answered.some(({ body }) => body !== null)) return
  throw new UsageError(
    `Failed to compare with the recording: it has ${answered.length} answers with status 200, and the body of none. Save it with bodies, as "HAR with content" say. (§4)`,
  )
}

const routerAt = (place: string): Router => createRouter({ baseUrl: place, authUrl: place, loanBaseUrl: place })

/** So many segments of a path may stand before those of the table. */
const DEEPEST = 3

/** Where services were: of each origin the address below which the most calls of the table were made. */
function placesOf(exchanges: readonly RecordedExchange[]): string[] {
  const origins = new Set(exchanges.map(({ url }) => new URL(url).origin))
  return [...origins].flatMap((origin) => {
    const all = exchanges.filter(({ url }) => new URL(url).origin === origin)
    const paths = all.map(({ url }) => new URL(url).pathname.split('/').filter(Boolean).slice(0, DEEPEST))
    const places = new Set([
      origin,
      ...paths.flatMap((path) => path.map((_, index) => `${origin}/${path.slice(0, index + 1).join('/')}`)),
    ])
    const counted = [...places].map((place) => {
      const route = routerAt(place)
      return { place, count: all.filter((each) => callOf(each, route).endpoint !== null).length }
    })
    const most = Math.max(...counted.map(({ count }) => count))
    // The shortest of those that have the most.
    return most === 0
      ? []
      : counted
          .filter(({ count }) => count === most)
          .slice(0, 1)
          .map(({ place }) => place)
  })
}
