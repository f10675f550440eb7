/** Changes: what a run does differently from the clean run, which has none. */
import { UsageError } from '../../core/errors.ts'
import { keysOf } from '../../core/kernel/keys.ts'
import { unknownName } from '../../core/kernel/nearest.ts'
import { type ChangeKind, changeKinds, endpointOf, type Point, type PointKind } from './change-kinds.ts'

export type Change =
  | {
      readonly kind: ChangeKind
      readonly nth: number
      /** For `first`: the place of the waiting push that is moved to the front. */
      readonly choice?: number
      readonly label?: string
      /** The call site. Changes of one kind at one call site are much the same. */
      readonly path?: number | undefined
    }
  | ChangeOfAll

/** A change of the whole run: the order of its pushes, the value of an assumption, or the instant at which it begins. */
export type ChangeOfAll =
  | { readonly kind: 'sample'; readonly seed: number }
  | { readonly kind: 'assume'; readonly id: string; readonly value: unknown }
  | { readonly kind: 'when'; readonly now: string }

export type ChangeAtPoint = Exclude<Change, ChangeOfAll>

export function isAtPoint(change: Change): change is ChangeAtPoint {
  return change.kind !== 'assume' && change.kind !== 'when' && change.kind !== 'sample'
}

export function changesAt(point: Point, kinds: readonly ChangeKind[]): ChangeAtPoint[] {
  const { nth, label, path } = point
  return kinds.flatMap((kind): ChangeAtPoint | ChangeAtPoint[] => {
    const { at, applies } = changeKinds[kind]
    if (at !== point.kind || applies?.(point) === false) return []
    if (kind !== 'first') return { kind, nth, label, path }
    return (point.canGoFirst ?? []).map((choice) => ({ kind, nth, choice, label }))
  })
}

/** The name of a run: `lostAnswer@3+drop@push2`, or `clean` without changes. */
export function nameOf(changes: readonly Change[]): string {
  return changes.length === 0 ? 'clean' : changes.map(nameOfChange).join('+')
}

function nameOfChange(change: Change): string {
  if (change.kind === 'assume') return `assume:${change.id}=${JSON.stringify(change.value)}`
  if (change.kind === 'when') return `when:${change.now}`
  if (change.kind === 'sample') return `sample:${change.seed}`
  const { kind, nth, choice } = change
  const { at } = changeKinds[kind]
  return `${kind}@${at === 'request' ? '' : at}${nth}${choice === undefined ? '' : `:${choice}`}`
}

/** For people: `lostAnswer at POST /wires/v1/payments, the 1st: …`. */
export function describeChange(change: Change, points: readonly Point[] = []): string {
  if (change.kind === 'assume') return `the assumption ${change.id} is ${JSON.stringify(change.value)}`
  if (change.kind === 'when') return `the bank's clock begins at ${change.now}`
  if (change.kind === 'sample') return `pushes come in a random order, drawn with the seed ${change.seed}`
  const { kind, nth } = change
  const { at, means } = changeKinds[kind]
  const label = labelOf(change, points)
  const met = pointOf(change, points)
  const alike = points.filter((point) => point.kind === at && point.label === label && point.nth <= nth).length
  const from = met?.from && met.label === label ? ` (${met.from})` : ''
  return `${kind} at ${nounOf(at, label)}, the ${ordinal(alike || nth)}${from}: ${means}`
}

/** Without the number of the call: `POST /wires/v1/payments`, `the push of Wire.Payment.Sent`. */
export function placeOfChange(change: Change, points: readonly Point[]): string {
  if (!isAtPoint(change)) return change.kind === 'assume' ? `assume:${change.id}` : change.kind
  return nounOf(changeKinds[change.kind].at, labelOf(change, points))
}

/** A change that was read from a name has no label of its own, so the label of its point is used. */
function labelOf(change: ChangeAtPoint, points: readonly Point[]): string {
  return change.label ?? pointOf(change, points)?.label ?? ''
}

/** Undefined for a change of the whole run, and if the run did not come to the point. */
export function pointOf(change: Change | undefined, points: readonly Point[]): Point | undefined {
  if (!change || !isAtPoint(change)) return undefined
  return points.find(({ kind, nth }) => kind === changeKinds[change.kind].at && nth === change.nth)
}

function nounOf(at: PointKind, label: string): string {
  const row = endpointOf(label)
  if (row) return `${row.method} ${row.path}`
  return {
    request: 'a call',
    push: `the push of ${label}`,
    payment: `an ${label.toLowerCase()} payment`,
    store: `store.${label}`,
  }[at]
}

function ordinal(number: number): string {
  const isTeen = Math.floor((number % 100) / 10) === 1
  return `${number}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][number % 10]) ?? 'th'}`
}

/** @throws {UsageError} if this is not the name of a run */
export function changesNamed(name: string): Change[] {
  if (name === 'clean') return []
  return name.split(/\+(?=[\w:]+@|assume:|when:|sample:)/).map((part) => {
    if (part.startsWith('when:')) return { kind: 'when', now: part.slice('when:'.length) }
    const sample = /^sample:(\d+)$/.exec(part)
    if (sample) return { kind: 'sample', seed: Number(sample[1]) }
    const assume = /^assume:([\w.]+)=(.+)$/.exec(part)
    if (assume) return { kind: 'assume', id: assume[1] as string, value: JSON.parse(assume[2] as string) }
    const [, kind, at = '', nth, choice] = /^([\w:]+)@([a-z]*)(\d+)(?::(\d+))?$/.exec(part) ?? []
    const row = kind !== undefined && Object.hasOwn(changeKinds, kind) ? changeKinds[kind as ChangeKind] : undefined
    if (kind === undefined || row === undefined || (at || 'request') !== row.at) {
      const known = keysOf(changeKinds).map((each) => nameOfChange({ kind: each, nth: Number(nth ?? 1) }))
      throw new UsageError(
        `Failed to explore the run "${name}": ${unknownName('change', part, known)} Take the name from failures[i].run, such as "lostAnswer@3".`,
      )
    }
    return { kind: kind as ChangeKind, nth: Number(nth), ...(choice === undefined ? {} : { choice: Number(choice) }) }
  })
}
