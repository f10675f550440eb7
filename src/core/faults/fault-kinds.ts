/**
 * THE TABLE of the faults that a test can inject: where each takes effect (strikes), which options it takes, what goes wrong, and what it
 * does to the call or the push. A new fault is a row here. (§7)
 */
import type { AssumptionId } from '../assumptions/catalogue.ts'
import { keysOf } from '../kernel/keys.ts'

/** The calls that a fault can strike, if it cannot strike all. */
export type CallsOfFault = 'withToken' | 'reading' | 'changing'

export type FaultOption = 'status' | 'body' | 'retryAfter' | 'seconds' | 'count'

/** How a fault changes the way in which a call is performed. */
export interface PerformSettings {
  /** Reads the state that a lagging replica shows. */
  readonly isStale?: true
  /** For how many seconds a repeat with the same idempotency key is refused. */
  readonly underWaySeconds?: number
  /** How many seconds the call has taken already. */
  readonly tookSeconds?: number
}

/** A call that a fault strikes, with what a fault may do to it. A call is performed in one tick, and so is the fault. */
export interface CallUnderFault<Answer> {
  /** The `seconds` of the fault, or the usual ones of its kind. */
  readonly seconds: number
  readonly perform: (how?: PerformSettings) => Answer
  /** The error answer of the fault, with its status and its body. */
  readonly refuse: () => Answer
  readonly withhold: () => Answer
  readonly halve: (answer: Answer) => Answer
  readonly revokeToken: () => void
}

/** A push that a fault strikes before it goes. */
interface StruckPush {
  readonly seconds: number
  readonly drop: () => void
  readonly delay: (seconds: number) => void
  /** Moves the push that waits behind it to the front. */
  readonly letPass: () => void
}

/** How a struck push goes; `skip`: it does not go now, and the next push of the outbox is looked at. */
export type Going = 'skip' | { readonly isTwice?: true; readonly signature?: 'wrong' | 'none' }

interface FaultRow {
  readonly strikes: 'push' | 'batch'
  /** The options that the fault takes, besides those that say where it strikes. */
  readonly takes?: readonly FaultOption[]
  /** The HTTP status of the answer, unless the test gives one. */
  readonly usualStatus?: number
  /** The least value of `seconds`; by default 0. */
  readonly leastSeconds?: number
  /** The `seconds`, unless the test gives some. */
  readonly usualSeconds?: number
  /** Whether the fault strikes only signed pushes. */
  readonly isOfSignature?: true
  /** Whether the fault needs a second waiting push. */
  readonly needsAnother?: true
  /** What goes wrong, as a sentence. */
  readonly means: string
  /** The assumptions that say how it goes wrong. */
  readonly restsOn?: readonly AssumptionId[]
}

interface PushRow extends FaultRow {
  readonly strikes: 'push'
  readonly push: (push: StruckPush) => Going
}

/** The error of a socket as Node has it: its code, its number, and the system call that fails. */
export interface SocketFacts {
  readonly code: string
  readonly errno: number
  readonly syscall: string
}

/** What a client gets in place of an answer; `pageError` is what a page gets, as Playwright names it. */
type Cut = SocketFacts & { readonly pageError: string }

interface RequestRow extends Omit<FaultRow, 'strikes'> {
  readonly strikes: 'request'
  readonly request: <Answer>(call: CallUnderFault<Answer>) => Answer
  /** The calls that the fault can strike; by default all. */
  readonly calls?: CallsOfFault
  /** Whether the bank performs the request. */
  readonly isDone: boolean
  /** If false, `cut` (bank/http/client.ts) puts an error in the place of the answer, whatever `request` returns. */
  readonly isAnswered: boolean
  readonly cut?: Cut
  /** Whether the `seconds` pass before the call is performed. */
  readonly takesTime?: true
  /** Whether the answer is broken JSON. */
  readonly isGarbled?: true
  /** Whether the pushes that the request causes come before its answer. The bank chooses such a fault when the call is done. */
  readonly pushesGoFirst?: true
  /** Whether a repeat with the same idempotency key is refused for a while. */
  readonly staysUnderWay?: true
}

const refused = { strikes: 'request', isDone: false, isAnswered: true } as const
const done = { strikes: 'request', isDone: true, isAnswered: true } as const
const TIMED_OUT: Cut = { code: 'ETIMEDOUT', errno: -110, syscall: 'read', pageError: 'timedout' }
const RESET: Cut = { code: 'ECONNRESET', errno: -104, syscall: 'read', pageError: 'connectionreset' }
const unanswered = (cut: Cut) => ({ strikes: 'request', isDone: false, isAnswered: false, cut }) as const
const doneUnanswered = (cut: Cut) => ({ strikes: 'request', isDone: true, isAnswered: false, cut }) as const

