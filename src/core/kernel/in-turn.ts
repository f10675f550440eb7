/** A queue of asynchronous work. Each piece begins when the piece before it has ended, even with an error. */
export class InTurn {
  #last: Promise<void> = Promise.resolve()

  /** The promise resolves or rejects as the promise of `work` does. */
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
