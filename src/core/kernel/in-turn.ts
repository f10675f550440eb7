/** Runs asynchronous work one piece after another. */

/** A queue of work. Each piece begins when the piece before it has ended, even with an error. */
export class InTurn {
  #last: Promise<void> = Promise.resolve()

  /** Runs `work` after all earlier work has ended. The promise resolves or rejects in the same way as the promise of `work`. */
  readonly run = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const own = this.#last.then(work)
    this.#last = own.then(nothing, nothing)
    return own
  }

  /** Resolves when all work has ended, including work that is added meanwhile. */
  async ended(): Promise<void> {
    for (let last: unknown; last !== this.#last; ) {
      last = this.#last
      await last
    }
  }
}

const nothing = (): void => {}