const rows = {
  status: {
    ...refused,
    takes: ['status', 'body', 'retryAfter'],
    usualStatus: 503,
    means: 'The call is not done. Its answer is an error, 503 by default.',
    request: (call) => call.refuse(),
  },
  timeout: {
    ...unanswered(TIMED_OUT),
    means: 'The call is not done and never answered, as in a time-out.',
    request: (call) => call.withhold(),
  },
  networkError: {
    ...unanswered(RESET),
    means: 'The call is not done and never answered: the network is broken.',
    request: (call) => call.withhold(),
  },
  lostAnswer: {
    ...doneUnanswered(RESET),
    means: 'The call is done, but never answered.',
    request: (call) => call.perform(),
  },
  failedAnswer: {
    ...done,
    takes: ['status', 'body'],
    usualStatus: 502,
    means: 'The call is done, but its answer is an error, 502 by default.',
    request(call) {
      call.perform()
      return call.refuse()
    },
  },
  underWay: {
    ...doneUnanswered(TIMED_OUT),
    staysUnderWay: true,
    restsOn: ['idempotency.underWay', 'idempotency.overlap'],
    takes: ['seconds'],
    usualSeconds: 30,
    means:
      'The call is done, but not answered in time. For some virtual seconds, a repeat with its idempotency key gets a 409.',
    request: (call) => call.perform({ underWaySeconds: call.seconds }),
  },
  slow: {
    ...done,
    takesTime: true,
    takes: ['seconds'],
    leastSeconds: 1,
    usualSeconds: 30,
    means: 'The call is done after some virtual seconds.',
    request: (call) => call.perform({ tookSeconds: call.seconds }),
  },
  malformedBody: {
    ...done,
    isGarbled: true,
    means: 'The call is done, but its answer is only half the JSON.',
    request: (call) => call.halve(call.perform()),
  },
  expiredToken: {
    ...refused,
    calls: 'withToken',
    means: 'The token of the request is no longer valid.',
    request(call) {
      call.revokeToken()
      return call.perform()
    },
  },
  staleRead: {
    ...done,
    calls: 'reading',
    means:
      'The read lacks the latest change, as from a copy that lags behind: only in the ten minutes after it, and only until the partner gets a push.',
    request: (call) => call.perform({ isStale: true }),
  },
  beforeAnswer: {
    ...done,
    calls: 'changing',
    pushesGoFirst: true,
    means: 'The pushes that the request causes come before its answer.',
    request: (call) => call.perform(),
  },
  duplicate: { strikes: 'push', means: 'The push comes twice.', push: () => ({ isTwice: true }) },
  drop: {
    strikes: 'push',
    means: 'The push never comes.',
    push(push) {
      push.drop()
      return 'skip'
    },
  },
  delay: {
    strikes: 'push',
    takes: ['seconds'],
    leastSeconds: 1,
    usualSeconds: 60,
    means: 'The push comes some virtual seconds later.',
    push(push) {
      push.delay(push.seconds)
      return 'skip'
    },
  },
  reorder: {
    strikes: 'push',
    needsAnother: true,
    means: 'The push comes after the next push.',
    push(push) {
      push.letPass()
      return 'skip'
    },
  },
  wrongSignature: {
    strikes: 'push',
    isOfSignature: true,
    means: 'The push is signed with another secret.',
    push: () => ({ signature: 'wrong' }),
  },
  missingSignature: {
    strikes: 'push',
    isOfSignature: true,
    means: 'The push comes without its signature.',
    push: () => ({ signature: 'none' }),
  },
  partialRelease: {
    strikes: 'batch',
    takes: ['count'],
    means: 'Some wires of the batch stay behind for the next batch.',
  },
} as const satisfies { readonly [kind: string]: RequestRow | PushRow | (FaultRow & { readonly strikes: 'batch' }) }

type Rows = typeof rows
type KindsWith<Facts> = { [Kind in keyof Rows]: Rows[Kind] extends Facts ? Kind : never }[keyof Rows]

/** What can go wrong. */
export type FaultKind = keyof Rows
/** What can go wrong with a request. */
export type RequestFault = KindsWith<{ strikes: 'request' }>
/** What can go wrong with a push to a connected handler. */
export type PushFault = KindsWith<{ strikes: 'push' }>
/** What can go wrong with a batch. */
export type BatchFault = KindsWith<{ strikes: 'batch' }>
export type NeverAnswered = KindsWith<{ isAnswered: false }>

export const faultKinds: {
  readonly [Kind in FaultKind]: Kind extends NeverAnswered
    ? RequestRow & { readonly cut: Cut }
    : Kind extends RequestFault
      ? RequestRow
      : Kind extends PushFault
        ? PushRow
        : FaultRow
} = rows

export const requestFaults = keysOf(rows).filter((kind) => faultKinds[kind].strikes === 'request') as RequestFault[]
