/** HTTP requests with their answers: as the bank keeps them, and as a test sees them in `bank.requests`. */

import type { EndpointName } from '../../../contract/endpoints.ts'
import type { SentTo } from '../../../contract/sent.ts'
import type { RequestFault } from '../../../core/faults/fault-kinds.ts'
import { isDeeperThan, jsonIn } from '../../../core/kernel/json.ts'
import { type Instant, parseInstant } from '../../../core/kernel/time/instant.ts'
import { viewOf } from '../../../core/kernel/view.ts'
import type { RejectionCode } from '../../../core/rejection.ts'
import { firstWithin, itemOf, type Keep, type Log, sizeOf } from './log.ts'

interface Exchange {
  /** UUID; the `request-id` header of the answer. */
  readonly id: string
  /** When, on the virtual clock. */
  readonly at: string
  readonly method: string
  readonly url: string
  /** Whether the call is deprecated: find all such calls with `bank.requests.filter(({ isDeprecated }) => isDeprecated)`. */
  readonly isDeprecated: boolean
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** 0 where a fault of the test kept the answer back. */
  readonly status: number
  /** The body of the answer, parsed. */
  readonly answer: unknown
  /** The fault of the test that struck it. */
  readonly fault?: RequestFault
  /** The seconds of the Retry-After header of the answer, where it has one. */
  readonly retryAfter?: number
  /** How many entries the journal had before the request. */
  readonly journalSize: number
}

/** An HTTP request to one endpoint, with its answer. */
export interface ExchangeWith<Name extends EndpointName | null> extends Exchange {
  /** The call of the endpoint table, or null where none matched. */
  readonly endpoint: Name
  /**
   * The body: parsed where it was JSON of at most 1,000 levels, else text; null where there was none. Its type is what the endpoint takes;
   * the body of a refused request may be anything.
   */
  readonly body: Name extends EndpointName ? SentTo<Name> : unknown
}

/** An HTTP request with its answer; `endpoint` tells which call it was, and so the type of its body. */
export type HttpExchange = { [Name in EndpointName]: ExchangeWith<Name> }[EndpointName] | ExchangeWith<null>

/** An exchange as the bank keeps it: its bodies are read only where somebody looks at them. */
export interface KeptExchange extends Omit<Exchange, 'answer'> {
  readonly endpoint: EndpointName | null
  /** The texts of the body and of the answer; the latter null where there was none. */
  readonly body: string
  readonly answer: string | null
  /** The code of the refusal that the answer tells. */
  readonly refusal?: RejectionCode
}

/** The exchanges as a test sees them: copies, which may be changed. */
export function exchangesOf(requests: Log<KeptExchange>, keep: Keep, now: Instant): HttpExchange[] {
  const first = firstRequest(requests, keep, now)
  return viewOf(sizeOf(requests) - first, (index) => {
    const { refusal: _, ...exchange } = itemOf(requests, first + index) as KeptExchange
    return {
      ...exchange,
      headers: { ...exchange.headers },
      body: readable(exchange.body),
      answer: exchange.answer === null ? null : readable(exchange.answer),
    } as HttpExchange
  })
}

/** The number of the first kept request: so many are gone. */
export function firstRequest(requests: Log<KeptExchange>, keep: Keep, now: Instant): number {
  return firstWithin(requests, { bound: keep.requests, now, instantOf })
}

export const instantOf = ({ at }: { readonly at: string }): Instant => parseInstant(at) as Instant

/** A body as a test wants to see it: parsed where it is JSON. */
export function readable(text: string): unknown {
  if (text === '') return null
  const value = jsonOf(text)
  return value === undefined ? text : value
}

/** The value of a JSON text; undefined where it is no JSON, or nested too deep to be handed on. */
export function jsonOf(text: string): unknown {
  return isDeeperThan(text, DEEPEST) ? undefined : jsonIn(text)
}

/** The deepest body that is ever read; a deeper one was refused, and stays a text. */
const DEEPEST = 1_000
