/**
 * The search: the clean run, then every run with one change, then those with two, and so on. A run is followed by runs with one more
 * change, at each point after its last change; but not where it failed, or where another run went on in the same way.
 */

import { type Change, changesAt, isAtPoint } from '../changes/change.ts'
import { type ChangeKind, changeKinds, type Point } from '../changes/change-kinds.ts'
import type { Coverage, ExploreOptions } from '../scenario.ts'
import type { Outcome } from '../stage/run.ts'
import { Queue } from './queue.ts'

/** A run to make, and how far its last change is from the one before. */
interface Next {
  readonly changes: readonly Change[]
  readonly distance: number
}

/** The changes that each run is followed by. */
export class Search {
  readonly #coverage: Covered[] = []
  readonly #queue = new Queue()
  readonly #prints = new Set<string>()
  readonly #depth: number

  constructor(
    private readonly options: Pick<
      ExploreOptions,
      'depth' | 'faults' | 'orders' | 'overlaps' | 'lostPushes' | 'deskDecisions' | 'unsolicitedPayments' | 'assume'
    >,
  ) {
    this.#depth = options.depth ?? 2
  }

  /** Has these runs made, too. */
  add(runs: readonly (readonly Change[])[]): void {
    for (const changes of runs) this.#add({ changes, distance: 0 })
  }

  #add({ changes, distance }: Next): void {
    this.#queue.add(changes, distance)
    this.#covered(changes.length).known++
  }

  /** A run was made: those that follow it are added. */
  follow(run: Outcome): void {
    const level = run.changes.length
    if (level > 0) this.#covered(level).tried++
    if (run.error || level >= this.#depth) return
    // With every value of each assumption this would be as many explorations again: those that were named are crossed.
    if (this.options.assume === 'each' && run.changes.some(({ kind }) => kind === 'assume')) return
    const next = this.#nextOf(run, ({ isRepeat = false }) => !isRepeat)
    const repeats = this.#nextOf(run, ({ isRepeat = false }) => isRepeat).length
    if (repeats > 0) this.#leaveAsEqual(level + 1, repeats)
    const isKnown = this.#prints.has(run.fingerprint)
    this.#prints.add(run.fingerprint)
    if (next.length === 0) return
    if (isKnown && level > 0) this.#leaveAsEqual(level + 1, next.length)
    else for (const each of next) this.#add(each)
  }

  #leaveAsEqual(level: number, runs: number): void {
    const covered = this.#covered(level)
    covered.known += runs
    covered.equal += runs
  }

  /** The next run to make; undefined where none is left. */
  next(): readonly Change[] | undefined {
    return this.#queue.take()
  }

  /** How many wait. */
  get left(): number {
    return this.#queue.left()
  }

  get coverage(): Coverage[] {
    return this.#coverage.map((covered) => ({
      ...covered,
      left: this.#queue.left(covered.depth),
      combinations: this.#queue.combinations(covered.depth),
    }))
  }

  #nextOf({ changes, points }: Outcome, isMeant: (point: Point) => boolean): Next[] {
    const last = changes.at(-1)
    const after = points.findIndex(
      (point) => last && isAtPoint(last) && point.kind === changeKinds[last.kind].at && point.nth === last.nth,
    )
    return points.slice(after + 1).flatMap((point, distance) => {
      const own = isMeant(point) ? changesAt(point, (kind) => this.#isTried(kind) && mayFollow(kind, changes)) : []
      return own.map((change) => ({ changes: [...changes, change], distance }))
    })
  }

  #isTried(kind: ChangeKind): boolean {
    const {
      faults = true,
      orders = true,
      overlaps = true,
      lostPushes = true,
      deskDecisions = false,
      unsolicitedPayments = false,
    } = this.options
    const { isDecision, isLasting, isOverlap, isArrival } = changeKinds[kind]
    if (isArrival) return unsolicitedPayments
    if (isDecision) return deskDecisions
    if (kind === 'first') return orders
    if (isOverlap) return overlaps && faults
    return faults && (lostPushes || !isLasting)
  }

  #covered(depth: number): Covered {
    let covered = this.#coverage.find((each) => each.depth === depth)
    if (!covered) {
      covered = { depth, known: 0, tried: 0, equal: 0 }
      this.#coverage.push(covered)
    }
    return covered
  }
}

/** Whether a change of this kind is tried in a run that has these. */
function mayFollow(kind: ChangeKind, changes: readonly Change[]): boolean {
  if (changes.length === 0) return true
  const { alike, lastsAWhile = false } = changeKinds[kind]
  // One outage in a run is enough: code that tries again for an hour may give up in a second one.
  const isEnough = lastsAWhile && changes.some((each) => isAtPoint(each) && changeKinds[each.kind].lastsAWhile === true)
  return alike === undefined && !isEnough
}

/** The counts of one number of changes. */
type Covered = { -readonly [Name in 'depth' | 'known' | 'tried' | 'equal']: number }
