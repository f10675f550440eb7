/**
 * The search: the clean run, then every run with one change, then those with two, and so on. A run is followed by runs with one more
 * change, at each point after its last change; but not where it failed, or where another run went on in the same way.
 */

import { type Change, changesAt, isAtPoint } from '../changes/change.ts'
import { type ChangeKind, changeKinds, type Point } from '../changes/change-kinds.ts'
import type { ExploreOptions } from '../scenario.ts'
import type { Run } from '../stage/run.ts'
import { Novelty } from './novelty.ts'
import { type Place, Queue } from './queue.ts'

/** The changes that each run is followed by. */
export class Search {
  /** The runs that wait. */
  readonly queue = new Queue()
  readonly #prints = new Set<string>()
  readonly #novelty = new Novelty()

  constructor(private readonly options: ExploreOptions) {}

  /** Has this run made, too. */
  add(changes: readonly Change[], place: Place = { distance: 0, isNew: false }): void {
    this.queue.level(changes.length).add(changes, place)
  }

  /** A run was made: those that follow it are added. */
  follow(run: Run): void {
    const { depth = 2, assume } = this.options
    const { length } = run.changes
    if (length > 0) this.queue.level(length).tried++
    if (run.error || length >= depth) return
    // With every value of each assumption this would be as many explorations again: those that were named are crossed.
    if (assume === 'each' && run.changes.some(({ kind }) => kind === 'assume')) return
    const all = this.#nextOf(run, this.#novelty.pointsOf(run.log.points))
    const isKnown = this.#prints.has(run.log.fingerprint)
    this.#prints.add(run.log.fingerprint)
    const next = isKnown && length > 0 ? [] : all.filter(({ isRepeat }) => !isRepeat)
    const equal = all.length - next.length
    if (equal > 0) this.queue.level(length + 1).leaveOut(equal)
    for (const { changes, ...place } of next) this.add(changes, place)
  }

  #nextOf({ changes, log: { points } }: Run, news: ReadonlySet<Point>) {
    const last = changes.at(-1)
    const after = points.findIndex(
      (point) => last && isAtPoint(last) && point.kind === changeKinds[last.kind].at && point.nth === last.nth,
    )
    const isTried = (kind: ChangeKind) => this.#isTried(kind) && mayFollow(kind, changes)
    return points.slice(after + 1).flatMap((point, distance) => {
      const { isRepeat = false } = point
      return changesAt(point, isTried).map((change) => ({
        changes: [...changes, change],
        distance,
        isRepeat,
        isNew: news.has(point),
      }))
    })
  }

  #isTried(kind: ChangeKind): boolean {
    return triedWith(this.options)[changeKinds[kind].option ?? 'faults']
  }
}

/** Which of the options that stand for kinds of changes are on. */
function triedWith({ faults = true, orders = true, overlaps = true, lostPushes = true, ...more }: ExploreOptions) {
  const { deskDecisions = false, unsolicitedPayments = false } = more
  return {
    faults,
    orders,
    overlaps: overlaps && faults,
    lostPushes: lostPushes && faults,
    deskDecisions,
    unsolicitedPayments,
  }
}

/** The options that are off: what they stand for is not tried. */
export function untriedWith(options: ExploreOptions): string[] {
  return Object.entries(triedWith(options)).flatMap(([option, isOn]) => (isOn ? [] : [option]))
}

/** Whether a change of this kind is tried in a run that has these. */
function mayFollow(kind: ChangeKind, changes: readonly Change[]): boolean {
  if (changes.length === 0) return true
  const { alike, lastsAWhile = false } = changeKinds[kind]
  // One outage in a run is enough: code that tries again for an hour may give up in a second one.
  const isEnough = lastsAWhile && changes.some((each) => isAtPoint(each) && changeKinds[each.kind].lastsAWhile === true)
  return alike === undefined && !isEnough
}
