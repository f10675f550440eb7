/**
 * Activity: whether anything can still happen at this instant. All that is done without a timer is done in turns of the event loop; so
 * when some turns have gone by in which nothing was done, and nothing is under way outside, all there is to do is to let time pass.
 */

// Those of the real event loop, whatever takes their place later.
const realImmediate = globalThis.setImmediate as typeof setImmediate | undefined
const channel = realImmediate === undefined && typeof MessageChannel !== 'undefined' ? new MessageChannel() : undefined

/** A turn of the event loop; where it has neither of these, a microtask: its timers are the partner's by now. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    if (realImmediate) realImmediate(resolve)
    else if (channel) {
      channel.port1.onmessage = () => resolve()
      channel.port2.postMessage(null)
    } else resolve()
  })
}

/** As many as take as long as one turn. */
const MICROTASKS_FIRST = 20

/** Turns without activity after which nothing more happens. */
const QUIET = 2

export class Activity {
  /** How often something was done. */
  #done = 0
  /** What is under way and does not wait for time: a call of a store, a digest. */
  #busy = 0

  readonly note = (): void => {
    this.#done++
  }

  /** Counts a promise as under way until it has settled, or nobody waits for it any more, and gives it. */
  readonly during = <Result>(work: Promise<Result>, abandoned?: Promise<void>): Promise<Result> => {
    this.#busy++
    let isOver = false
    const over = () => {
      if (isOver) return
      isOver = true
      this.#busy--
      this.#done++
    }
    work.then(over, over)
    abandoned?.then(over)
    return work
  }

  /** Resolves when nothing more can happen at this instant, or `isOver` says that nobody waits for that. */
  async quiet(isOver: () => boolean, patience: number): Promise<void> {
    // Much has ended within some microtasks; whatever has not, a turn does to its end.
    for (let step = 0; step < MICROTASKS_FIRST && !isOver(); step++) await null
    let quietTurns = 0
    for (let turns = 0; quietTurns < QUIET && turns < patience && !isOver(); turns++) {
      const before = this.#done
      await turn()
      quietTurns = this.#done === before && this.#busy === 0 && !isReading() ? quietTurns + 1 : 0
    }
  }
}

interface Resources {
  getActiveResourcesInfo?(): string[]
}

/** Whether Node reads or writes a file, or looks a name up. */
function isReading(): boolean {
  const { process } = globalThis as { process?: Resources }
  return process?.getActiveResourcesInfo?.().some((name) => /Req(Callback|Promise|Wrap)$/.test(name)) ?? false
}
