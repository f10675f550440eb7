/** One row of the table of control calls: everything that the server knows of a call. */
import type { Bank } from '../../bank/bank.ts'
import type { Schema } from '../../contract/operation.ts'
import type { AssumptionNotes } from '../../core/assumptions/notes.ts'
import type { Banks } from '../banks/banks.ts'
import type { HostedBank } from '../banks/hosted-bank.ts'

/** The fields of a body, or of a query: the row's schema says of what types they are. */
type Fields = Readonly<Record<string, never>>

/** What a call gets: its bank, and what it was given, checked by the schemas of its row. */
export interface ControlCall {
  readonly bank: Bank
  readonly hosted: HostedBank
  readonly banks: Banks
  /** The id of the partner; undefined for the first one. */
  readonly partner: string | undefined
  /** The parameters of the path, by their names. */
  readonly path: Readonly<Record<string, string>>
  readonly query: Fields
  /** Undefined where it was left out. */
  readonly body: Fields | undefined
  /** The assumptions of the check. */
  readonly notes: AssumptionNotes
}

/** The types of answers other than JSON. */
export const typesBesideJson = { text: 'text/plain', html: 'text/html', events: 'text/event-stream' } as const

export interface ControlRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the control API of a bank; `{id}` is a parameter. */
  readonly path: string
  readonly query?: Schema
  readonly body?: Schema
  /** Whether the body may be left out. */
  readonly isBodyOptional?: boolean
  /** Whether `?partner=` names the partner. */
  readonly isOfPartner?: boolean
  /** Whether it is a call of the server, and not of one bank. */
  readonly isOfServer?: boolean
  /** Whether it needs no token. */
  readonly isOpen?: boolean
  /** Whether its body is a whole bank. */
  readonly isLarge?: boolean
  /** Whether the call itself delivers what is due; after other calls, except GET, the server does. */
  readonly settles?: boolean
  /** The line of a test that does the same: `bank.desk.reject({id}, {reason})`. In braces: a field, `body`, `query`, `rest` (others). */
  readonly line?: string
  /** A body that can be sent as it is: the form of the console begins with it. */
  readonly example?: (bank: Bank) => object
  /** The operation, where the call only hands that on. */
  readonly operation?: string
  /** The answer: JSON by this schema, another type, or nothing. */
  readonly answer: Schema | keyof typeof typesBesideJson | null
  readonly summary: string
  readonly section: string
  /** Does what the call is for, and gives the answer. */
  readonly call: (call: ControlCall) => unknown
}

/** Rows by the names of their calls. */
export type ControlRows = Readonly<Record<string, ControlRow>>
