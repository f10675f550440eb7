/** The data of a trace's page, as plain JSON: the steps of one bank, or of two banks to compare. The page imports these types, too. */
import type { Lane } from '../../../core/telling.ts'
import type { WaitingPush } from '../../../core/webhooks/push-record.ts'
import type { HttpExchange } from '../../shell/state/exchange.ts'
import type { BankOptions } from '../../shell/state/options.ts'
import type { AssumptionUse } from '../assumption-uses.ts'
import type { Finding } from '../conduct/finding.ts'

export interface TraceData {
  readonly title: string
  /** The message of the test that failed. */
  readonly problem: string | null
  /** The file of the test, and the line that failed: `test/pay.test.ts:27`. */
  readonly place?: string
  /** Changes of a run of `explore` that belong to no single step. */
  readonly marks: readonly string[]
  readonly banks: readonly BankTrace[]
  /** The number of the first step in which two banks differ, in the first bank. Null if there is none, or only one bank. */
  readonly firstDifference: number | null
  /** The number of that step in the second bank. */
  readonly besideDifference?: number
  /** The URL of the messages about a running bank, relative to the page. Absent if the page follows no bank. */
  readonly follow?: string
}

/** A message to a page that follows a bank. Each message has the whole trace. */
export interface LiveMessage {
  /** The number of steps that are left out at the beginning. Step 0 of the trace comes after these. */
  readonly left: number
  readonly bank: BankTrace
  readonly inForce: InForce
}

/** What a test set at the bank, and what stays until it is removed. */
export interface InForce {
  readonly pushMode: string
  readonly faults: readonly Standing[]
  readonly restrictions: readonly Standing[]
  readonly registrations: readonly Standing[]
}

export interface Standing {
  readonly id: string
  /** The partner to whom it belongs, if that is not the first one. */
  readonly partner?: string
  readonly text: string
}

/** One bank: its steps, and the lists whose items the steps name by index. */
export interface BankTrace {
  readonly title: string
  readonly seed: number
  readonly timeZone: string
  /** The options of the bank that differ from their defaults, and its seed. */
  readonly options: BankOptions
  /** A sentence for each part that cannot be shown. */
  readonly missing: readonly string[]
  readonly steps: readonly Step[]
  readonly requests: readonly TracedRequest[]
  readonly accounts: readonly TracedAccount[]
  readonly payments: readonly TracedPayment[]
  readonly findings: readonly TracedFinding[]
  readonly assumptions: readonly TracedAssumption[]
  /** The journal of the bank without the happenings. Null if entries are gone, or if it cannot be replayed. */
  readonly journal: readonly object[] | null
}

/** One call of the bank, or one instant at which something was due. */
export interface Step {
  /** ISO 8601, in the bank's zone. */
  readonly at: string
  /** Where an advance of the clock ended, if nothing happened at that instant. */
  readonly until?: string
  /** The name of the operation or endpoint: `clock.advance`, `createWire`. Absent if the step shows only a state. */
  readonly operation?: string
  readonly actor?: 'partner' | 'internal' | 'clock'
  /** The outcome of the operation. Absent if it is `done`. */
  readonly outcome?: string
  /** The index of the request. */
  readonly request?: number
  /** The line of the test that made the step: `pay.test.ts:34`. */
  readonly place?: string
  readonly facts: readonly TracedFact[]
  /** Why the step counts as injected: `fault lostAnswer`, `decision desk.reject`. */
  readonly mark?: string
  readonly changes: readonly Change[]
  /** The number of changes that are left out. */
  readonly more?: number
  readonly state: StateChange
}

export interface TracedFact {
  readonly lane: Lane
  readonly isRefusal: boolean
  readonly text: string
  /** The index of the payment that the fact is about. */
  readonly payment?: number
}

/** One difference between the world before a step and the one after it. */
export interface Change {
  /** The record: `wire 3c75a8ba`, `account 2497519674`. */
  readonly of: string
  /** Absent if the whole record is new or gone. */
  readonly field?: string
  readonly from?: string
  readonly to?: string
}

/** The state that one step changed. A part without changes is absent. */
export interface StateChange {
  /** The amounts are in minor units. */
  readonly balances?: readonly Balance[]
  readonly payments?: readonly PaymentNow[]
  /** If the list of an instant is empty, nothing is due at that instant any more. */
  readonly agenda?: readonly DueAt[]
  readonly pushes?: readonly PushNow[]
}

export interface Balance {
  /** The index of the account. */
  readonly account: number
  readonly current: number
  readonly available: number
  readonly reserved: number
  readonly held: number
}

export interface PaymentNow {
  /** The index of the payment. */
  readonly payment: number
  readonly status: string
  /** Null if the payment is in a final status. */
  readonly waitsFor: string | null
  /** When the timer of the payment runs. Absent if it waits for a person. */
  readonly until?: string
}

/** The operations that are due at an instant, each with a count. */
export interface DueAt {
  readonly at: string
  readonly due: readonly (readonly [operation: string, count: number])[]
}

/** A push that waits, or no longer waits: then `push` is null. `delivery` identifies the push. */
export interface PushNow {
  readonly delivery: number
  readonly push: Omit<WaitingPush, 'eventId'> | null
}

export type TracedRequest = HttpExchange & {
  /** The indexes of the assumptions on which calls of this kind rest. */
  readonly assumptions: readonly number[]
  /** The indexes of the conduct findings that name the request. */
  readonly findings: readonly number[]
}

type TracedFinding = Pick<Finding, 'rule' | 'section' | 'fact' | 'advice' | 'text'>
type TracedAssumption = Omit<AssumptionUse, 'usedBy'>

export interface TracedAccount {
  readonly number: string
  readonly title: string
  /** The number of the master account. Null if this is a master account. */
  readonly master: string | null
}

export interface TracedPayment {
  readonly id: string
  readonly direction: string
  /** Minor units. */
  readonly amount: number
  readonly accountNumber: string
  /** The text of `bank.explain(id)` at the end of the trace. Null if it was left out. */
  readonly explanation: string | null
}
