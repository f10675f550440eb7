/**
 * Serving: servers of this process that run on real time, because they were started before the tests, say. While such a server waits for
 * a real timer before it answers a connection, the connection counts as pending I/O, as a request to another process does. A timer belongs
 * to the connection for which it was set: each resource that is made while code of a connection runs belongs to that connection.
 */

/** The milliseconds of real time for which the clock waits for a connection after its last data: a longer timer is a time-out, or a job. */
const LONGEST_ANSWER = 2_000

/** A connection that others opened to a server of this process. */
export interface Connection {
  readonly isOpen: boolean
  /** Bytes that were read. */
  readonly read: number
}

/** A timer of the process, as Node has it inside. */
interface RealTimer {
  readonly _idleTimeout?: number
  readonly _repeat?: unknown
  readonly _destroyed?: boolean
  hasRef?(): boolean
}

/** The work for a connection. Its time is counted by its timers, so that the speed of the machine changes nothing. */
class Service {
  #spent = 0
  #heard = 0

  constructor(readonly connection: Connection) {}

  /** The milliseconds that timers have taken since something was read. */
  get spent(): number {
    if (this.connection.read !== this.#heard) this.#spent = 0
    this.#heard = this.connection.read
    return this.#spent
  }

  /** A timer has fired that was to fire then. */
  comesTo(spent: number): void {
    this.#spent = Math.max(this.spent, spent)
  }
}

interface Waiting {
  readonly service: Service
  readonly timer: RealTimer
  ends: number
}

export class Serving {
  /** By the ids of what was made for them. */
  readonly #services = new Map<number, Service>()
  readonly #timers = new Map<number, Waiting>()

  constructor(private readonly present: () => number) {}

  /** Somebody has connected; `ids`: of the resources that run for this connection from now on. */
  accepts(connection: Connection, ids: readonly number[]): void {
    const service = new Service(connection)
    for (const id of ids) this.#services.set(id, service)
  }

  begins(id: number, type: string, resource: object): void {
    if (this.#services.size === 0) return
    const service = this.#services.get(this.present())
    if (service === undefined) return
    if (!this.#services.has(id)) this.#services.set(id, service)
    if (type !== 'Timeout') return
    const timer = resource as RealTimer
    this.#timers.set(id, { service, timer, ends: service.spent + (timer._idleTimeout ?? 0) })
  }

  goesOn(id: number): void {
    const waiting = this.#timers.get(id)
    if (waiting === undefined) return
    const { service, timer, ends } = waiting
    service.comesTo(ends)
    if (typeof timer._repeat === 'number') waiting.ends = service.spent + timer._repeat
    else this.#timers.delete(id)
  }

  ends(id: number): void {
    this.#services.delete(id)
    this.#timers.delete(id)
  }

  get isBusy(): boolean {
    for (const [id, { service, timer, ends }] of this.#timers) {
      if (timer._destroyed || !service.connection.isOpen) this.#timers.delete(id)
      // A timer that does not keep the process alive does not keep the clock from moving.
      else if (ends <= LONGEST_ANSWER && timer.hasRef?.() !== false) return true
    }
    return false
  }
}
