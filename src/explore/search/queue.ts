/**
 * The queue: the order of the runs. Fewer changes first. Among runs with equally many, pairs of change kinds take turns, so that rare
 * kinds are exhausted before common ones. Within a pair each combination of kinds and calls is tried once before any is repeated: which
 * call a change meets matters more than the how many-th time. Most turns go to runs whose last change meets something new, a retry or a
 * compensation say, and to changes that are close together. So a small budget covers the most different runs.
 */
import { type Change, isAtPoint } from '../changes/change.ts'
import { changeKinds } from '../changes/change-kinds.ts'
import type { Coverage } from '../scenario.ts'

type Changes = readonly Change[]

/** Where the last change of a run is. */
export interface Place {
  /** How many points after the change before it. */
  readonly distance: number
  /** Whether the run that it follows did something there that no run before did. */
  readonly isNew: boolean
}

interface Waiting {
  readonly changes: Changes
  /** The changes, and the calls that they meet. */
  readonly combination: string
  isTaken: boolean
}

/** The runs with changes of certain kinds, by how often their combination was added before. */
interface Kinds {
  readonly isOfItsOwn: boolean
  readonly byRank: Waiting[][]
}

function takeOf({ byRank }: Kinds): Waiting | undefined {
  for (const runs of byRank) {
    // It may have been taken in the other order.
    for (let run = runs.shift(); run; run = runs.shift()) if (!run.isTaken) return run
  }
  return undefined
}

/** Kinds that are like another one have their turn in one round of so many. */
const SELDOM = 4

/** An order in which runs are taken: kinds by turns. */
class Turns {
  readonly #kinds = new Map<string, Kinds>()
  readonly #ranks = new Map<string, number>()
  #turns: Kinds[] = []
  #round = 0

  add(run: Waiting): void {
    const rank = this.#ranks.get(run.combination) ?? 0
    this.#ranks.set(run.combination, rank + 1)
    const names = run.changes.map(({ kind }) => kind).join('+')
    const kinds = this.#kinds.get(names) ?? { isOfItsOwn: run.changes.every(isOfItsOwn), byRank: [] }
    this.#kinds.set(names, kinds)
    kinds.byRank[rank] ??= []
    kinds.byRank[rank].push(run)
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

/** So many points lie between changes at most that are near each other. */
const NEAR = 3

/** Changes of everything come first, then those of calls, and so on. */
const places = ['request', 'push', 'payment', 'store'] as const

function turnOf([change]: Changes): number {
  if (!change || !isAtPoint(change)) return 0
  return places.indexOf(changeKinds[change.kind].at) + 1 + (isOfItsOwn(change) ? 0 : places.length)
}

/** The runs with one number of changes: those that wait, and what became of all. */
class Level {
  /** How many are known; of these were made, are equal to others, and wait. */
  known = 0
  tried = 0
  equal = 0
  left = 0
  readonly #lanes = { all: new Turns(), near: new Turns(), new: new Turns(), newAndNear: new Turns() }
  /** All single changes are tried, in the order of the run; kinds that are like another kind come last. */
  readonly #inOrder: readonly Waiting[][] = Array.from({ length: 2 * (places.length + 1) }, () => [])
  readonly #knownCombinations = new Set<string>()
  readonly #triedCombinations = new Set<string>()
  #taken = 0

  constructor(readonly depth: number) {}

  add(changes: Changes, { distance, isNew }: Place): void {
    const run = { changes, combination: combinationOf(changes), isTaken: false }
    this.#knownCombinations.add(run.combination)
    if (this.depth < 2) this.#inOrder[turnOf(changes)]?.push(run)
    else {
      const isNear = distance <= NEAR
      this.#lanes.all.add(run)
      if (isNear) this.#lanes.near.add(run)
      if (isNew) this.#lanes.new.add(run)
      if (isNew && isNear) this.#lanes.newAndNear.add(run)
    }
    this.known++
    this.left++
  }

  /** So many runs would go as others did: they are not made. */
  leaveOut(runs: number): void {
    this.known += runs
    this.equal += runs
  }

  take(): Changes | undefined {
    const taken = this.#taken++
    const single = this.#inOrder.find((runs) => runs.length > 0)?.shift()
    const lane = ROUND[taken % ROUND.length] as (typeof ROUND)[number]
    const run = single ?? this.#lanes[lane].take() ?? this.#lanes.all.take()
    if (!run) return undefined
    run.isTaken = true
    this.left--
    this.#triedCombinations.add(run.combination)
    return run.changes
  }

  get coverage(): Coverage {
    const { depth, known, tried, equal, left } = this
    const combinations = { known: this.#knownCombinations.size, tried: this.#triedCombinations.size }
    return { depth, known, tried, equal, left, combinations }
  }
}

const isOfItsOwn = (change: Change) => !isAtPoint(change) || changeKinds[change.kind].alike === undefined

/** The changes and the calls that they meet, whichever of the calls of a name it is. */
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

  /** The runs with so many changes. */
  level(depth: number): Level {
    while (this.#levels.length < depth) this.#levels.push(new Level(this.#levels.length + 1))
    return this.#levels[depth - 1] as Level
  }

  /** The next run to make; undefined where none waits. */
  take(): Changes | undefined {
    return this.#levels.find(({ left }) => left > 0)?.take()
  }

  /** How many wait. */
  get left(): number {
    return this.#levels.reduce((sum, level) => sum + level.left, 0)
  }

  get coverage(): Coverage[] {
    return this.#levels.map(({ coverage }) => coverage)
  }
}
