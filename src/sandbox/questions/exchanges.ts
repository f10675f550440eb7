/** The exchanges with a service, each with its endpoint. */

import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import { fieldsOf } from '../../core/kernel/json.ts'
import { routerFor, type ServiceAddresses } from '../recordings/contract-check.ts'
import type { RecordedExchange } from '../recordings/exchange.ts'
import { type Fields, recordsIn } from '../service/fields.ts'

/** An exchange with its place in the report and its endpoint. */
export interface SeenExchange extends RecordedExchange {
  readonly place: number
  readonly endpoint: EndpointName | null
  readonly isDone: boolean
  readonly isBanking: boolean
  /** The records of a successful answer: those of its list, or its one record. */
  readonly records: readonly Fields[]
  readonly urls: ServiceAddresses
}

export class Exchanges {
  readonly all: readonly SeenExchange[]

  constructor(exchanges: readonly RecordedExchange[], urls: ServiceAddresses) {
    const route = routerFor(urls)
    this.all = exchanges.map((exchange, place) => {
      const found = route(exchange.method, new URL(exchange.url))
      const endpoint = 'row' in found ? found.name : null
      const isDone = exchange.status >= 200 && exchange.status < 300
      const isBanking = endpoint !== null && endpoints[endpoint].service === 'banking'
      return { ...exchange, place, endpoint, isDone, isBanking, urls, records: isDone ? recordsOf(exchange.body) : [] }
    })
  }

  /** The successful exchanges with these endpoints. */
  done(...names: readonly EndpointName[]): readonly SeenExchange[] {
    return this.all.filter(({ endpoint, isDone }) => isDone && endpoint !== null && names.includes(endpoint))
  }
}

function recordsOf(body: unknown): readonly Fields[] {
  const listed = recordsIn(body)
  const own = fieldsOf(body)
  if (listed.length > 0 || Object.keys(own).length === 0 || 'results' in own) return listed
  return [own]
}
