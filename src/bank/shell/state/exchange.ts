/** HTTP requests with their answers: as the bank keeps them, and as a test sees them in `bank.requests`. */

import type { EndpointName } from '../../../contract/endpoints.ts'
import type { SentTo } from '../../../contract/sent.ts'
import type { RequestFault } from '../../../core/faults/fault-kinds.ts'
import { fieldsOf, isDeeperThan, jsonIn } from '../../../core/kernel/json.ts'
import type { Table } from '../../../core/kernel/table.ts'
import { type Instant, parseInstant } from '../../../core/kernel/time/instant.ts'
import type { RejectionCode } from '../../../core/rejection.ts'
import { viewOf } from './view.ts'

interface Exchange {
  /** A UUID. It is also the `request-id` header of the answer. */
  readonly id: string
  /** When, on the virtual clock. */
  readonly at: string
  readonly method: string
  readonly url: string
  /** Whether the call is deprecated. To find all such calls: `bank.requests.filter(({ isDeprecated }) => isDeprecated)`. */
  readonly isDeprecated: boolean
  /** The headers of the request, keyed by name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The HTTP status; 0 if an injected fault withheld the answer. */
  readonly status: number
  /** The body of the answer, parsed as `body` is. Its type is open, because it is the record of the call only if `status` says so. */
  readonly answer: unknown
  /** The injected fault that struck the request. */
  readonly fault?: RequestFault
  /** The seconds in the Retry-After header of the answer, if the answer has this header. */
  readonly retryAfter?: number
}

/** An HTTP request to one endpoint, with its answer. */
export interface ExchangeWith<Name extends EndpointName | null> extends Exchange {
  /** The name of the call in the endpoint table, or null if no call matched. */
  readonly endpoint: Name
  /**
   * The body: parsed if it was JSON of at most 1,000 levels, otherwise text; null if there was none. The type is that of a valid body for
   * the endpoint; the body of a refused request may be anything.
   */
  readonly body: Name extends EndpointName ? SentTo<Name> : unknown
}

/** An HTTP request with its answer. `endpoint` names the call, and so determines the type of `body`. */
export type HttpExchange = { [Name in EndpointName]: ExchangeWith<Name> }[EndpointName] | ExchangeWith<null>

/** An exchange as the bank keeps it. Its bodies are texts, which are parsed only when they are read. */
export interface KeptExchange extends Omit<Exchange, 'answer'> {
  readonly endpoint: EndpointName | null
  readonly body: string
  /** Null if there was none. */
  readonly answer: string | null
  readonly refusal?: RejectionCode
  /** How many entries the journal had before the request: the place of the request in the history. */
  readonly journalSize: number
}

/** What identifies the payment that a call makes: its idempotency key, and its clientIdentifier. (§4) */
export function idempotencyKeysOf(
  { endpoint, headers, body }: Pick<HttpExchange, 'endpoint' | 'headers' | 'body'>,
  header: string,
): string[] {
  if (endpoint !== 'createWire' && endpoint !== 'transferFunds') return []
  const { clientIdentifier } = fieldsOf(body)
  const key = headers[header]
  return [...(key ? [`key "${key}"`] : []), ...(clientIdentifier ? [`clientIdentifier "${clientIdentifier}"`] : [])]
}

/** Returns copies, which the caller may change. */
export function exchangesOf(requests: Table<KeptExchange>): HttpExchange[] {
  const { first, size } = requests
  return viewOf(size - first, (index) => {
    const { refusal: _, journalSize: __, ...exchange } = requests.at(first + index)
    return {
      ...exchange,
      headers: { ...exchange.headers },
      body: readable(exchange.body),
      answer: exchange.answer === null ? null : readable(exchange.answer),
    } as HttpExchange
  })
}

export const instantOf = ({ at }: { readonly at: string }): Instant => parseInstant(at) as Instant

/** A body as a test sees it: parsed if it is JSON. */
export function readable(text: string): unknown {
  if (text === '') return null
  const value = jsonOf(text)
  return value === undefined ? text : value
}

/** The value of a JSON text; undefined if the text is no JSON, or is nested deeper than `DEEPEST`. */
export function jsonOf(text: string): unknown {
  return isDeeperThan(text, DEEPEST) ? undefined : jsonIn(text)
}

/** The deepest nesting of a body that is parsed. The bank refuses a deeper body, which is then shown as text. */
const DEEPEST = 1_000
