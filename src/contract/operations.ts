/**
 * THE TABLE of operations: everything that can be done to a bank or read from it, section by section. An operation changes the
 * world, an inquiry only reads it; both may be refused. The function API, HTTP and the journal know them by these names.
 */
import { advanceTo } from '../core/advance.ts'
import type { Rejection } from '../core/rejection.ts'
import type { Turn } from '../core/turn.ts'
import { accountOperations } from './account.ts'
import { deskOperations } from './desk.ts'
import { faultOperations } from './fault.ts'
import { loanOperations } from './loan.ts'
import { type InputOf, type OutputOf, operation } from './operation.ts'
import { partnerOperations } from './partner.ts'
import { pushOperations } from './push.ts'
import { restrictionOperations } from './restriction.ts'
import { subledgerOperations } from './subledger.ts'
import { tokenOperations } from './token.ts'
import { transactionOperations } from './transaction.ts'
import { webhookOperations } from './webhook.ts'
import { wireOperations } from './wire-payment.ts'

export const operations = {
  ...tokenOperations,
  ...partnerOperations,
  ...accountOperations,
  ...subledgerOperations,
  ...restrictionOperations,
  ...transactionOperations,
  ...wireOperations,
  ...deskOperations,
  ...webhookOperations,
  ...pushOperations,
  ...loanOperations,
  ...faultOperations,
  'clock.advance': operation(advanceTo, 'advance the clock', '§3'),
} as const

type Rows = typeof operations
type NamesOf<Kind> = { [Name in keyof Rows]: Rows[Name] extends { kind: Kind } ? Name : never }[keyof Rows]

/** The name of an operation, which changes the world. */
export type OperationName = NamesOf<'operation'>
/** The name of an inquiry, which only reads it. */
export type InquiryName = NamesOf<'inquiry'>

export type OperationInput<Name extends OperationName> = InputOf<Rows[Name]>
export type OperationOutput<Name extends OperationName> = OutputOf<Rows[Name]>
/** What performs an operation. */
export type Performer<Name extends OperationName> = (
  turn: Turn,
  input: OperationInput<Name>,
) => OperationOutput<Name> | Rejection

export type InquiryInput<Name extends InquiryName> = InputOf<Rows[Name]>
export type InquiryOutput<Name extends InquiryName> = OutputOf<Rows[Name]>

/** Whether this is the name of an operation, an inquiry or neither: for names that come from outside. */
export function kindOf(name: string): 'operation' | 'inquiry' | undefined {
  return Object.hasOwn(operations, name) ? operations[name as keyof Rows].kind : undefined
}
