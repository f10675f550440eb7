/**
 * The planner: fills the queue. It extends each run that was made, beginning with the clean run, by one more change at a point after its last
 * change. A run that failed, or went the same way as an earlier run, is not extended.
 */
import { keysOf } from '../../core/kernel/keys.ts'
import { type Change, changesAt, isAtPoint, nameOf, pointOf } from '../changes/change.ts'
import { type ChangeKind, changeKinds, type Point } from '../changes/change-kinds.ts'
import { isPattern, leadTo, patternOf, type RunPattern } from '../changes/run-pattern.ts'
import type { Part } from '../findings/report.ts'
import type { Run } from '../stage/run.ts'
import type { ExploreOptions } from '../types.ts'
import { Dependence } from './dependence.ts'
import { Novelty } from './novelty.ts'
import { Queue, type QueuePlace } from './queue.ts'

export class Planner {
  readonly queue = new Queue()
  readonly #prints = new Set<string>()
  readonly #novelty = new Novelty()
  readonly #dependence = new Dependence()

  /** The requests and events of the clean run, at which single changes of every kind are tried. */
  readonly #questions = new Set<string>()
  /** Whether the scenario shows `books`. This is also the default of `deskDecisions`. */
  #showsPayments = false
  readonly #wanted: readonly RunPattern[]
  readonly #focus: readonly RunPattern[]

  constructor(private readonly options: ExploreOptions) {
    this.#wanted = [options.only ?? []].flat().filter(isPattern).map(patternOf)
    this.#focus = [options.focus ?? []].flat().map(patternOf)
  }

  /** The most changes in a run: `depth`, or the length of the longest pattern of `only` if that is greater. */
  get depth(): number {
    return Math.max(this.options.depth ?? 2, ...this.#wanted.map(({ length }) => length))
  }

  /** Adds a run to the queue, unless `only` has patterns and none of them fits the run. */
  add(changes: readonly Change[], place: QueuePlace = { distance: 0 }): void {
    if (!this.#isWanted(changes)) return
    const isInFocus = leadTo(this.#focus, changes)
    this.queue.add(changes, { ...place, isInFocus })
  }

  /** Adds to `left` a run that was cut short. */
  leave({ changes }: Run): void {
    this.queue.count(changes.length).noteLeft()
  }

  follow(run: Run): void {
    const { assume = [] } = this.options
    const { length } = run.changes
    if (length > 0) this.queue.count(length).noteTried()
    this.#dependence.note(run)
    if (run.error || run.unjudged || length >= this.depth) return
    // Only runs with a listed assumption are extended, because each value gets a whole exploration.
    const isListed = (id: string) => assume !== 'each' && (assume as readonly string[]).includes(id)
    if (run.changes.some((change) => change.kind === 'assume' && !isListed(change.id))) return
    if (length === 0) this.#showsPayments = run.books.isShown
    const isKnown = length > 0 && this.#prints.has(run.log.fingerprint)
    this.#prints.add(run.log.fingerprint)
    this.#extend(run, isKnown)
  }

  /** The names of the options that are off, so that their kinds of changes are not tried. */
  get untried(): string[] {
    const { calendars = [], assume = [] } = this.options
    const more = { calendars: calendars.length > 0, assume: assume.length > 0, depth: this.depth > 1 }
    const all: { readonly [Option in Part]: boolean } = { ...this.#tried, ...more }
    return Object.entries(all).flatMap(([option, isOn]) => (isOn ? [] : [option]))
  }

  /** Adds the runs with one more change. Those that would go the way of others are only counted. */
  #extend({ changes, log: { points } }: Run, isKnown: boolean): void {
    const news = this.#novelty.of(points)
    if (changes.length === 0) for (const point of points) this.#questions.add(questionOf(point))
    const later = points.slice(points.indexOf(pointOf(changes.at(-1), points) as Point) + 1)
    const kinds = keysOf(changeKinds).filter(
      (kind) => this.#tried[changeKinds[kind].option ?? 'faults'] && mayFollow(kind, changes),
    )
    const ofTheirOwn = changes.length === 0 ? kinds : kinds.filter((kind) => changeKinds[kind].alike === undefined)
    const twins = changes.length === 1 ? this.#dependence.twinsOf(points) : new Map<Point, Point>()
    const first = nameOf(changes)
    let equal = 0
    const reactions = isDecisive(changes) ? this.#reactionsAmong(later) : new Set<Point>()
    for (const [distance, point] of later.entries()) {
      const isReaction = reactions.has(point)
      // Where the partner does what no run has shown yet, such as a retry, each kind is tried, even one that is similar to another (`alike`).
      const isOwn = news.has(point) && this.#isUnasked(point)
      const isFirst = isReaction || isOwn || news.get(point) === 'fresh'
      const next = changesAt(point, isFirst ? kinds : ofTheirOwn).filter((change) =>
        this.#isWanted([...changes, change]),
      )
      if (isKnown || point.isRepeat) equal += next.length
      else
        for (const change of next)
          this.add([...changes, change], {
            distance,
            novelty: news.get(point),
            isReaction,
            isIndependent: this.#independence(first, change, twins.get(point)),
          })
    }
    if (equal > 0) this.queue.count(changes.length + 1).leaveOut(equal)
  }

  /**
   * The points at which the partner reacts: it does what it does not do in the clean run. To ask the same once more is no reaction. The point
   * before such a point counts, too: it may be the call by which the partner learns what has happened, such as that of a sweep.
   */
  #reactionsAmong(points: readonly Point[]): ReadonlySet<Point> {
    const isOwn = (point: Point | undefined) => point !== undefined && this.#isUnasked(point) && !point.isRepeat
    return new Set(points.filter((point, index) => isOwn(point) || isOwn(points[index + 1])))
  }

  #isUnasked(point: Point): boolean {
    return !this.#questions.has(questionOf(point))
  }

  /** Whether the change is independent of the one before it; undefined if the clean run has no such point. */
  #independence(first: string, change: Change, twin: Point | undefined): QueuePlace['isIndependent'] {
    if (!twin) return undefined
    const alone = nameOf([{ ...change, nth: twin.nth } as Change])
    return () => this.#dependence.isIndependent(first, alone)
  }

  #isWanted(changes: readonly Change[]): boolean {
    return this.#wanted.length === 0 || leadTo(this.#wanted, changes)
  }

  /** For each option that controls kinds of changes: whether it is on. */
  get #tried() {
    const { faults = true, orders = true, overlaps = true, lostPushes = true } = this.options
    const { deskDecisions = this.#showsPayments, unsolicitedPayments = false } = this.options
    return {
      faults,
      orders,
      overlaps: overlaps && faults,
      lostPushes: lostPushes && faults,
      deskDecisions,
      unsolicitedPayments,
    }
  }
}

/** Whether a run has one change, and this is a decision of the bank, or a push that never comes. */
function isDecisive([only, ...others]: readonly Change[]): boolean {
  if (!only || !isAtPoint(only) || others.length > 0) return false
  return changeKinds[only.kind].option === 'deskDecisions' || only.kind === 'lost'
}

/** The content of a request or a push. */
const questionOf = ({ kind, label, what, asked = what }: Point) => `${kind} ${label} ${asked}`

function mayFollow(kind: ChangeKind, changes: readonly Change[]): boolean {
  const { lastsAWhile = false } = changeKinds[kind]
  // One outage in a run is enough: code that tries again for an hour may rightly give up in a second outage.
  return !(lastsAWhile && changes.some((each) => isAtPoint(each) && changeKinds[each.kind].lastsAWhile === true))
}
