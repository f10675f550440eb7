/**
 * The queue: which run is made next. Those with fewer changes first; of those with as many, each combination of changes and calls
 * once before any of them a second time, as what two changes do together depends on what they are and whom they meet, and seldom on
 * the how many-th time. So a budget that is too small for all goes into as many combinations as it can: NIST counts coverage so.
 */
import { type Change, isAtPoint } from './change.ts'
import { changeKinds } from './change-kinds.ts'

/** What of one length of runs waits, was made, and in how many combinations. */
class Level {
  /** By how often their combination was added before. */
  readonly #byRank: { readonly runs: (readonly Change[])[]; next: number }[] = []
  readonly #added = new Map<string, number>()
  readonly #taken = new Set<string>()
  known = 0
  left = 0

  add(changes: readonly Change[]): void {
    const combination = combinationOf(changes)
    const rank = this.#added.get(combination) ?? 0
    this.#added.set(combination, rank + 1)
    const place = rank + (changes.every(isTelling) ? 0 : RARE)
    while (this.#byRank.length <= place) this.#byRank.push({ runs: [], next: 0 })
    this.#byRank[place]?.runs.push(changes)
    this.known++
    this.left++
  }

  take(): readonly Change[] | undefined {
    const rank = this.#byRank.find(({ runs, next }) => next < runs.length)
    if (!rank) return undefined
    const changes = rank.runs[rank.next++] as readonly Change[]
    this.#taken.add(combinationOf(changes))
    this.left--
    return changes
  }

  get combinations(): { known: number; tried: number } {
    return { known: this.#added.size, tried: this.#taken.size }
  }
}

/** So many times each combination of what tells much goes before any of what tells little. */
const RARE = 4

const isTelling = (change: Change) => !isAtPoint(change) || changeKinds[change.kind].alike === undefined

/** The changes and whom they meet, whichever of the calls of a name it is. */
function combinationOf(changes: readonly Change[]): string {
  return changes
    .map((change) =>
      isAtPoint(change) ? `${change.kind} ${change.label}` : `${change.kind} ${JSON.stringify(change)}`,
    )
    .join('+')
}

export class Queue {
  readonly #levels: Level[] = []

  add(changes: readonly Change[]): void {
    this.#level(changes.length).add(changes)
  }

  /** The next run to make; undefined where none waits. */
  take(): readonly Change[] | undefined {
    for (const level of this.#levels) if (level.left > 0) return level.take()
    return undefined
  }

  /** How many wait: of one length, or in all. */
  left(length?: number): number {
    if (length !== undefined) return this.#levels[length]?.left ?? 0
    return this.#levels.reduce((sum, level) => sum + level.left, 0)
  }

  /** How many combinations of so many changes are known, and how many of these were tried. */
  combinations(length: number): { known: number; tried: number } {
    return this.#levels[length]?.combinations ?? { known: 0, tried: 0 }
  }

  #level(length: number): Level {
    while (this.#levels.length <= length) this.#levels.push(new Level())
    return this.#levels[length] as Level
  }
}
