/**
 * The queue: the order of the runs. First each kind of single change meets each call; from then on the single changes that are left take
 * turns with pairs, as long as there is room for all of them, those that are like another kind last. Among runs with equally many changes, the kinds take turns, so that a part of the runs is a part of each kind.
 * Within a kind each call is met once before any is met again: which call a change meets matters more than the how many-th time. Most
 * turns of pairs go to those whose second change meets something new, a retry or a compensation say, and to changes that are close
 * together. So a small budget covers the most different runs.
 */
import { type Change, isAtPoint } from '../changes/change.ts'
import { changeKinds } from '../changes/change-kinds.ts'
import type { Coverage } from '../scenario.ts'

type Changes = readonly Change[]

/** Where the last change of a run is. */
export interface Place {
  /** The number of points between it and the change before it. */
  readonly distance: number
  /** Whether the run that it follows did something there that no run before did. */
  readonly isNew: boolean
  /** Whether it is to be tried before all others of its number of changes. */
  readonly isInFocus?: boolean
  /** Whether the run shows no more than those with one of its changes; asked when its turn has come. */
  readonly isIndependent?: () => boolean
}

interface Waiting {
  readonly changes: Changes
  /** The kinds of the changes and the calls that they meet, as text. */
  readonly combination: string
  readonly isIndependent: (() => boolean) | undefined
  readonly isInFocus: boolean
  /** Whether it is a single change of a kind of its own, at a call that this kind has hardly met. */
  isFirst: boolean
  isTaken: boolean
}

/** The runs with changes of certain kinds, by how often their combination was added before. */
interface Kinds {
  readonly isOfItsOwn: boolean
  readonly byRank: Waiting[][]
}

function takeOf({ byRank }: Kinds): Waiting | undefined {
  for (const runs of byRank) {
    // Another lane may have given it already.
    for (let run = runs.shift(); run; run = runs.shift()) if (!run.isTaken) return run
  }
  return undefined
}

/** One round in so many includes the kinds that are like another one. */
const SELDOM = 4

/** An order in which runs are taken: kinds by turns. */
class Turns {
  readonly #kinds = new Map<string, Kinds>()
  readonly #ranks = new Map<string, number>()
  #turns: Kinds[] = []
  #round = 0

  /** Gives how often a run of this combination was added before. */
  add(run: Waiting): number {
    const rank = this.#ranks.get(run.combination) ?? 0
    this.#ranks.set(run.combination, rank + 1)
    const names = run.changes.map(({ kind }) => kind).join('+')
    const kinds = this.#kinds.get(names) ?? { isOfItsOwn: run.changes.every(isOfItsOwn), byRank: [] }
    this.#kinds.set(names, kinds)
    kinds.byRank[rank] ??= []
    kinds.byRank[rank].push(run)
    return rank
  }

  take(): Waiting | undefined {
    // If one full round yields no run, stop.
    for (let rounds = 0; rounds <= SELDOM; ) {
      const kinds = this.#turns.shift()
      const run = kinds && takeOf(kinds)
      if (run) return run
      if (this.#turns.length > 0) continue
      rounds++
      const isForAll = this.#round++ % SELDOM === 0
      this.#turns = [...this.#kinds.values()].filter((kinds) => isForAll || kinds.isOfItsOwn)
    }
    return undefined
  }
}

/** The lanes of pairs, in turn. */
const ROUND = ['new', 'all', 'new', 'newAndNear', 'new', 'near'] as const

/** Pairs wait until each kind of single change has met each call so many times … */
const FIRST = 2
/** … and then there is one of them after so many single changes. */
const SINGLES_FOR_A_PAIR = 2

/** Changes with at most so many points between them are near each other. */
const NEAR = 3

/** The runs with one number of changes: those that wait, and what became of all. */
class Level {
  /** The runs that are known; of these: made, equal to others, independent, and waiting. */
  known = 0
  tried = 0
  equal = 0
  left = 0
  independent = 0
  readonly #lanes = {
    focus: new Turns(),
    all: new Turns(),
    near: new Turns(),
    new: new Turns(),
    newAndNear: new Turns(),
  }
  /** Single changes of kinds that are like another one: they come last. */
  readonly #alike = new Turns()
  #leftOfTheirOwn = 0
  #leftFirst = 0
  #leftInFocus = 0
  readonly #knownCombinations = new Set<string>()
  readonly #triedCombinations = new Set<string>()
  #taken = 0

  constructor(readonly depth: number) {}

