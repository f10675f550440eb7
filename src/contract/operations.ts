/**
 * THE TABLE of operations and inquiries: everything that can be done to a bank or read from it. Both may be refused. What only the clock
 * performs is in the table of src/core/advance.ts.
 */
import { advanceTo } from '../core/advance.ts'
import type { Rejection } from '../core/rejection.ts'
import type { Turn } from '../core/turn.ts'
import { forgetEvents } from '../core/webhooks/forget.ts'
import { beginByHand, beginNext, delayPush, dropPush, endPush, preferPush } from '../core/webhooks/push.ts'
import { connect, disconnect, receivePush, setPushMode } from '../core/webhooks/push-control.ts'
import { releaseBatch } from '../core/wires/batch.ts'
import { approveWire, holdWire, rejectByDesk, reverseWire } from '../core/wires/desk.ts'
import { partnerOperations, tokenOperations } from './access.ts'
import { accountOperations, subledgerOperations } from './account.ts'
import { expectationOperations } from './expectation.ts'
import { faultOperations } from './fault.ts'
import { loanOperations } from './loan.ts'
import { type InputOf, type OutputOf, operation } from './operation.ts'
import { restrictionOperations } from './restriction.ts'
import { transactionOperations } from './transaction.ts'
import { webhookOperations } from './webhook.ts'
import { wireOperations, wirePayment } from './wire-payment.ts'

// biome-ignore format: read it as a table
export const operations = {
  ...tokenOperations,
  ...partnerOperations,
  ...accountOperations,
  ...subledgerOperations,
  ...restrictionOperations,
  ...transactionOperations,
  ...wireOperations,
  // What the bank's operations team does. No call of the API for it is known. (§1, §3)
  'desk.hold': operation(holdWire, 'hold the wire', '§3', undefined, { answer: wirePayment }),
  'desk.approve': operation(approveWire, 'approve the wire', '§3', undefined, { answer: wirePayment }),
  'desk.reject': operation(rejectByDesk, 'reject the wire', '§3', undefined, { answer: wirePayment }),
  'desk.reverse': operation(reverseWire, 'reverse the wire', '§3', undefined, { answer: wirePayment }),
  'desk.releaseBatch': operation(releaseBatch, 'release a batch', '§3'),
  ...webhookOperations,
  // What a test controls of pushes, and the steps by which the shell delivers them. (§6)
  'webhooks.connect': operation(connect, 'connect a handler', '§6'),
  'webhooks.disconnect': operation(disconnect, 'disconnect a handler', '§6'),
  'pushes.receive': operation(receivePush, 'receive a push', '§6'),
  'pushes.setMode': operation(setPushMode, 'set when pushes go', '§6'),
  'pushes.begin': operation(beginNext, 'begin a push', '§6'),
  'pushes.beginByHand': operation(beginByHand, 'deliver the push of', '§6'),
  'pushes.end': operation(endPush, 'end a push', '§6'),
  'pushes.drop': operation(dropPush, 'drop the push of', '§6'),
  'pushes.delay': operation(delayPush, 'delay the push of', '§6'),
  'pushes.prefer': operation(preferPush, 'prefer the push of', '§6'),
  'events.forget': operation(forgetEvents, 'forget events', '§6'),
  ...loanOperations,
  ...faultOperations,
  ...expectationOperations,
  'clock.advance': operation(advanceTo, 'advance the clock', '§3'),
} as const

type Rows = typeof operations
type NamesOf<Kind> = { [Name in keyof Rows]: Rows[Name] extends { kind: Kind } ? Name : never }[keyof Rows]

/** The name of an operation, which changes the world. */
export type OperationName = NamesOf<'operation'>
/** The name of an inquiry, which only reads the world. */
export type InquiryName = NamesOf<'inquiry'>

/** How an error begins: `Failed to read the wire "…"`. `subject`: the id or number that the message names. */
export function failedTo(name: OperationName | InquiryName, subject?: string): string {
  return `Failed to ${operations[name].verb}${subject === undefined ? '' : ` "${subject}"`}`
}

export type OperationInput<Name extends OperationName> = InputOf<Rows[Name]>
export type OperationOutput<Name extends OperationName> = OutputOf<Rows[Name]>
export type Performer<Name extends OperationName> = (
  turn: Turn,
  input: OperationInput<Name>,
) => OperationOutput<Name> | Rejection

export type InquiryInput<Name extends InquiryName> = InputOf<Rows[Name]>
export type InquiryOutput<Name extends InquiryName> = OutputOf<Rows[Name]>

/** Says what a name from outside is; undefined if it is neither an operation nor an inquiry. */
export function kindOf(name: string): 'operation' | 'inquiry' | undefined {
  return Object.hasOwn(operations, name) ? operations[name as keyof Rows].kind : undefined
}
