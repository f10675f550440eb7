/** A reader: judges assumptions by the exchanges that probes made for other reasons. */

import { createRouter } from '../../bank/http/route.ts'
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import type { AssumptionId } from '../../core/assumptions/catalogue.ts'
import type { ServiceAddresses } from '../recordings/contract-check.ts'
import type { RecordedExchange } from '../recordings/exchange.ts'
import type { Tell } from './probe.ts'

/** A row of the table of readers. */
export interface Reader {
  /** In a sentence, what it looks at. */
  readonly how: string
  /** What it shows, each with what must be so that it can be seen. */
  readonly tells: { readonly [Id in AssumptionId]?: string }
  read(seen: Seen, tell: Tell): void
}

/** An exchange with its place in the report, and the call that it was. */
export interface SeenExchange extends RecordedExchange {
  readonly number: number
  readonly endpoint: EndpointName | null
  readonly isDone: boolean
}

/** Exchanges, by the call. */
export class Seen {
  readonly all: readonly SeenExchange[]
  /** The exchanges that were looked at since this was last set to []. */
  used: number[] = []

  constructor(
    exchanges: readonly RecordedExchange[],
    { baseUrl, authUrl, loanBaseUrl = 'http://loans.invalid' }: ServiceAddresses,
  ) {
    const route = createRouter({ baseUrl, authUrl, loanBaseUrl })
    this.all = exchanges.map((exchange, number) => {
      const found = route(exchange.method, new URL(exchange.url))
      const { status } = exchange
      return {
        ...exchange,
        number,
        endpoint: 'row' in found ? found.name : null,
        isDone: status >= 200 && status < 300,
      }
    })
  }

  /** The exchanges of one of these calls that were done; they are the evidence of the next verdict. */
  done(...names: readonly EndpointName[]): readonly SeenExchange[] {
    return this.using(
      this.all.filter(({ endpoint, isDone }) => isDone && endpoint !== null && names.includes(endpoint)),
    )
  }

  /** The records of a kind in the answers of such calls: those of pages, too. */
  records(...names: readonly EndpointName[]): readonly Record<string, unknown>[] {
    return this.done(...names).flatMap(({ body }) => recordsIn(body))
  }

  using(exchanges: readonly SeenExchange[]): readonly SeenExchange[] {
    this.used = exchanges.map(({ number }) => number)
    return exchanges
  }
}

/** The service that a call belongs to, and whether it is of the banking API. */
export const isBanking = ({ endpoint }: SeenExchange): boolean =>
  endpoint !== null && endpoints[endpoint].service === 'banking'

function recordsIn(body: unknown): Record<string, unknown>[] {
  if (typeof body !== 'object' || body === null) return []
  const { results } = body as { results?: unknown }
  return (Array.isArray(results) ? results : [body]).filter((each) => typeof each === 'object' && each !== null)
}
