/**
 * Changes: what one run has otherwise than the clean one, each at a point of the run: a request, a push, a payment, a call of a store.
 * A new one is a row here; how it is brought about stands where the point is: at the bank's edge, in the scene, at the desk.
 */
import { closest } from 'fastest-levenshtein'
import { type EndpointName, endpoints } from '../../../contract/endpoints.ts'
import { kindOf } from '../../../contract/operations.ts'
import { UsageError } from '../../../core/errors.ts'
import { faultKinds } from '../../../core/faults/fault-kinds.ts'
import { namesOf } from '../../../core/kernel/names.ts'

/** What a run does, at which another one may differ. */
export type PointKind = 'request' | 'push' | 'payment' | 'store'

/** A point of a run. */
export interface Point {
  readonly kind: PointKind
  /** Which of its kind, from 1. */
  readonly nth: number
  /** What it is: an endpoint, an event, a method of a store. */
  readonly label: string
  /** Where it stands among all points of the run. */
  readonly place: number
  /** Whether the code of a process does it, which can be ended here. */
  readonly isOfProcess?: boolean
  readonly isSigned?: boolean
  /** Whether a payment waits for a batch when it is done. */
  readonly isBeforeBatch?: boolean
  /** Whether the same call had the same outcome twice before: what strikes it strikes what was struck before. */
  readonly isRepeat?: boolean
  /** The places among the pushes that wait from which one could go first, having something in common with those before. */
  readonly canGoFirst?: readonly number[]
}