  add(changes: Changes, place: Place): void {
    const { isIndependent, isInFocus = false } = place
    const combination = combinationOf(changes)
    const run = { changes, combination, isIndependent, isInFocus, isFirst: false, isTaken: false }
    this.#knownCombinations.add(run.combination)
    const ranks = this.#lanesOf(run, place).map((lane) => lane.add(run))
    run.isFirst = this.depth < 2 && changes.every(isOfItsOwn) && ranks.every((rank) => rank < FIRST)
    if (run.isFirst) this.#leftFirst++
    if (place.isInFocus) this.#leftInFocus++
    if (changes.every(isOfItsOwn)) this.#leftOfTheirOwn++
    this.known++
    this.left++
  }

  #lanesOf({ changes }: Waiting, { distance, isNew, isInFocus }: Place): Turns[] {
    const { focus, all, near, new: lane, newAndNear } = this.#lanes
    const isNear = distance <= NEAR
    if (isInFocus) return [focus]
    if (this.depth < 2) return [changes.every(isOfItsOwn) ? all : this.#alike]
    return [all, ...(isNear ? [near] : []), ...(isNew ? [lane] : []), ...(isNew && isNear ? [newAndNear] : [])]
  }

  /** Counts runs that are not made, as they would go as others did. */
  leaveOut(runs: number): void {
    this.known += runs
    this.equal += runs
  }

  /** Whether a run waits that is to be tried before all others. */
  get hasFocus(): boolean {
    return this.#leftInFocus > 0
  }

  /** Whether a kind of single change has hardly met some call: pairs wait for that. */
  get isFirst(): boolean {
    return this.#leftFirst > 0
  }

  /** Whether a single change waits that is like no other kind. */
  get hasOwn(): boolean {
    return this.#leftOfTheirOwn > 0
  }

  /** The next run to make; undefined where all that waited were independent. */
  take(): Changes | undefined {
    const lane = this.depth < 2 ? 'all' : (ROUND[this.#taken++ % ROUND.length] as (typeof ROUND)[number])
    for (let run = this.#next(lane); run; run = this.#next(lane)) {
      run.isTaken = true
      this.left--
      if (run.isInFocus) this.#leftInFocus--
      if (run.changes.every(isOfItsOwn)) this.#leftOfTheirOwn--
      if (run.isFirst) this.#leftFirst--
      if (run.isIndependent?.()) {
        this.independent++
        continue
      }
      this.#triedCombinations.add(run.combination)
      return run.changes
    }
    return undefined
  }

  #next(lane: (typeof ROUND)[number]): Waiting | undefined {
    return this.#lanes.focus.take() ?? this.#lanes[lane].take() ?? this.#lanes.all.take() ?? this.#alike.take()
  }

  get coverage(): Coverage {
    const { depth, known, tried, equal, independent, left } = this
    const combinations = { known: this.#knownCombinations.size, tried: this.#triedCombinations.size }
    return { depth, known, tried, equal, independent, left, combinations }
  }
}

const isOfItsOwn = (change: Change) => !isAtPoint(change) || changeKinds[change.kind].alike === undefined

/** The kinds of the changes and the names of the calls that they meet; equal for the first and the second call of a name. */
function combinationOf(changes: Changes): string {
  return changes
    .map((change) =>
      isAtPoint(change) ? `${change.kind} ${change.label}` : `${change.kind} ${JSON.stringify(change)}`,
    )
    .join('+')
}

export class Queue {
  /** From one change on. */
  readonly #levels: Level[] = []
  #turns = 0

  /** The runs with so many changes. */
  level(depth: number): Level {
    while (this.#levels.length < depth) this.#levels.push(new Level(this.#levels.length + 1))
    return this.#levels[depth - 1] as Level
  }

  /** The next run to make, where `room` is left for so many; undefined where none waits. */
  take(room: number): Changes | undefined {
    for (let next = this.#next(room); next; next = this.#next(room)) {
      const changes = next.take()
      if (changes) return changes
    }
    return undefined
  }

  #next(room: number): Level | undefined {
    const [single, pair] = this.#levels.filter(({ left }) => left > 0)
    if (pair?.hasFocus) return pair
    if (!pair || !single || single.isFirst || single.left >= room) return single
    return this.#turns++ % (single.hasOwn ? SINGLES_FOR_A_PAIR + 1 : 2) === 0 ? pair : single
  }

  /** Whether every single change was tried. */
  get hasPairsOnly(): boolean {
    return (this.#levels[0]?.left ?? 0) === 0
  }

  /** How many wait. */
  get left(): number {
    return this.#levels.reduce((sum, level) => sum + level.left, 0)
  }

  get coverage(): Coverage[] {
    return this.#levels.map(({ coverage }) => coverage)
  }
}
