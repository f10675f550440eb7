/** Paused calls: each waits until nothing else can happen at this instant; then the first of them goes on. */
export class PausedCalls {
  #resume: (() => void)[] = []

  constructor(private readonly onChange: () => void) {}

  get size(): number {
    return this.#resume.length
  }

  /** Resolves when the call goes on. */
  readonly pause = (): Promise<void> => new Promise((resolve) => this.#resume.push(resolve))

  /** Lets the first call go on; whether there was one. */
  resumeFirst(): boolean {
    const resume = this.#resume.shift()
    if (resume === undefined) return false
    this.onChange()
    resume()
    return true
  }

  reset(): void {
    this.#resume = []
  }
}
