/**
 * The table of the kinds of changes at a point. To add a kind, add a row here, and handle it where its points arise: in
 * `requests.ts`, `outages.ts`, `pushes.ts`, `store.ts` or `desk.ts` of `stage/`.
 */
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import { kindOf } from '../../contract/operations.ts'
import { faultKinds } from '../../core/faults/fault-kinds.ts'
import { keysOf } from '../../core/kernel/keys.ts'
import type { Instant } from '../../core/kernel/time/instant.ts'
import type { RefusalCode } from '../../core/ledger/posting-codes.ts'

export type PointKind = 'request' | 'push' | 'payment' | 'store'

/** A point of a run, at which a change can take effect (strike). */
export interface Point {
  readonly kind: PointKind
  /** Its number among the points of its kind, from 1. */
  readonly nth: number
  /** The endpoint, the event, the direction of the payment, or the method of the store. */
  readonly label: string
  /** The line of the partner's code that made a store call, if the call has no query text to identify it. */
  readonly from?: string
  /** A number for the call site: the lines of the partner's code that led to a request or a store call. */
  readonly path?: number | undefined
  readonly at: Instant
  /** True if a process makes this call or receives this push, so that a change can end the process here. */
  readonly isOfProcess?: boolean
  readonly isSigned?: boolean
  /** True if the bank pushes to some registration when the payment or the call is made. */
  readonly isAnnounced?: boolean
  /** True if an outbound payment waits for a batch when the call is done. */
  readonly isBeforeBatch?: boolean
  /** True if the run has already made this call with this outcome twice, so that a change here shows nothing new. */
  readonly isRepeat?: boolean
  /** The indexes of the waiting pushes that the change `first` may move to the front. */
  readonly canGoFirst?: readonly number[]
  /** The status of the answer, or the fault that took its place. */
  readonly outcome?: string
  /** The names that the partner's code passed to `reach` since the previous point. */
  readonly announced?: string
  /** A hash of the call with its answer, or of the resources of the push; instants are left out. */
  readonly what?: number
  /** A hash of the URL, the idempotency key and the body of a request: equal for a retry. */
  readonly asked?: number
}

interface ChangeRow {
  readonly at: PointKind
  /** False where this kind would change nothing. By default it applies everywhere. */
  readonly applies?: (point: Point) => boolean
  /** The option that turns this kind on or off; by default `faults`. */
  readonly option?: 'orders' | 'overlaps' | 'lostPushes' | 'deskDecisions' | 'unsolicitedPayments'
  /** Lasts for minutes, so that an immediate retry fails too. The scenario may then reject. */
  readonly lastsAWhile?: true
  /** Lasts longer than code need try. Only the oracles judge the run, because the code may have given up. */
  readonly outlasts?: true
  /** A kind that most code treats in the same way. It is tried instead of this one as the second change of a pair. */
  readonly alike?: string
  /** Shows mistakes that no other kind shows, so it is tried once at each call site before the pairs. */
  readonly isSoon?: true
  /** The fault to inject into the bank, with the status of its answer if it has one. */
  readonly fault?: { readonly kind: keyof typeof faultKinds; readonly status?: number }
  /** The posting code with which the bank rejects the payment. It is set before the payment exists. */
  readonly refusal?: RefusalCode
  /** What happens, for people. `It` is the call, the push or the payment. */
  readonly means: string
}

/** The row of the endpoint that a label names; undefined for another label. */
export const endpointOf = (label: string) =>
  Object.hasOwn(endpoints, label) ? endpoints[label as EndpointName] : undefined

const isSecured = ({ label }: Point) => endpointOf(label)?.isSecured === true
const isRead = ({ label }: Point) => {
  const operation = endpointOf(label)?.operation
  return operation !== undefined && (operation === 'discovery' || kindOf(operation) === 'inquiry')
}
const isWrite = (point: Point) => !isRead(point)

const answered = (status: number) =>
  ({
    at: 'request',
    fault: { kind: 'status', status },
    means: `It is not done, and is answered with ${status}.`,
  }) as const
const failedAnswer = (status: number) =>
  ({
    at: 'request',
    alike: 'lostAnswer',
    fault: { kind: 'failedAnswer', status },
    applies: isWrite,
    means: `It is done, but is answered with ${status}.`,
  }) as const
const requestWithFault = (kind: keyof typeof faultKinds, applies?: ChangeRow['applies']) =>
  ({ at: 'request', fault: { kind }, means: faultKinds[kind].means, ...(applies ? { applies } : {}) }) as const
const overlap = (means: string) => ({ at: 'request', option: 'overlaps', means }) as const
const pushWithFault = (kind: keyof typeof faultKinds) =>
  ({ at: 'push', fault: { kind }, means: faultKinds[kind].means }) as const
