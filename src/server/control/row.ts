/** One row of the table of control calls: everything that the server knows of a call. */
import type { PartnerView } from '../../bank/api/partner-view.ts'
import type { Bank } from '../../bank/bank.ts'
import type { Schema } from '../../contract/operation.ts'
import type { Banks } from '../banks/banks.ts'
import type { HostedBank } from '../banks/hosted-bank.ts'

/** What a call gets: the bank that is meant, and what was given, checked by the schemas of its row. */
export interface ControlCall {
  readonly bank: Bank
  /** The resources of the partner that is meant; by default the first one. */
  readonly view: PartnerView
  readonly hosted: HostedBank
  readonly banks: Banks
  /** The parameters of the path, by their names. */
  readonly path: Readonly<Record<string, string>>
  /** The body; the function API, to which it goes, says of what type it is, and checks it again. */
  readonly body: never
  /** Its fields, and those of the query. */
  readonly fields: Readonly<Record<string, never>>
}

/** What is answered beside JSON. */
export const typesBesideJson = { text: 'text/plain', html: 'text/html', events: 'text/event-stream' } as const

export interface ControlRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the control API of a bank; `{id}` is a parameter. */
  readonly path: string
  readonly query?: Schema
  readonly body?: Schema
  /** Whether the body may be left out. */
  readonly isBodyOptional?: boolean
  /** Whether `?partner=` names whose resources are meant. */
  readonly isOfPartner?: boolean
  /** Whether it is a call of the server, and not of one bank. */
  readonly isOfServer?: boolean
  /** Whether it needs no token. */
  readonly isOpen?: boolean
  /** Whether its body is a whole bank. */
  readonly isLarge?: boolean
  /** What is answered: JSON as this schema has it, something else, or nothing. */
  readonly answer: Schema | keyof typeof typesBesideJson | null
  readonly summary: string
  readonly section: string
  /** What of the function API it calls, and gives. */
  readonly call: (call: ControlCall) => unknown
}

/** The rows of a subject, with their names. */
export function controlRows<const Name extends string>(rows: Readonly<Record<Name, ControlRow>>): typeof rows {
  return rows
}
