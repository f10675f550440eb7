/**
 * The queue: orders the runs so that a small budget covers as many different ones as it can.
 *
 * First, each kind of single change is tried once or twice at each call site, which is a place in the partner's code. Then the other single
 * changes alternate with pairs. As soon as `maxRuns` leaves room only for the remaining single changes, pairs wait. Kinds that are much
 * like another kind (`alike` in change-kinds.ts) come last, except those that show mistakes of their own (`isSoon`). The kinds take turns. Within a kind the call sites take turns, because the
 * place of a call in the code matters more than its number at that place. Of pairs, those come first whose second change strikes the
 * partner's reaction to a decision of the bank, once at each call site. Others are preferred if their second change hits something fresh,
 * such as a retry, or if their changes are close together.
 */
import { type Change, isAtPoint } from '../changes/change.ts'
import { changeKinds } from '../changes/change-kinds.ts'
import type { Coverage } from '../scenario.ts'
import type { News } from './novelty.ts'

type Changes = readonly Change[]

/** Where the last change of a run is. */
export interface Place {
  /** The number of points (such as calls) between the last change and the change before it. */
  readonly distance: number
  /** How new the changed call was in the run that this run extends; undefined if an earlier run had made it, too. */
  readonly novelty?: News | undefined
  /** True if the last change strikes what the partner does because of a decision of the bank, or of a push that is lost. */
  readonly isReaction?: boolean
  /** True if the run comes before all others with the same number of changes. */
  readonly isInFocus?: boolean
  /** True if a pair shows no more than the two runs with one change each. Called only when the run would be made. */
  readonly isIndependent?: (() => boolean) | undefined
}

interface Waiting {
  readonly changes: Changes
  /** Identifies the kinds of the changes and the calls that they change; `sites` has call sites in place of calls. */
  readonly combination: string
  readonly sites: string
  readonly isIndependent: (() => boolean) | undefined
  readonly lanes: readonly Lane[]
  isTaken: boolean
}

/** The waiting runs with the same kinds of changes. The rank of a run: how many runs with its call sites were added before it. */
interface Kinds {
  /** True if none of the kinds has an `alike`. */
  readonly isOfItsOwn: boolean
  readonly byRank: Waiting[][]
}

function takeOf({ byRank }: Kinds): Waiting | undefined {
  for (const runs of byRank) {
    // A run that waits in several lanes may already have been taken from another one.
    for (let run = runs.shift(); run; run = runs.shift()) if (!run.isTaken) return run
  }
  return undefined
}

/** Of this many rounds, one includes the kinds that have an `alike`. */
const SELDOM = 4

/** Waiting runs, taken from each kind in turn. */
class Lane {
  left = 0
  readonly #kinds = new Map<string, Kinds>()
  readonly #ranks = new Map<string, number>()
  #turns: Kinds[] = []
  #round = 0

  add(run: Waiting): void {
    const rank = this.#ranks.get(run.sites) ?? 0
    this.#ranks.set(run.sites, rank + 1)
    const names = run.changes.map(({ kind }) => kind).join('+')
    const kinds = this.#kinds.get(names) ?? { isOfItsOwn: run.changes.every(isOfItsOwn), byRank: [] }
    this.#kinds.set(names, kinds)
    kinds.byRank[rank] ??= []
    kinds.byRank[rank].push(run)
    this.left++
  }

  take(): Waiting | undefined {
    // Stops after SELDOM rounds without a run, because one of so many rounds includes all kinds.
    for (let rounds = 0; rounds <= SELDOM; ) {
      const kinds = this.#turns.shift()
      const run = kinds && takeOf(kinds)
      if (run) return run
      if (this.#turns.length > 0) continue
      rounds++
      const isForAll = ++this.#round % SELDOM === 0
      this.#turns = [...this.#kinds.values()].filter((kinds) => isForAll || kinds.isOfItsOwn)
    }
    return undefined
  }
}

/** The lanes from which pairs are taken, one after the other. */
const ROUND = ['fresh', 'new', 'fresh', 'near', 'fresh', 'all', 'alike'] as const
type InTurn = (typeof ROUND)[number]

/** How often each kind is tried at each call site before any pair is tried. For calls of a store once is enough: they are many. */
const FIRST = { request: 2, push: 2, payment: 2, store: 1 }
/** Pairs after each single change, while fresh pairs wait. */
const FRESH_FOR_A_SINGLE = 2
/** Single changes before each pair, once no fresh pair waits. */
const SINGLES_FOR_A_PAIR = 2

/** Near changes have at most this many points between them. */
const NEAR = 3

/** All runs with the same number of changes: the waiting ones, and counts of the others. */
class Level {
  /** Numbers of runs: `known`: all; `left`: waiting; left out: `equal`, which would repeat others, and `independent` (`isIndependent`). */
  known = 0
  tried = 0
  equal = 0
  left = 0
  independent = 0
  /**
   * `focus` comes before all others; `first` has kinds that were hardly tried at their call sites; `soon` comes before the pairs; `alike`
   * and `last` come at the end.
   */
  readonly lanes: { readonly [name in 'focus' | 'first' | 'reaction' | 'alike' | 'soon' | 'last' | InTurn]: Lane } = {
    focus: new Lane(),
    first: new Lane(),
    reaction: new Lane(),
    soon: new Lane(),
    last: new Lane(),
    fresh: new Lane(),
    new: new Lane(),
    near: new Lane(),
    all: new Lane(),
    alike: new Lane(),
  }
  /** How often each combination of kinds and call sites was added. */
  readonly #sites = new Map<string, number>()
  /** Combinations of kinds and calls. */
  readonly #known = new Set<string>()
  readonly #tried = new Set<string>()
  #taken = 0