interface Row {
  readonly at: PointKind
  /** Whether it makes a difference at a point. */
  readonly applies?: (point: Point) => boolean
  /** Tried only where the operations team may decide. */
  readonly isDecision?: true
  /** Trying again at once does not mend it, so that whoever does may give up, and say so. */
  readonly lastsAWhile?: true
  /** Lasts after everything has healed. */
  readonly isLasting?: true
  /** For most it is alike this one, which is tried with others in its stead. */
  readonly alike?: string
  /** A fault of the bank, with its status where it has one. */
  readonly fault?: { readonly kind: keyof typeof faultKinds; readonly status?: number }
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

const rows = {
  lostAnswer: struck('lostAnswer', isWrite),
  status503: answered(503),
  status500: { ...answered(500), alike: 'status503' },
  status429: { ...answered(429), alike: 'status503' },
  status401: { ...answered(401), applies: isSecured, alike: 'expiredToken' },
  timeout: { ...struck('timeout'), alike: 'networkError' },
  networkError: { ...struck('networkError'), alike: 'status503' },
  malformedBody: { ...struck('malformedBody'), alike: 'lostAnswer' },
  underWay: { ...struck('underWay', isWrite), lastsAWhile: true, alike: 'lostAnswer' },
  failedAnswer500: failedAnswer(500),
  failedAnswer504: failedAnswer(504),
  slow: { at: 'request', alike: 'answersLate', means: 'It is done, and answered half a minute later.' },
  pauseBefore: { at: 'request', means: 'It is done when nothing else is left to do at this instant.' },
  pauseAfter: { at: 'request', means: 'It is answered when nothing else is left to do at this instant.' },
  answersLate: { at: 'request', means: 'It is done, and answered ten minutes later.' },
  batchMeanwhile: {
    at: 'request',
    applies: ({ isBeforeBatch = false }) => isBeforeBatch,
    means: 'It is done; a batch goes out ten seconds later, with all that this tells; then it is answered.',
  },
  arrivesLate: { at: 'request', alike: 'answersLate', means: 'It comes to the bank ten minutes later.' },
  failing: {
    at: 'request',
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
  crashBefore: {
    at: 'request',
    // What a process remembered is gone, so it comes to the end after what it did before.
    alike: 'crashAfter',
    applies: ({ isOfProcess = false }) => isOfProcess,
    means: 'The process ends, and nothing was sent.',
  },
  crashAfter: {
    at: 'request',
    applies: ({ isOfProcess = false }) => isOfProcess,
    means: 'It is done, and the process ends before the answer.',
  },
  duplicate: { at: 'push', fault: { kind: 'duplicate' }, means: meansOf('duplicate') },
  again: { at: 'push', alike: 'duplicate', means: 'It comes once more after everything else.' },
  drop: { at: 'push', fault: { kind: 'drop' }, means: 'It does not come until the bank has healed.' },
  delay: { at: 'push', alike: 'drop', fault: { kind: 'delay' }, means: meansOf('delay') },
  lost: { at: 'push', fault: { kind: 'drop' }, isLasting: true, means: 'It never comes.' },
  first: {
    at: 'push',
    applies: ({ canGoFirst = [] }) => canGoFirst.length > 0,
    means: 'One of those behind it comes first.',
  },
  receiverDown: { at: 'push', means: 'From here on the receiver answers nothing, for ten minutes.' },
  suspended: {
    at: 'push',
    alike: 'lost',
    isLasting: true,
    means: 'The receiver answers nothing until the bank gives up, and nobody restarts the registration.',
  },
  crashOnPush: {
    at: 'push',
    applies: ({ isOfProcess = false }) => isOfProcess,
    means: 'The process ends when its receiver has done its work, before it answers.',
  },
  wrongSignature: {
    at: 'push',
    alike: 'drop',
    fault: { kind: 'wrongSignature' },
    applies: ({ isSigned = false }) => isSigned,
    means: meansOf('wrongSignature'),
  },
  missingSignature: {
    at: 'push',
    alike: 'drop',
    fault: { kind: 'missingSignature' },
    applies: ({ isSigned = false }) => isSigned,
    means: meansOf('missingSignature'),
  },
  held: { at: 'payment', isDecision: true, means: 'The operations team holds it until the bank has healed.' },
  rejected: { at: 'payment', isDecision: true, means: 'The operations team rejects it.' },
  reversed: {
    at: 'payment',
    isDecision: true,
    means: 'The operations team takes it back an hour after it was completed.',
  },
  reversedAtOnce: {
    at: 'payment',
    isDecision: true,
    alike: 'reversed',
    means: 'The operations team takes it back as soon as it is completed.',
  },
  leftBehind: {
    at: 'payment',
    alike: 'held',
    isDecision: true,
    applies: ({ label }) => label === 'Outbound',
    means: 'The next batch leaves its wires to the one after.',
  },
  storeFails: { at: 'store', means: 'It fails, and nothing was done.' },
  storeAnswerLost: { at: 'store', means: 'It is done, and fails.' },
  crashBeforeStore: {
    at: 'store',
    alike: 'crashAfterStore',
    applies: ({ isOfProcess = false }) => isOfProcess,
    means: 'The process ends before it.',
  },
  crashAfterStore: {
    at: 'store',
    applies: ({ isOfProcess = false }) => isOfProcess,
    means: 'The process ends after it.',
  },
} as const satisfies { readonly [kind: string]: Row }

/** What can be otherwise at a point. */
export type ChangeKind = keyof typeof rows
export const changeKinds: { readonly [Kind in ChangeKind]: Row } = rows

/** One thing that a run has otherwise. */
export type Change =
  | {
      readonly kind: ChangeKind
      readonly nth: number
      /** Of those that wait, the one that goes first. */
      readonly choice?: number
      /** What stands at the point, for people. */
      readonly label?: string
    }
  | ChangeOfAll

/** A change of everything: of what the bank is like, or when it all happens. */
export type ChangeOfAll =
  | { readonly kind: 'assume'; readonly id: string; readonly value: unknown }
  | { readonly kind: 'when'; readonly now: string }

export type ChangeAtPoint = Exclude<Change, ChangeOfAll>

export function isAtPoint(change: Change): change is ChangeAtPoint {
  return change.kind !== 'assume' && change.kind !== 'when'
}

/** The changes that can be made at a point. */
export function changesAt(point: Point, isTried: (kind: ChangeKind) => boolean): Change[] {
  const { nth, label } = point
  return namesOf(changeKinds).flatMap((kind): Change[] => {
    const { at, applies } = changeKinds[kind]
    if (at !== point.kind || applies?.(point) === false || !isTried(kind)) return []
    if (kind !== 'first') return [{ kind, nth, label }]
    return (point.canGoFirst ?? []).map((choice) => ({ kind, nth, choice, label }))
  })
}

/** The name of a run by its changes: `lostAnswer@3+drop@push2`; `clean` without. */
export function nameOf(changes: readonly Change[]): string {
  return changes.length === 0 ? 'clean' : changes.map(nameOfChange).join('+')
}

function nameOfChange(change: Change): string {
  if (change.kind === 'assume') return `assume:${change.id}=${JSON.stringify(change.value)}`
  if (change.kind === 'when') return `when:${change.now}`
  const { kind, nth, choice } = change
  const { at } = changeKinds[kind]
  return `${kind}@${at === 'request' ? '' : at}${nth}${choice === undefined ? '' : `:${choice}`}`
}

/** What a change is, for people: `lostAnswer at request 3, createWire`. */
export function describeChange(change: Change): string {
  if (change.kind === 'assume') return `the assumption ${change.id} is ${JSON.stringify(change.value)}`
  if (change.kind === 'when') return `it all happens from ${change.now} on`
  const { kind, nth, label } = change
  const { at, means } = changeKinds[kind]
  const point = at === 'store' ? 'call of the store' : at
  return `${kind} at ${point} ${nth}${label ? ` (${label})` : ''}: ${means}`
}

/**
 * The changes of the run that has this name.
 *
 * @throws {UsageError} where it is no name of a run
 */
export function changesNamed(name: string): Change[] {
  if (name === 'clean') return []
  return name.split(/\+(?=\w+@|assume:|when:)/).map((part) => {
    if (part.startsWith('when:')) return { kind: 'when', now: part.slice('when:'.length) }
    const assume = /^assume:([\w.]+)=(.+)$/.exec(part)
    if (assume) return { kind: 'assume', id: assume[1] as string, value: JSON.parse(assume[2] as string) }
    const [, kind, at = '', nth, choice] = /^(\w+)@([a-z]*)(\d+)(?::(\d+))?$/.exec(part) ?? []
    const row = kind !== undefined && Object.hasOwn(changeKinds, kind) ? changeKinds[kind as ChangeKind] : undefined
    if (kind === undefined || row === undefined || (at || 'request') !== row.at) {
      const known = namesOf(changeKinds).map((each) => nameOfChange({ kind: each, nth: Number(nth ?? 1) }))
      throw new UsageError(
        `Failed to explore the run "${name}": "${part}" is no change of a run. Did you mean "${closest(part, known)}"? Take the name from failures[i].run, such as "lostAnswer@3". (§7)`,
      )
    }
    return { kind: kind as ChangeKind, nth: Number(nth), ...(choice === undefined ? {} : { choice: Number(choice) }) }
  })
}
