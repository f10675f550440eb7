/**
 * Pending I/O that keeps the clock from moving by itself: file reads, name look-ups, work of other threads (digests, compression), and
 * requests to servers on this machine until their answer is back. A request that is answered in this process counts as pending only while
 * its server waits for a real timer: otherwise the answer may be made by a timer of the bank's clock.
 */

import { hostProcess, nodeModule } from '../bank/shell/state/platform.ts'
import { isReading } from './activity.ts'
import { isImporting } from './importing.ts'
import { Serving } from './serving.ts'

/** A socket, as Node has it inside. */
interface Handle {
  readonly fd?: number
  readonly bytesRead?: number
  readonly bytesWritten?: number
  getsockname?(name: { port?: number }): void
  getpeername?(name: { port?: number }): void
}

/** Work in another thread; where it was done at once, it has no `ondone`. */
interface Job {
  readonly ondone?: unknown
}

/** Work that is over when its resource goes on. */
const UNTIL_NEXT: Job = { ondone: true }

interface Compressor {
  write(...given: unknown[]): unknown
}

interface Hooks {
  executionAsyncId?(): number
  createHook?(callbacks: {
    init(id: number, type: string, trigger: number, resource: object): void
    before(id: number): void
    destroy(id: number): void
  }): { enable(): void; disable(): void }
}

interface Identified {
  getAsyncId?(): number
}

/** A socket, as programs have it; the requests that came in on it are heard by a parser. */
interface Connected {
  readonly _handle?: Handle & Identified
  readonly server?: unknown
  readonly parser?: Identified | null
}

class Stream {
  /** Bytes written before the last read: bytes written since wait for an answer. */
  #answered = 0
  #read = 0
  #ends: string | undefined

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
  readonly hears = (): void => {
    this.#answered = this.written
  }

  get waits(): boolean {
    // TLS does not announce its reads: they are noticed afterwards.
    if (this.read !== this.#read && this.#answered !== this.written && !this.isHeard) this.hears()
    this.#read = this.read
    return !this.isAccepted && this.written > this.#answered
  }

  /** Whether a read was ever announced. */
  isHeard = false
}

function portsOf(handle: Handle): string | undefined {
  const [own, other]: { port?: number }[] = [{}, {}]
  handle.getsockname?.(own ?? {})
  handle.getpeername?.(other ?? {})
  return own?.port && other?.port ? `${own.port} ${other.port}` : undefined
}

/** Looks at pending I/O, from now until `stop`. */
export class PendingIo {
  readonly #jobs = new Map<number, Job>()
  readonly #streams = new Map<number, Stream>()
  readonly #hook: ReturnType<NonNullable<Hooks['createHook']>> | undefined
  readonly #present: () => number
  readonly #serving: Serving

  constructor() {
    const hooks = nodeModule('node:async_hooks') as Hooks | undefined
    this.#present = hooks?.executionAsyncId ?? (() => 0)
    this.#serving = new Serving(this.#present)
    this.#hook = hooks?.createHook?.({ init: this.#begins, before: this.#goesOn, destroy: this.#ends })
    const connected = (hostProcess()?._getActiveHandles?.() ?? []) as Connected[]
    // Sockets that were there before, of a pool say.
    for (const { _handle: handle, server, parser } of connected) {
      const id = handle?.getAsyncId?.()
      if (!handle || id === undefined || typeof handle.bytesRead !== 'number') continue
      const stream = new Stream(handle, server !== undefined && server !== null, true)
      this.#streams.set(id, stream)
      const heardBy = parser?.getAsyncId?.()
      if (stream.isAccepted) this.#serving.accepts(stream, heardBy === undefined ? [id] : [id, heardBy])
    }
    this.#hook?.enable()
  }

  stop(): void {
    this.#hook?.disable()
  }

  readonly isBusy = (): boolean => {
    // Work that was done at once never reports its end.
    for (const [id, job] of this.#jobs) if (job.ondone === undefined) this.#jobs.delete(id)
    return this.#jobs.size > 0 || this.#isOnItsWay() || this.#serving.isBusy || isReading() || isImporting()
  }

  /** Whether anything is on its way between two sockets of this process, or one waits for an answer from elsewhere. */
  #isOnItsWay(): boolean {
    const byEnds = new Map<string, Stream>()
    const open = [...this.#streams.values()].filter(({ isOpen }) => isOpen)
    for (const stream of open) if (stream.ends) byEnds.set(stream.ends[0], stream)
    return open.some((stream) => {
      const peer = stream.ends && byEnds.get(stream.ends[1])
      return peer ? stream.written > peer.read : stream.waits
    })
  }

  readonly #begins = (id: number, type: string, trigger: number, resource: object): void => {
    this.#serving.begins(id, type, resource)
    if (type === 'PROMISE') return
    if (type === 'TCPWRAP') this.#connects(id, trigger, resource as Handle)
    else if (type === 'TCPCONNECTWRAP' || type === 'PIPECONNECTWRAP' || type === 'SHUTDOWNWRAP')
      this.#jobs.set(id, UNTIL_NEXT)
    else if (type === 'ZLIB') this.#watch(id, resource as Compressor)
    else if (type.endsWith('REQUEST')) this.#jobs.set(id, resource as Job)
  }

  #connects(id: number, trigger: number, handle: Handle): void {
    // Servers accept outside of all callbacks; clients connect within one, or without a trigger.
    const isAccepted = trigger !== 0 && this.#present() === 0
    const stream = new Stream(handle, isAccepted, false)
    this.#streams.set(id, stream)
    // The server's callback comes next: what it makes belongs to this connection.
    if (isAccepted) this.#serving.accepts(stream, [id, trigger])
  }

  /** A compressor works from each time that it is given something until it says that it is done. */
  #watch(id: number, compressor: Compressor): void {
    const { write } = compressor
    compressor.write = (...given) => {
      this.#jobs.set(id, UNTIL_NEXT)
      return Reflect.apply(write, compressor, given)
    }
  }

  readonly #goesOn = (id: number): void => {
    const stream = this.#streams.get(id)
    if (stream) {
      stream.isHeard = true
      stream.hears()
    }
    this.#serving.goesOn(id)
    this.#jobs.delete(id)
  }

  readonly #ends = (id: number): void => {
    this.#streams.delete(id)
    this.#serving.ends(id)
    this.#jobs.delete(id)
  }
}