  constructor(readonly depth: number) {}

  add(changes: Changes, place: Place): void {
    const combination = changes.map(callOf).join('+')
    const sites = changes.map(siteOf).join('+')
    this.#known.add(combination)
    const times = this.#sites.get(sites) ?? 0
    this.#sites.set(sites, times + 1)
    const lanes = this.#lanesOf(changes, place, times)
    const run = { changes, combination, sites, isIndependent: place.isIndependent, lanes, isTaken: false }
    for (const lane of lanes) lane.add(run)
    this.known++
    this.left++
  }

  #lanesOf(changes: Changes, { distance, novelty, isReaction, isInFocus }: Place, times: number): Lane[] {
    const { focus, first, reaction, soon, last, all, near, alike } = this.lanes
    if (isInFocus) return [focus]
    if (this.depth < 2 && !changes.every(isOfItsOwn)) return [!changes.some(isSoon) ? alike : times === 0 ? soon : last]
    if (this.depth < 2) {
      const isFirst = changes.some((change) => !isAtPoint(change) || times < FIRST[changeKinds[change.kind].at])
      return isFirst ? [first, all] : [all]
    }
    const next = isReaction && times === 0 ? [reaction] : []
    if (!changes.slice(1).every(isOfItsOwn)) return [alike, ...next]
    return [all, ...next, ...(distance <= NEAR ? [near] : []), ...(novelty ? [this.lanes[novelty]] : [])]
  }

  /** Counts runs that would go the way of others. */
  leaveOut(runs: number): void {
    this.known += runs
    this.equal += runs
  }

  /** Undefined if all that waited were independent. */
  take(isSoon: boolean): Changes | undefined {
    const single = isSoon ? 'soon' : 'all'
    const inTurn = this.depth < 2 ? single : (ROUND[this.#taken++ % ROUND.length] as InTurn)
    for (let run = this.#next(inTurn); run; run = this.#next(inTurn)) {
      run.isTaken = true
      this.left--
      for (const lane of run.lanes) lane.left--
      if (run.isIndependent?.()) {
        this.independent++
        continue
      }
      this.#tried.add(run.combination)
      return run.changes
    }
    return undefined
  }

  #next(inTurn: InTurn | 'soon'): Waiting | undefined {
    const { focus, first, reaction, soon, last, fresh, all, alike } = this.lanes
    for (const lane of [focus, first, reaction, this.lanes[inTurn], fresh, all, alike, soon, last]) {
      const run = lane.left > 0 ? lane.take() : undefined
      if (run) return run
    }
    return undefined
  }

  get coverage(): Coverage {
    const { depth, known, tried, equal, independent, left } = this
    const combinations = { known: this.#known.size, tried: this.#tried.size }
    return { depth, known, tried, equal, independent, left, combinations }
  }
}

const isSoon = (change: Change) => isAtPoint(change) && changeKinds[change.kind].isSoon === true

const isOfItsOwn = (change: Change) => !isAtPoint(change) || changeKinds[change.kind].alike === undefined

/** The kind of a change and the label of its call, without the number of the call. */
const callOf = (change: Change) =>
  isAtPoint(change) ? `${change.kind} ${change.label}` : `${change.kind} ${JSON.stringify(change)}`

/** Like `callOf`, but with the call site, if it is known, instead of the label, which may hold an id. */
const siteOf = (change: Change) =>
  isAtPoint(change) && change.path !== undefined ? `${change.kind} ${change.path}` : callOf(change)

export class Queue {
  /** By the number of changes: the first level has one. */
  readonly #levels: Level[] = []
  #turns = 0

  level(depth: number): Level {
    while (this.#levels.length < depth) this.#levels.push(new Level(this.#levels.length + 1))
    return this.#levels[depth - 1] as Level
  }

  /** Undefined if no run waits. `room`: how many more runs may be made. */
  take(room: number): Changes | undefined {
    for (let next = this.#next(room); next; next = this.#next(room)) {
      const [single] = this.#levels
      // These single changes take the turns of pairs, so no other single change has to wait for them.
      const isSoon = next !== single && next.lanes.focus.left === 0 && (single?.lanes.soon.left ?? 0) > 0
      const changes = (isSoon ? single : next)?.take(isSoon)
      if (changes) return changes
    }
    return undefined
  }

  #next(room: number): Level | undefined {
    const [single, pair] = this.#levels.filter(({ left }) => left > 0)
    if (pair && pair.lanes.focus.left > 0) return pair
    if (!pair || !single || single.lanes.first.left > 0 || single.left >= room) return single
    const turn = this.#turns++
    if (pair.lanes.reaction.left + pair.lanes.fresh.left > 0)
      return turn % (FRESH_FOR_A_SINGLE + 1) === 0 ? single : pair
    return turn % (single.lanes.all.left > 0 ? SINGLES_FOR_A_PAIR + 1 : 2) === 0 ? pair : single
  }

  /** Whether each single change was tried. */
  get hasPairsOnly(): boolean {
    return (this.#levels[0]?.left ?? 0) === 0
  }

  get left(): number {
    return this.#levels.reduce((sum, level) => sum + level.left, 0)
  }

  /** The waiting runs, and the pairs that the waiting single changes will add if they add as many as those that were tried. */
  get expected(): number {
    const [single, pair] = this.#levels
    if (!single?.tried || !pair) return this.left
    return this.left + Math.round((pair.known - pair.equal) * (single.left / single.tried))
  }

  get coverage(): Coverage[] {
    return this.#levels.map(({ coverage }) => coverage)
  }
}
