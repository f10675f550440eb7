/** One row of the table of control calls: everything that the server knows about one call. */
import type { Bank } from '../../bank/bank.ts'
import type { Schema } from '../../contract/operation.ts'
import type { AssumptionNotes } from '../../core/assumptions/notes.ts'
import type { Banks } from '../banks/banks.ts'
import type { HostedBank } from '../banks/hosted-bank.ts'

/** The fields of a body or a query; their types are in the row's schema. */
type Fields = Readonly<Record<string, never>>

/** The arguments of a control call. Its input is checked by the schemas of its row. */
export interface ControlCall {
  readonly bank: Bank
  readonly hosted: HostedBank
  readonly banks: Banks
  /** The id of the partner; undefined for the first one. */
  readonly partner: string | undefined
  /** The parameters of the path, by their names. */
  readonly path: Readonly<Record<string, string>>
  readonly query: Fields
  /** Undefined if the request has no body. */
  readonly body: Fields | undefined
  /** The assumptions that the check of the input used. */
  readonly notes: AssumptionNotes
}

/** The content types of answers that are not JSON. */
export const typesBesideJson = { text: 'text/plain', html: 'text/html', events: 'text/event-stream' } as const

export interface ControlRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below the control API of a bank; `{id}` is a parameter. */
  readonly path: string
  readonly query?: Schema
  readonly body?: Schema
  readonly isBodyOptional?: boolean
  /** Whether the call acts for a partner: that of `?partner=`, by default the first one. */
  readonly isOfPartner?: boolean
  /** Whether the call is about the server, and not about one bank. */
  readonly isOfServer?: boolean
  /** Whether the call needs no token. */
  readonly isOpen?: boolean
  /** Whether the body may be a whole snapshot. */
  readonly isLarge?: boolean
  /** Whether the call itself delivers due pushes. After other calls, except GET, the server delivers them. */
  readonly settles?: boolean
  /**
   * A line of a test that does the same: `bank.desk.reject({id}, {reason})`. A name in braces stands for the field of that name, `{body}`
   * for the whole body, `{query}` for the whole query, and `{rest}` for the fields that the line does not name.
   */
  readonly line?: string
  /** A valid body, with which the console fills its form. */
  readonly example?: (bank: Bank) => object
  /** The name of the operation, if the call only performs one. */
  readonly operation?: string
  /** The answer: JSON by this schema, or another type; null if the call answers nothing. */
  readonly answer: Schema | keyof typeof typesBesideJson | null
  readonly summary: string
  readonly section: string
  readonly call: (call: ControlCall) => unknown
}

export type ControlRows = Readonly<Record<string, ControlRow>>

/** The row of a call that does more than perform an operation. `call` is its method and path: `GET /clock`. */
export function byHand(
  call: string,
  summary: string,
  row: Omit<ControlRow, 'method' | 'path' | 'summary' | 'call'>,
  run: ControlRow['call'],
): ControlRow {
  return { ...placeOf(call), summary, ...row, call: run }
}

export function placeOf(call: string): Pick<ControlRow, 'method' | 'path'> {
  const [method, path = ''] = call.split(' ') as [ControlRow['method'], string]
  return { method, path }
}
