/** A queue of sleepers (code that waits for an instant): in the order of their instants, then in the order in which they were added. */
import type { Instant } from '../../../core/kernel/time/instant.ts'

export class Sleepers<Sleeper extends { readonly at: Instant }> {
  #inOrder: readonly Sleeper[] = []

  get first(): Sleeper | undefined {
    return this.#inOrder[0]
  }

  /** Adds a sleeper, and returns a function that removes it. */
  add(sleeper: Sleeper): () => void {
    const later = this.#inOrder.findIndex(({ at }) => at > sleeper.at)
    this.#inOrder = this.#inOrder.toSpliced(later < 0 ? this.#inOrder.length : later, 0, sleeper)
    return () => {
      this.#inOrder = this.#inOrder.filter((other) => other !== sleeper)
    }
  }

  takeDue(now: Instant): readonly Sleeper[] {
    const due = this.#inOrder.filter(({ at }) => at <= now)
    this.#inOrder = this.#inOrder.slice(due.length)
    return due
  }

  clear(): void {
    this.#inOrder = []
  }
}
