/**
 * The kinds of changes that a run can have at a point: a request, a push, a payment, a call of a store. A new kind is a row here, and code
 * where the point is: in the stage, in the scene, at the desk.
 */
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import { kindOf } from '../../contract/operations.ts'
import { faultKinds } from '../../core/faults/fault-kinds.ts'
import { namesOf } from '../../core/kernel/names.ts'
import type { Instant } from '../../core/kernel/time/instant.ts'
import type { RefusalCode } from '../../core/ledger/posting-codes.ts'

/** The kinds of points at which a run can be changed. */
export type PointKind = 'request' | 'push' | 'payment' | 'store'

/** A point of a run. */
export interface Point {
  readonly kind: PointKind
  /** Which of its kind, from 1. */
  readonly nth: number
  /** What it is: an endpoint, an event, a method of a store. */
  readonly label: string
  /** Of a call of a store without a statement: the line of the partner's code that made it. */
  readonly from?: string
  /** Of a request and of a call of a store: a number for the lines of the partner's code through which it came. */
  readonly path?: number | undefined
  /** Where it stands among all points of the run. */
  readonly place: number
  readonly at: Instant
  /** Whether a process makes this call: it can be ended here. */
  readonly isOfProcess?: boolean
  readonly isSigned?: boolean
  /** Whether a payment waits for a batch once the call is done. */
  readonly isBeforeBatch?: boolean
  /** Whether the same call had the same outcome twice before: a change here repeats one that was already tried. */
  readonly isRepeat?: boolean
  /** The waiting pushes that could be moved to the front, by place: each shares a payment or an account with a push before it. */
  readonly canGoFirst?: readonly number[]
  /** How a call ended: its status, or what went wrong. */
  readonly outcome?: string
  /** The places to which the partner's code got since the point before. */
  readonly announced?: string
  /** A hash of all that was asked and answered there, apart from instants. */
  readonly what?: number
  /** Of a request: a hash of what was asked, with its idempotency key. A retry asks the same. */
  readonly asked?: number
}

interface Row {
  readonly at: PointKind
  /** Whether this kind makes a difference at a point. */
  readonly applies?: (point: Point) => boolean
  /** The option that turns this kind on or off; `faults` where none is named. */
  readonly option?: 'orders' | 'overlaps' | 'lostPushes' | 'deskDecisions' | 'unsolicitedPayments'
  /** It lasts for minutes, so an immediate retry does not help: a scenario may give up, and say so. */
  readonly lastsAWhile?: true
  /** Most code treats it like this other kind, which replaces it as the second change of a pair. */
  readonly alike?: string
  /** A fault of the bank, with its status where it has one. */
  readonly fault?: { readonly kind: keyof typeof faultKinds; readonly status?: number }
  /** The outcome that is asked for before the payment is there. */
  readonly refusal?: RefusalCode
  readonly means: string
}

const endpointOf = ({ label }: Point) =>
  Object.hasOwn(endpoints, label) ? endpoints[label as EndpointName] : undefined
const isSecured = (point: Point) => endpointOf(point)?.isSecured === true
const isRead = (point: Point) => {
  const operation = endpointOf(point)?.operation
  return operation !== undefined && (operation === 'discovery' || kindOf(operation) === 'inquiry')
}
const isWrite = (point: Point) => !isRead(point)
const meansOf = (kind: keyof typeof faultKinds) => faultKinds[kind].means

const answered = (status: number) =>
  ({ at: 'request', fault: { kind: 'status', status }, means: `Not done, and answered with ${status}.` }) as const
const failedAnswer = (status: number) =>
  ({
    at: 'request',
    alike: 'lostAnswer',
    fault: { kind: 'failedAnswer', status },
    applies: isWrite,
    means: `Done, and answered with ${status}.`,
  }) as const
const struck = (kind: keyof typeof faultKinds, applies?: Row['applies']) =>
  ({ at: 'request', fault: { kind }, means: meansOf(kind), ...(applies ? { applies } : {}) }) as const
const overlap = (means: string) => ({ at: 'request', option: 'overlaps', means }) as const
const struckPush = (kind: keyof typeof faultKinds) => ({ at: 'push', fault: { kind }, means: meansOf(kind) }) as const
const signature = (kind: keyof typeof faultKinds) =>
  ({ ...struckPush(kind), alike: 'lost', applies: ({ isSigned = false }: Point) => isSigned }) as const
const crash = <At extends PointKind>(at: At, means: string) =>
  ({ at, applies: ({ isOfProcess = false }: Point) => isOfProcess, means }) as const
const decision = (means: string) => ({ at: 'payment', option: 'deskDecisions', means }) as const
const refusal = (code: RefusalCode) =>
  ({
    ...decision(`The bank rejects it at its review, with posting code ${code}.`),
    alike: 'rejected',
    refusal: code,
  }) as const

