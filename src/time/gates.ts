/** Gates: where a call is stopped until nothing else can happen at this instant; then the first that was stopped goes on. */
export class Gates {
  #closed: (() => void)[] = []

  constructor(private readonly onChange: () => void) {}

  get isClosed(): boolean {
    return this.#closed.length > 0
  }

  /** Resolves when the gate is opened. */
  readonly stop = (): Promise<void> => new Promise((resolve) => this.#closed.push(resolve))

  /** Opens the first gate; whether there was one. */
  openFirst(): boolean {
    const open = this.#closed.shift()
    if (open === undefined) return false
    this.onChange()
    open()
    return true
  }

  reset(): void {
    this.#closed = []
  }
}