const signature = (kind: keyof typeof faultKinds) =>
  ({ ...pushWithFault(kind), alike: 'lost', applies: ({ isSigned = false }: Point) => isSigned }) as const
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
  lostAnswer: requestWithFault('lostAnswer', isWrite),
  status503: answered(503),
  status500: { ...answered(500), alike: 'status503' },
  status429: answered(429),
  status401: { ...answered(401), applies: isSecured, alike: 'expiredToken' },
  timeout: { ...requestWithFault('timeout'), alike: 'status503' },
  networkError: { ...requestWithFault('networkError'), alike: 'status503' },
  malformedBody: { ...requestWithFault('malformedBody'), alike: 'lostAnswer' },
  failedAnswer500: { ...failedAnswer(500), isSoon: true },
  failedAnswer502: failedAnswer(502),
  failedAnswer504: failedAnswer(504),
  slow: { ...overlap('It is done, and answered twenty seconds later.'), alike: 'answersLate' },
  pauseBefore: { ...overlap('It is done only after all else that is due at this instant.'), alike: 'pauseAfter' },
  pauseAfter: overlap('It is answered only after all else that is due at this instant.'),
  answersLate: overlap('It is done, and answered ten minutes later.'),
  batchMeanwhile: {
    ...overlap(
      'It is done. Ten seconds later a batch goes out, and its events are delivered. Only then is the call answered.',
    ),
    applies: ({ isBeforeBatch = false }) => isBeforeBatch,
  },
  arrivesLate: { ...overlap('It comes to the bank ten minutes later.'), alike: 'answersLate' },
  underWay: { ...requestWithFault('underWay', isWrite), lastsAWhile: true },
  failing: {
    at: 'request',
    alike: 'outage',
    lastsAWhile: true,
    means: 'It and the next two calls within ten minutes are not done, and are answered with 503.',
  },
  expiredToken: requestWithFault('expiredToken', isSecured),
  staleRead: requestWithFault('staleRead', (point) => isSecured(point) && isRead(point)),
  outage: {
    at: 'request',
    lastsAWhile: true,
    means: 'From here on the bank does and answers nothing for ten minutes.',
  },
  arrival: {
    at: 'request',
    option: 'unsolicitedPayments',
    applies: ({ label }) => label === 'listWires',
    means: 'Just before it is done, an unsolicited payment comes in, so wires move to other pages of the list.',
  },
  meetsPush: {
    ...overlap(
      'It comes to the bank with the next push, and is answered while the receiver handles that. A batch goes out before, if a wire waits.',
    ),
    isSoon: true,
    alike: 'batchMeanwhile',
    applies: (point) => isRead(point) && isSecured(point) && point.isAnnounced === true,
  },
  smallPage: {
    at: 'request',
    isSoon: true,
    alike: 'staleRead',
    applies: ({ label }) => label.startsWith('list'),
    means: 'From here on a page of a list has one record, if the call does not say how many.',
  },
  transferRefused: {
    at: 'request',
    option: 'deskDecisions',
    isSoon: true,
    alike: 'rejected',
    applies: ({ label }) => label === 'transferFunds',
    means: 'It is answered 200, and the bank refuses the transfer with posting code NSF.',
  },
  lostInOutage: {
    ...requestWithFault('lostAnswer', isWrite),
    isSoon: true,
    alike: 'outage',
    lastsAWhile: true,
    outlasts: true,
    means: 'It is done, but not answered, and from then on the bank does and answers nothing for six hours.',
  },
  batchBefore: {
    ...overlap('Just before it is done, a batch goes out, so a wire that is on its way cannot be canceled.'),
    isSoon: true,
    alike: 'batchMeanwhile',
    applies: ({ label }) => label === 'cancelWire',
  },
  // The effect is that of a crash after the previous call, because the memory of the process is lost either way.
  crashBefore: { ...crash('request', 'The process ends, and nothing was sent.'), alike: 'crashAfter' },
  crashOnTheWay: {
    ...crash(
      'request',
      'The process ends, and the call reaches the bank two minutes later, when the process runs again.',
    ),
    alike: 'crashAfter',
  },
  crashAfter: crash('request', 'It is done, and the process ends before the answer.'),
  duplicate: pushWithFault('duplicate'),
  twins: {
    at: 'push',
    isSoon: true,
    alike: 'duplicate',
    means: 'It comes twice at once, and the receiver handles both at the same time.',
  },
  again: { at: 'push', alike: 'duplicate', means: 'It comes once more after everything else.' },
  drop: { ...pushWithFault('drop'), alike: 'lost', means: 'It does not come until the bank has healed.' },
  delay: { ...pushWithFault('delay'), alike: 'lost' },
  lost: { ...pushWithFault('drop'), option: 'lostPushes', means: 'It never comes.' },
  first: {
    at: 'push',
    option: 'orders',
    applies: ({ canGoFirst = [] }) => canGoFirst.length > 0,
    means: 'A push that waits behind it comes first.',
  },
  receiverDown: { at: 'push', alike: 'lost', means: 'From here on the receiver answers nothing for ten minutes.' },
  suspended: {
    at: 'push',
    alike: 'lost',
    option: 'lostPushes',
    means: 'The receiver answers nothing until the bank suspends the registration, which is never restarted.',
  },
  crashOnPush: {
    ...crash('push', 'The process ends when its receiver has done its work, but has not answered yet.'),
    alike: 'duplicate',
  },
  wrongSignature: signature('wrongSignature'),
  missingSignature: signature('missingSignature'),
  pinged: {
    at: 'payment',
    isSoon: true,
    alike: 'duplicate',
    applies: ({ isAnnounced = false }) => isAnnounced,
    means: 'When it is made, the bank pings each registration. A ping names no resource.',
  },
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
    ...decision('The next batch releases no wire; the batch after it does.'),
    alike: 'held',
    applies: ({ label }) => label === 'Outbound',
  },
  storeFails: { at: 'store', means: 'It fails, and has done nothing.' },
  storeAnswerLost: { at: 'store', means: 'It is done, but its answer is lost.' },
  crashBeforeStore: { ...crash('store', 'The process ends before the call.'), alike: 'crashAfterStore' },
  crashAfterStore: crash('store', 'The process ends after the call.'),
} as const satisfies { readonly [kind: string]: ChangeRow }

export type ChangeKind = keyof typeof rows
export const changeKinds: { readonly [Kind in ChangeKind]: ChangeRow & { readonly alike?: ChangeKind } } = rows

export const changesWithFaultAt = (point: PointKind): ChangeKind[] =>
  keysOf(changeKinds).filter((kind) => changeKinds[kind].at === point && changeKinds[kind].fault)
