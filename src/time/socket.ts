/** A socket: what was read and written, whether it waits for an answer, and how long its server has taken over one. */

/** As Node has it inside. */
export interface Handle {
  readonly fd?: number
  readonly bytesRead?: number
  readonly bytesWritten?: number
  getsockname?(name: { port?: number }): void
  getpeername?(name: { port?: number }): void
}

export class Socket {
  /** Bytes written before the last read: bytes written since wait for an answer. */
  #answered = 0
  #read = 0
  #ends: string | undefined
  /** Whether a read was ever announced. */
  #isHeard = false
  /** The milliseconds that timers have taken since the bytes of `#served` were read. */
  #spent = 0
  #served = 0

  constructor(
    readonly handle: Handle,
    /** Whether a server accepted it: then the other end waits for answers. */
    readonly isAccepted: boolean,
    /** Whether it was open before: then no answer is waited for. A new handle is still being made, and answers no questions yet. */
    wasThere: boolean,
  ) {
    if (!wasThere) return
    this.#answered = this.written
    this.#read = this.read
  }

  get isOpen(): boolean {
    return this.handle.fd === undefined || this.handle.fd >= 0
  }

  get read(): number {
    return this.handle.bytesRead ?? 0
  }

  get written(): number {
    return this.handle.bytesWritten ?? 0
  }

  /** The ports of both its ends; those of its other end are the same, the other way round. */
  get ends(): readonly [string, string] | undefined {
    this.#ends ??= portsOf(this.handle)
    return this.#ends === undefined ? undefined : [this.#ends, this.#ends.split(' ').reverse().join(' ')]
  }

  /** Data is about to be read. */
  hears(): void {
    this.#isHeard = true
    this.#answered = this.written
  }

  get waits(): boolean {
    // TLS does not announce its reads: they are noticed afterwards.
    if (this.read !== this.#read && !this.#isHeard) this.#answered = this.written
    this.#read = this.read
    return !this.isAccepted && this.written > this.#answered
  }

  /** The milliseconds that timers of its server have taken since something was read: the speed of the machine changes nothing. */
  get spent(): number {
    if (this.read !== this.#served) this.#spent = 0
    this.#served = this.read
    return this.#spent
  }

  /** A timer has fired that was to fire then. */
  comesTo(spent: number): void {
    this.#spent = Math.max(this.spent, spent)
  }
}

function portsOf(handle: Handle): string | undefined {
  const [own, other]: { port?: number }[] = [{}, {}]
  handle.getsockname?.(own ?? {})
  handle.getpeername?.(other ?? {})
  return own?.port && other?.port ? `${own.port} ${other.port}` : undefined
}
