/** The data of a trace's page: one bank, or two beside each other, step by step. Plain data; the page reads these types too. */
import type { Lane } from '../../../core/telling.ts'
import type { WaitingPush } from '../../../core/webhooks/push-record.ts'
import type { HttpExchange } from '../../shell/state/exchange.ts'
import type { AssumptionUse } from '../assumption-uses.ts'
import type { Finding } from '../conduct/finding.ts'

export interface TraceData {
  readonly title: string
  /** The message of the test that failed. */
  readonly problem: string | null
  /** The changes of a run of `explore`, which stand in no step. */
  readonly marks: readonly string[]
  readonly banks: readonly BankTrace[]
  /** Of two banks: the number of the first step that differs. */
  readonly firstDifference: number | null
  /** The address of the messages about a running bank, relative to the page; absent where the page shows the past. */
  readonly follow?: string
}

/** The data that a live page gets, whole each time. */
export interface LiveMessage {
  /** How many steps are left out at the beginning: the numbers of all others are lower by so many. */
  readonly left: number
  readonly bank: BankTrace
}

/** One bank: its steps, and what they point to by index. */
export interface BankTrace {
  readonly title: string
  readonly seed: number
  readonly timeZone: string
  /** What cannot be shown, each a sentence. */
  readonly missing: readonly string[]
  readonly steps: readonly Step[]
  readonly requests: readonly TracedRequest[]
  readonly accounts: readonly TracedAccount[]
  readonly payments: readonly TracedPayment[]
  readonly findings: readonly TracedFinding[]
  readonly assumptions: readonly TracedAssumption[]
  /** Every operation of the bank, from its opening on: its journal, without what happened. Null where entries of it are gone. */
  readonly journal: readonly object[] | null
}

/** One call of the bank, or one instant at which something was due. Parts of the state that are not named did not change. */
export interface Step {
  /** ISO 8601, in the bank's zone. */
  readonly at: string
  /** The instant to which an advance of the clock went on, after the last thing that happened on the way. */
  readonly until?: string
  /** The operation or call of the endpoint table: `wires.create`, `clock.advance`; absent where it is not known. */
  readonly operation?: string
  readonly actor?: 'partner' | 'internal' | 'clock'
  /** The outcome of the operation, unless it is `done`. */
  readonly outcome?: string
  /** The request, by index. */
  readonly request?: number
  readonly facts: readonly TracedFact[]
  /** Why it counts as injected: `fault lostAnswer`, `decision desk.reject`. */
  readonly mark?: string
  readonly changes: readonly Change[]
  /** How many changes are left out. */
  readonly more?: number
  readonly state: StateChange
}

export interface TracedFact {
  readonly lane: Lane
  readonly isRefusal: boolean
  readonly text: string
  /** The payment that it is about, by index. */
  readonly payment?: number
}

/** One difference between the world before a step and the one after it. */
export interface Change {
  /** The record: `wire 3c75a8ba`, `account 2497519674`. */
  readonly of: string
  /** The field; absent where the whole record came or went. */
  readonly field?: string
  readonly from?: string
  readonly to?: string
}

/** The changes of one step. */
export interface StateChange {
  /** By the index of the account; minor units. */
  readonly balances?: readonly Balance[]
  readonly payments?: readonly PaymentNow[]
  /** Nothing is due any more where the list of an instant is empty. */
  readonly agenda?: readonly DueAt[]
  readonly pushes?: readonly PushNow[]
}

export interface Balance {
  /** By index. */
  readonly account: number
  readonly current: number
  readonly available: number
  readonly reserved: number
  readonly held: number
}

export interface PaymentNow {
  /** By index. */
  readonly payment: number
  readonly status: string
  /** Null where the payment is at its end. */
  readonly waitsFor: string | null
}

/** What is due at an instant: each operation, and how often. */
export interface DueAt {
  readonly at: string
  readonly due: readonly (readonly [operation: string, count: number])[]
}

/** A push that waits, by its delivery; null where it waits no more. */
export interface PushNow {
  readonly delivery: number
  readonly push: Omit<WaitingPush, 'eventId'> | null
}

export interface TracedRequest extends Omit<HttpExchange, 'journalSize'> {
  /** The assumptions that it rested on, by index. */
  readonly assumptions: readonly number[]
  /** The conduct findings that name it, by index. */
  readonly findings: readonly number[]
}

type TracedFinding = Pick<Finding, 'rule' | 'section' | 'fact' | 'advice' | 'text'>
type TracedAssumption = Omit<AssumptionUse, 'usedBy'>

export interface TracedAccount {
  readonly number: string
  readonly title: string
  /** The number of its master account; null for a master account. */
  readonly master: string | null
}

export interface TracedPayment {
  readonly id: string
  readonly direction: string
  /** Minor units. */
  readonly amount: number
  readonly accountNumber: string
  /** What `bank.explain(id).text` says at the end; null where it was left out. */
  readonly explanation: string | null
}
