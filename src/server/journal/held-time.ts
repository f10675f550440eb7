/**
 * Time in which nothing happened, held back until something does: a bank whose clock follows that of the wall goes on many times a
 * second, and mostly nothing is due. Two advances in a row are one, as advancing in two steps is the same as in one. What is held is
 * less than a minute, so that this is all that a bank which is killed may lose of its time. (§3)
 */

import { instantOfEntry, type KeptEntry } from '../../bank/shell/state/journal.ts'
import { MINUTE } from '../../core/kernel/time/instant.ts'

/** Where in an entry its time, its operation and its input stand; nothing comes after these where nothing happened. */
const [AT, OPERATION, INPUT] = [0, 2, 5]

export class HeldTime {
  #held: KeptEntry | undefined

  constructor(private readonly write: (entry: KeptEntry) => void) {}

  add(entry: KeptEntry): void {
    const isAdvance = entry[OPERATION] === 'clock.advance'
    if (!isAdvance) this.release()
    // As if it had begun when the first one did.
    const whole = this.#held === undefined ? entry : entry.with(AT, this.#held[AT])
    this.#held = undefined
    if (isAdvance && entry.length === INPUT + 1 && spanOf(whole) < MINUTE) this.#held = whole
    else this.write(whole)
  }

  release(): void {
    if (this.#held) this.write(this.#held)
    this.#held = undefined
  }

  /** Forgets it: the bank has another history. */
  drop(): void {
    this.#held = undefined
  }
}

function spanOf(advance: KeptEntry): number {
  return (advance[INPUT] as { to: number }).to - instantOfEntry(advance)
}
