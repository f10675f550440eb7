/**
 * Activity: whether anything can still happen at this instant of virtual time. Code that waits for no timer runs in turns of the event
 * loop. When some turns have gone by without activity, and no I/O is pending, nothing more happens until the clock moves.
 */

import { hostProcess } from '../bank/shell/host/platform.ts'
import { nextTurn } from '../bank/shell/pushes/event-loop.ts'

// The real `setImmediate`, kept before fake timers or a followed clock replace it.
const realImmediate = globalThis.setImmediate as typeof setImmediate | undefined

export const inNextTurn = (act: () => void): void => void (realImmediate ?? nextTurn)(act)

export const turn = (): Promise<void> => new Promise(inNextTurn)

/** How many microtasks are awaited before the first turn: most code ends within them. */
const MICROTASKS_FIRST = 20

const QUIET = 2

/** After this many turns, each further wait for pending I/O takes a little real time instead of a turn. */
const MANY_TURNS = 500

/** At how many instants in a row unfinished calls are waited for: a lock that is never released costs `maxTurns` turns at each. */
const MOST_IN_VAIN = 10

/** How activity is noticed, and how long to wait until it ends. */
export interface Signs {
  /** After this many turns without activity, nothing more is expected to happen. */
  readonly quietTurns?: number
  /** After this many turns the wait ends, even if something is under way. */
  readonly maxTurns?: number
  /** Whether anything is under way outside of the event loop. */
  readonly isBusy?: () => boolean
  readonly rest?: () => Promise<void>
}

export class Activity {
  #done = 0
  /** Calls under way that need no virtual time, such as a read from a store. */
  readonly #busy = new Set<Promise<unknown>>()
  /** At how many instants in a row these calls did not end within `maxTurns` turns. */
  #inVain = 0

  readonly maxTurns: number

  constructor(private readonly signs: Signs) {
    this.maxTurns = signs.maxTurns ?? Number.POSITIVE_INFINITY
  }

  readonly note = (): void => {
    this.#done++
  }

  /** Counts a promise as under way until it settles or is abandoned, and returns it. */
  readonly during = <Result>(work: Promise<Result>, abandoned?: Promise<void>): Promise<Result> => {
    this.#busy.add(work)
    const over = () => {
      if (this.#busy.delete(work)) this.#inVain = 0
      this.#done++
    }
    work.then(over, over)
    abandoned?.then(over)
    return work
  }

  /** Resolves when nothing more can happen at this instant, or when `isOver` returns true. */
  async quiet(isOver: () => boolean): Promise<void> {
    for (let step = 0; step < MICROTASKS_FIRST && !isOver(); step++) await null
    const { quietTurns = QUIET, isBusy = isReading, rest = turn } = this.signs
    let turns = 0
    for (let quiet = 0; quiet < quietTurns && turns < this.maxTurns && !isOver(); turns++) {
      const doneBefore = this.#done
      await (turns > MANY_TURNS && (this.#busy.size > 0 || isBusy()) ? rest() : turn())
      quiet = this.#done === doneBefore && this.#busy.size === 0 && !isBusy() ? quiet + 1 : 0
    }
    if (turns >= this.maxTurns && ++this.#inVain >= MOST_IN_VAIN) this.#busy.clear()
  }
}

const realProcess = hostProcess()

/** True if Node is reading or writing a file, or looking a name up. */
export function isReading(): boolean {
  return realProcess?.getActiveResourcesInfo?.().some((name) => /Req(Callback|Promise|Wrap)?$/.test(name)) ?? false
}
