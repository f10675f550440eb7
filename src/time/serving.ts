/**
 * Serving: servers of this process that run on real time, because they were started before the tests, say. While such a server waits for
 * a real timer before it answers a connection, the connection counts as pending I/O, as a request to another process does. A timer belongs
 * to the connection for which it was set: each resource that is made while code of a connection runs belongs to that connection.
 */
import type { Socket } from './socket.ts'

/** The milliseconds of real time for which the clock waits for a connection after its last data: a longer timer is a time-out, or a job. */
const LONGEST_ANSWER = 2_000

/** A timer of the process, as Node has it inside. */
interface RealTimer {
  readonly _idleTimeout?: number
  readonly _repeat?: unknown
  readonly _destroyed?: boolean
  hasRef?(): boolean
}

interface Waiting {
  readonly socket: Socket
  readonly timer: RealTimer
  ends: number
}

export class Serving {
  /** By the ids of what was made for them. */
  readonly #sockets = new Map<number, Socket>()
  readonly #timers = new Map<number, Waiting>()

  constructor(private readonly present: () => number) {}

  /** Somebody has connected; `ids`: of the resources that run for this connection from now on. */
  accepts(socket: Socket, ids: readonly number[]): void {
    for (const id of ids) this.#sockets.set(id, socket)
  }

  begins(id: number, type: string, resource: object): void {
    if (this.#sockets.size === 0) return
    const socket = this.#sockets.get(this.present())
    if (socket === undefined) return
    if (!this.#sockets.has(id)) this.#sockets.set(id, socket)
    if (type !== 'Timeout') return
    const timer = resource as RealTimer
    this.#timers.set(id, { socket, timer, ends: socket.spent + (timer._idleTimeout ?? 0) })
  }

  goesOn(id: number): void {
    const waiting = this.#timers.get(id)
    if (waiting === undefined) return
    const { socket, timer, ends } = waiting
    socket.comesTo(ends)
    if (typeof timer._repeat === 'number') waiting.ends = socket.spent + timer._repeat
    else this.#timers.delete(id)
  }

  ends(id: number): void {
    this.#sockets.delete(id)
    this.#timers.delete(id)
  }

  get isBusy(): boolean {
    for (const [id, { socket, timer, ends }] of this.#timers) {
      if (timer._destroyed || !socket.isOpen) this.#timers.delete(id)
      // A timer that does not keep the process alive does not keep the clock from moving.
      else if (ends <= LONGEST_ANSWER && timer.hasRef?.() !== false) return true
    }
    return false
  }
}
