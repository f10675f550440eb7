/** HTTP requests with their answers: as the bank keeps them, and as a test sees them in `bank.requests`. */
import type { EndpointName } from '../contract/endpoints.ts'
import type { RequestFault } from '../core/faults/fault-kinds.ts'
import type { Table } from '../core/kernel/table.ts'
import { viewOf } from '../core/kernel/view.ts'

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

/** An exchange as the bank keeps it: its bodies are read only where somebody looks at them. */
export interface KeptExchange extends Omit<HttpExchange, 'body' | 'answer'> {
  /** The texts of the body and of the answer; the latter null where there was none. */
  readonly body: string
  readonly answer: string | null
}

/** The exchanges as a test sees them: copies, which may be changed. */
export function exchangesOf(kept: Table<KeptExchange>): HttpExchange[] {
  return viewOf(kept.size, (index) => {
    const exchange = kept.at(index)
    return {
      ...exchange,
      headers: { ...exchange.headers },
      body: readable(exchange.body),
      answer: exchange.answer === null ? null : readable(exchange.answer),
    }
  })
}

/** A body as a test wants to see it: parsed where it is JSON. */
export function readable(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
