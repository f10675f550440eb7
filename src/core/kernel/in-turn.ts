/** Asynchronous work, one piece after the other. */

/** A queue: each piece of work begins when the one before it has ended, well or badly. */
export class InTurn {
  #last: Promise<void> = Promise.resolve()

  /** Runs the work after all that was added before it; resolves and rejects as the work does. */
  readonly run = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const own = this.#last.then(work)
    this.#last = own.then(nothing, nothing)
    return own
  }

  /** Resolves when all work has ended, also work that was added meanwhile. */
  async ended(): Promise<void> {
    for (let last: unknown; last !== this.#last; ) {
      last = this.#last
      await last
    }
  }
}

const nothing = (): void => {}
