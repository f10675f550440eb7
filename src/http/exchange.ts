/** An HTTP request with its answer, as a test sees it in `bank.requests`. */
import type { EndpointName } from '../contract/endpoint.ts'
import type { RequestFault } from '../core/faults/state.ts'

export interface HttpExchange {
  /** UUID; the `request-id` header of the answer. */
  readonly id: string
  /** When, on the virtual clock. */
  readonly at: string
  readonly method: string
  readonly url: string
  /** The call of the endpoint table, or null where none matched. */
  readonly endpoint: EndpointName | null
  /** Whether that call is deprecated: find the uses of it with `bank.requests.filter(({ isDeprecated }) => isDeprecated)`. */
  readonly isDeprecated: boolean
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** The body: parsed where it was JSON, else text; null where there was none. */
  readonly body: unknown
  /** 0 where a fault of the test kept the answer back. */
  readonly status: number
  /** The body of the answer, parsed. */
  readonly answer: unknown
  /** The fault of the test that struck it. */
  readonly fault?: RequestFault
  /** How many entries the journal had before. */
  readonly journalSize: number
}
