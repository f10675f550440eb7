/** Progress: the line on the terminal while an exploration runs, and the report of one that passes. */
import { hostProcess } from '../../bank/shell/host/platform.ts'
import { count } from '../../core/kernel/count.ts'
import { SECOND } from '../../core/kernel/time/instant.ts'
import { visibleLines } from '../../core/kernel/visible.ts'
import type { Failure } from '../types.ts'
import { stopwatch } from './stopwatch.ts'

/** Writes to the standard error, which test runners show. */
export function tell(text: string): void {
  hostProcess()?.stderr?.write(text)
}

/** A terminal shows one run in this many. */
const EVERY = 50
/** The milliseconds between two lines where there is no terminal. */
const PAUSE = 30 * SECOND

/** Shows failures while an exploration runs, even if the process is killed later. */
export class Progress {
  readonly #elapsed = stopwatch()
  #isShown = false
  #told = 0
  #toldAt = 0

  constructor(private readonly failures: readonly Failure[]) {}

  /** Announces a long exploration. `left`: the runs that are still to be made; `milliseconds`: how long they take. */
  announce(left: number, milliseconds: number): void {
    if (milliseconds < PAUSE) return
    tell(`explore: up to ${count(left, 'run')} to go, about ${Math.round(milliseconds / SECOND)} s here\n`)
  }

  show(runs: number, planned: number): void {
    const { length } = this.failures
    const line = `explore: ${runs} of ${planned} runs, ${count(length, 'failure')}`
    if (hostProcess()?.stderr?.isTTY) {
      if (runs % EVERY !== 0) return
      this.#isShown = true
      tell(`${ANEW}${line}`)
    } else if (this.#elapsed() - this.#toldAt >= PAUSE) {
      this.#toldAt = this.#elapsed()
      const found = this.failures.slice(this.#told).map(({ run, message }) => `  ${run}: ${visibleLines(message)}\n`)
      this.#told = length
      tell(`${line}, ${Math.round(this.#toldAt / SECOND)} s\n${found.join('')}`)
    }
  }

  clear(): void {
    if (this.#isShown) tell(ANEW)
  }
}

/** Clears the line of the terminal. */
const ANEW = '\r\u001B[K'
