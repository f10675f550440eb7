/**
 * The table of the faults that a test can inject: where each takes effect (strikes), what happens then, and which options it takes. A new
 * fault is a row here; the compiler then asks for its effect in http/strike.ts or shell/pushes/next-push.ts. (§7)
 */
import { namesOf } from '../kernel/names.ts'

/** The calls that a fault can strike, if it cannot strike all. */
export type CallsOfFault = 'withToken' | 'reading' | 'changing'

export type FaultOption = 'status' | 'body' | 'retryAfter' | 'seconds' | 'count'

interface Row {
  readonly strikes: 'push' | 'batch'
  /** The options that the fault takes, besides those that say where it strikes. */
  readonly takes?: readonly FaultOption[]
  /** The HTTP status of the answer, unless the test gives one. */
  readonly usualStatus?: number
  /** The least value of `seconds`; by default 0. */
  readonly leastSeconds?: number
  /** Whether the fault strikes only signed pushes. */
  readonly isOfSignature?: true
  /** Whether the fault needs a second waiting push. */
  readonly needsAnother?: true
  /** What goes wrong, as a sentence. */
  readonly means: string
}

interface RequestRow extends Omit<Row, 'strikes'> {
  readonly strikes: 'request'
  /** The calls that the fault can strike; by default all. */
  readonly calls?: CallsOfFault
  /** Whether the bank performs the request. */
  readonly isDone: boolean
  readonly isAnswered: boolean
  /** Whether the answer is broken JSON. */
  readonly isGarbled?: true
  /** Whether the pushes that the request causes come before its answer. */
  readonly pushesGoFirst?: true
  /** Whether a repeat with the same idempotency key is refused for a while. */
  readonly staysUnderWay?: true
}

const refused = { strikes: 'request', isDone: false, isAnswered: true } as const
const unanswered = { strikes: 'request', isDone: false, isAnswered: false } as const
const done = { strikes: 'request', isDone: true, isAnswered: true } as const
const doneUnanswered = { strikes: 'request', isDone: true, isAnswered: false } as const

const rows = {
  status: {
    ...refused,
    takes: ['status', 'body', 'retryAfter'],
    usualStatus: 503,
    means: 'The call is not done. Its answer is an error, 503 by default.',
  },
  timeout: { ...unanswered, means: 'The call is not done and never answered: the request times out.' },
  networkError: { ...unanswered, means: 'The call is not done and never answered: the network is broken.' },
  lostAnswer: { ...doneUnanswered, means: 'The call is done, but never answered.' },
  failedAnswer: {
    ...done,
    takes: ['status', 'body'],
    usualStatus: 502,
    means: 'The call is done, but its answer is an error, 502 by default.',
  },
  underWay: {
    ...doneUnanswered,
    staysUnderWay: true,
    takes: ['seconds'],
    means:
      'The call is done, but not answered in time. For some virtual seconds, a repeat with its idempotency key gets a 409.',
  },
  slow: { ...done, takes: ['seconds'], leastSeconds: 1, means: 'The call is done after some virtual seconds.' },
  malformedBody: { ...done, isGarbled: true, means: 'The call is done, but its answer is only half the JSON.' },
  expiredToken: { ...refused, calls: 'withToken', means: 'The token of the request is no longer valid.' },
  staleRead: {
    ...done,
    calls: 'reading',
    means:
      'The answer lacks the latest update of the records, if that update is only minutes old and the partner has seen no event of it.',
  },
  beforeAnswer: {
    ...done,
    calls: 'changing',
    pushesGoFirst: true,
    means: 'The pushes that the request causes come before its answer.',
  },
  duplicate: { strikes: 'push', means: 'The push comes twice.' },
  drop: { strikes: 'push', means: 'The push never comes.' },
  delay: { strikes: 'push', takes: ['seconds'], leastSeconds: 1, means: 'The push comes some virtual seconds later.' },
  reorder: { strikes: 'push', needsAnother: true, means: 'The push comes after the next push.' },
  wrongSignature: { strikes: 'push', isOfSignature: true, means: 'The push is signed with another secret.' },
  missingSignature: { strikes: 'push', isOfSignature: true, means: 'The push comes without its signature.' },
  partialRelease: {
    strikes: 'batch',
    takes: ['count'],
    means: 'Some wires of the batch stay behind for the next batch.',
  },
} as const satisfies { readonly [kind: string]: RequestRow | Row }

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

export const faultKinds: { readonly [Kind in FaultKind]: Kind extends RequestFault ? RequestRow : Row } = rows

export const requestFaults = namesOf(rows).filter((kind) => faultKinds[kind].strikes === 'request') as RequestFault[]