const rows = {
  lostAnswer: struck('lostAnswer', isWrite),
  status503: answered(503),
  status500: { ...answered(500), alike: 'status503' },
  status429: answered(429),
  status401: { ...answered(401), applies: isSecured, alike: 'expiredToken' },
  timeout: { ...struck('timeout'), alike: 'status503' },
  networkError: { ...struck('networkError'), alike: 'status503' },
  malformedBody: { ...struck('malformedBody'), alike: 'lostAnswer' },
  failedAnswer500: failedAnswer(500),
  failedAnswer502: failedAnswer(502),
  failedAnswer504: failedAnswer(504),
  slow: { ...overlap('It is done, and answered twenty seconds later.'), alike: 'answersLate' },
  pauseBefore: { ...overlap('It is done when nothing else is left to do at this instant.'), alike: 'pauseAfter' },
  pauseAfter: overlap('It is answered when nothing else is left to do at this instant.'),
  answersLate: overlap('It is done, and answered ten minutes later.'),
  batchMeanwhile: {
    ...overlap('It is done; a batch goes out ten seconds later, with all that this tells; then it is answered.'),
    applies: ({ isBeforeBatch = false }) => isBeforeBatch,
  },
  arrivesLate: { ...overlap('It comes to the bank ten minutes later.'), alike: 'answersLate' },
  underWay: { ...struck('underWay', isWrite), lastsAWhile: true },
  failing: {
    at: 'request',
    alike: 'outage',
    lastsAWhile: true,
    means: 'It and the two calls after it, within ten minutes, are not done, and answered with 503.',
  },
  expiredToken: struck('expiredToken', isSecured),
  staleRead: struck('staleRead', (point) => isSecured(point) && isRead(point)),
  outage: {
    at: 'request',
    lastsAWhile: true,
    means: 'From here on nothing is done and nothing answered, for ten minutes.',
  },
  arrival: {
    at: 'request',
    option: 'unsolicitedPayments',
    applies: ({ label }) => label === 'listWires',
    means: 'Just before it is done a payment comes in that nobody asked for: pages shift.',
  },
  // The memory of the process is gone: this ends as a crash after the call before does.
  crashBefore: { ...crash('request', 'The process ends, and nothing was sent.'), alike: 'crashAfter' },
  crashOnTheWay: {
    ...crash(
      'request',
      'The process ends, and it comes to the bank two minutes later, when the process is there again.',
    ),
    alike: 'crashAfter',
  },
  crashAfter: crash('request', 'It is done, and the process ends before the answer.'),
  duplicate: struckPush('duplicate'),
  twins: { at: 'push', alike: 'duplicate', means: 'It comes twice at once, and both are taken in beside each other.' },
  again: { at: 'push', alike: 'duplicate', means: 'It comes once more after everything else.' },
  drop: { ...struckPush('drop'), alike: 'lost', means: 'It does not come until the bank has healed.' },
  delay: { ...struckPush('delay'), alike: 'lost' },
  lost: { ...struckPush('drop'), option: 'lostPushes', means: 'It never comes.' },
  first: {
    at: 'push',
    option: 'orders',
    applies: ({ canGoFirst = [] }) => canGoFirst.length > 0,
    means: 'One of those behind it comes first.',
  },
  receiverDown: { at: 'push', alike: 'lost', means: 'From here on the receiver answers nothing, for ten minutes.' },
  suspended: {
    at: 'push',
    alike: 'lost',
    option: 'lostPushes',
    means: 'The receiver answers nothing until the bank gives up, and nobody restarts the registration.',
  },
  crashOnPush: {
    ...crash('push', 'The process ends when its receiver has done its work, before it answers.'),
    alike: 'duplicate',
  },
  wrongSignature: signature('wrongSignature'),
  missingSignature: signature('missingSignature'),
  held: decision('The operations team holds it until the bank has healed.'),
  rejected: decision('The operations team rejects it.'),
  rejectedLate: {
    ...decision('The operations team rejects it after a minute, when it is Pending.'),
    alike: 'rejected',
  },
  'ends:Rejected:NSF': refusal('NSF'),
  'ends:Rejected:RES': refusal('RES'),
  'ends:Rejected:CLS': refusal('CLS'),
  reversed: decision('The operations team takes it back an hour after it was completed.'),
  reversedAtOnce: { ...decision('The operations team takes it back as soon as it is completed.'), alike: 'reversed' },
  leftBehind: {
    ...decision('The next batch leaves its wires to the one after.'),
    alike: 'held',
    applies: ({ label }) => label === 'Outbound',
  },
  storeFails: { at: 'store', means: 'It fails, and nothing was done.' },
  storeAnswerLost: { at: 'store', means: 'It is done, and fails.' },
  crashBeforeStore: { ...crash('store', 'The process ends before it.'), alike: 'crashAfterStore' },
  crashAfterStore: crash('store', 'The process ends after it.'),
} as const satisfies { readonly [kind: string]: Row }

/** The kind of a change at a point. */
export type ChangeKind = keyof typeof rows
export const changeKinds: { readonly [Kind in ChangeKind]: Row } = rows

/** The kinds that are a fault of the bank, at a request or a push. */
export const faultsAt = (point: PointKind): ChangeKind[] =>
  namesOf(changeKinds).filter((kind) => changeKinds[kind].at === point && changeKinds[kind].fault)
