/**
 * Connections, and how long the clock stands still for their answers. Silence is counted in rests of a clock, not in milliseconds, because
 * the speed of the machine must not matter.
 */

/** The inner handle of a socket of Node. */
export interface Handle {
  getAsyncId?(): number
  readonly fd?: number
  readonly bytesRead?: number
  readonly bytesWritten?: number
  readonly _parent?: Handle
  getsockname?(name: { port?: number }): void
  getpeername?(name: { port?: number }): void
}

/** The public object of a socket. On a socket of a server, `parser` reads the requests. */
export interface Stream {
  readonly _handle?: Handle | null
  readonly server?: unknown
  readonly parser?: Pick<Handle, 'getAsyncId'> | null
  /** Null until some code reads. */
  readonly readableFlowing?: boolean | null
  readonly readableLength?: number
}

/** After so many rests of silence, the clock no longer waits for an answer: the other end is slow, or waits for an event. */
export const LONGEST_ANSWER = 2_000

/** After so many rests of silence, an answer is whole, where no protocol tells its end. */
const WHOLE = 80

export class Socket {
  isHttp = false
  /** True from when code asks until the answer is whole. */
  #isAsked = false
  /** How many bytes had been written when data was last read. Later bytes wait for an answer. */
  #answered = 0
  #read = 0
  /** How many rests there had been when data was last read, or when code last asked. */
  #heardAt = 0
  #stream: Stream | undefined
  #ports: readonly [string, string] | undefined
  /** How many milliseconds timers have waited since the last read, after which `#served` bytes had been read in all. */
  #spent = 0
  #served = 0

  constructor(
    readonly handle: Handle,
    /** True if a server accepted the connection: then the other end waits for answers. */
    readonly isAccepted: boolean,
    /** True if the socket was open before `PendingIo` began: then it awaits no answer yet. A new socket's byte counts cannot be read. */
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

  /** Own port and other port, then the reverse. At the other end of the connection, the two texts are swapped. */
  get ports(): readonly [string, string] | undefined {
    this.#ports ??= portsOf(this.handle)
    return this.#ports
  }

  /** Notes that code connects, or is about to write, and may wait for an answer. */
  asks(rests: number): void {
    this.#isAsked = true
    this.#heardAt = rests
  }

  /** Notes that code is about to write. */
  writes(stream: Stream, rests: number): void {
    this.#stream = stream
    this.#noteRead(rests)
  }

  /** True if code has asked, the answer is not whole, and the code reads it. @param isUnended - whether an HTTP message has not ended */
  waits(rests: number, isUnended: boolean): boolean {
    this.#noteRead(rests)
    if (!this.#isAsked || this.isAccepted) return false
    const { readableFlowing, readableLength = 0 } = this.#stream ?? {}
    if (readableFlowing === null || readableLength > 0) return false
    const isUnanswered = isUnended || this.written > this.#answered
    const longest = isUnanswered ? LONGEST_ANSWER : this.isHttp ? 0 : WHOLE
    this.#isAsked = rests - this.#heardAt < longest
    return this.#isAsked
  }

  #noteRead(rests: number): void {
    if (this.read === this.#read) return
    this.#read = this.read
    this.#answered = this.written
    this.#heardAt = rests
  }

  /** Milliseconds that the server's timers have waited since the last read, by their delays. */
  get spent(): number {
    if (this.read !== this.#served) this.#spent = 0
    this.#served = this.read
    return this.#spent
  }

  /** Notes that a timer has fired, `spent` milliseconds after the last read. */
  comesTo(spent: number): void {
    this.#spent = Math.max(this.spent, spent)
  }
}

function portsOf(handle: Handle): Socket['ports'] {
  const [own, other]: [{ port?: number }, { port?: number }] = [{}, {}]
  handle.getsockname?.(own)
  handle.getpeername?.(other)
  return own.port && other.port ? [`${own.port} ${other.port}`, `${other.port} ${own.port}`] : undefined
}

/** A timer of the process, with Node's inner fields. */
export interface RealTimer {
  readonly _idleTimeout?: number
  readonly _repeat?: unknown
  readonly _destroyed?: boolean
  hasRef(): boolean
}

interface Waiting {
  readonly socket: Socket
  readonly timer: RealTimer
  firesAt: number
}

/**
 * Servers of this process that run on real time, for example because they were started before the tests. While such a server waits for a
 * real timer before it answers on a connection, the connection counts as pending I/O, for `LONGEST_ANSWER` milliseconds: a longer timer is
 * a time-out or a job. A resource, such as a timer, belongs to the connection for which code was running when the resource was made.
 */
export class Serving {
  /** The connections, keyed by the async ids of the resources that were made for them. */
  readonly #sockets = new Map<number, Socket>()
  readonly #timers = new Map<number, Waiting>()

  constructor(private readonly currentId: () => number) {}

  /** Notes that a client has connected. `ids` are the async ids of the resources that serve the connection. */
  accepts(socket: Socket, ids: readonly number[]): void {
    for (const id of ids) this.#sockets.set(id, socket)
  }

  /** True if code that serves a connection made the resource with this async id. */
  serves(id: number): boolean {
    return this.#sockets.has(id)
  }

  begins(id: number, type: string, resource: object): void {
    if (this.#sockets.size === 0) return
    const socket = this.#sockets.get(this.currentId())
    if (socket === undefined) return
    if (!this.#sockets.has(id)) this.#sockets.set(id, socket)
    if (type !== 'Timeout') return
    const timer = resource as RealTimer
    this.#timers.set(id, { socket, timer, firesAt: socket.spent + (timer._idleTimeout ?? 0) })
  }

  goesOn(id: number): void {
    const waiting = this.#timers.get(id)
    if (waiting === undefined) return
    const { socket, timer, firesAt } = waiting
    socket.comesTo(firesAt)
    if (typeof timer._repeat === 'number') waiting.firesAt = socket.spent + timer._repeat
    else this.#timers.delete(id)
  }

  ends(id: number): void {
    this.#sockets.delete(id)
    this.#timers.delete(id)
  }

  get isBusy(): boolean {
    for (const [id, { socket, timer, firesAt }] of this.#timers) {
      if (timer._destroyed || !socket.isOpen) this.#timers.delete(id)
      // A timer lets the clock move if it would also let the process end.
      else if (firesAt <= LONGEST_ANSWER && timer.hasRef()) return true
    }
    return false
  }
}
