/** The exchanges with a service, each with its endpoint. */

import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import { isRecord } from '../../core/kernel/json.ts'
import { routerFor, type ServiceAddresses } from '../recordings/contract-check.ts'
import { type Call, isSuccess, type RecordedExchange, rowOf } from '../recordings/exchange.ts'
import { type Fields, listIn } from '../service/fields.ts'

export const wireCalls = ['createWire', 'getWire', 'listWires', 'cancelWire', 'simulateInboundWire'] as const

export interface SeenExchange extends Call {
  /** The index in the report. */
  readonly place: number
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
      const call = rowOf(exchange, route)
      const isDone = isSuccess(call.status)
      const isBanking = call.endpoint !== null && endpoints[call.endpoint].service === 'banking'
      return { ...call, place, isDone, isBanking, urls, records: isDone ? recordsOf(call) : [] }
    })
  }

  done(...names: readonly EndpointName[]): readonly SeenExchange[] {
    return this.all.filter(({ endpoint, isDone }) => isDone && endpoint !== null && names.includes(endpoint))
  }
}

/** The answer to a call for a list shows nothing if its list cannot be read. */
function recordsOf({ endpoint, body }: Call): readonly Fields[] {
  if (endpoint?.startsWith('list')) return listIn(body) ?? []
  return isRecord(body) && Object.keys(body).length > 0 ? [body] : []
}
