/**
 * PendingIo: what is under way where the event loop cannot see it, and so is no reason to let time go on: reading a file, a name that is
 * looked up, a digest or a compression in another thread, a request on its way to a server on this machine or its answer on the way
 * back. What waits for an answer that is made in this process is under way while its server waits for a real timer; otherwise it is not:
 * the answer may be made by a timer of the bank's clock.
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

interface Compressor {
  write(...given: unknown[]): unknown
}

interface Hook {
  enable(): void
  disable(): void
}

interface Hooks {
  executionAsyncId?(): number
  createHook?(callbacks: {
    init(id: number, type: string, trigger: number, resource: object): void
    before(id: number): void
    destroy(id: number): void
  }): Hook
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
  /** What had been written when something was last read: whatever was written since waits for an answer. */
  #answered = 0
  #read = 0
  #ends: string | undefined

  constructor(
    readonly handle: Handle,
    /** Whether others connected to it: then it is they who wait for answers. */
    readonly isAccepted: boolean,
  ) {}

  /** It was there before: nothing is waited for. */
  readonly wasThere = (): Stream => {
    this.#answered = this.written
    this.#read = this.read
    return this
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

  /** Something is about to be read. */
  readonly hears = (): void => {
    this.#answered = this.written
  }

  get waits(): boolean {
    // Where nobody says when something is read, in TLS, it is seen afterwards.
    if (this.read !== this.#read && this.#answered !== this.written && !this.isHeard) this.hears()
    this.#read = this.read
    return !this.isAccepted && this.written > this.#answered
  }

  /** Whether it was ever said that something is read. */
  isHeard = false
}

function portsOf(handle: Handle): string | undefined {
  const [own, other]: { port?: number }[] = [{}, {}]
  handle.getsockname?.(own ?? {})
  handle.getpeername?.(other ?? {})
  return own?.port && other?.port ? `${own.port} ${other.port}` : undefined
}

/** Looks at what is under way outside, from now until it is told to stop. */
export class PendingIo {
  readonly #jobs = new Map<number, Job>()
  readonly #working = new Set<number>()
  readonly #streams = new Map<number, Stream>()
  readonly #hook: Hook | undefined
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
      const stream = new Stream(handle, server !== undefined && server !== null).wasThere()
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
    // What was done at once never says that it is over.
    for (const [id, job] of this.#jobs) if (job.ondone === undefined) this.#jobs.delete(id)
    if (this.#jobs.size > 0 || this.#working.size > 0) return true
    return this.#isOnItsWay() || this.#serving.isBusy || isReading() || isImporting()
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
    else if (type === 'TCPCONNECTWRAP' || type === 'PIPECONNECTWRAP' || type === 'SHUTDOWNWRAP') this.#working.add(id)
    else if (type === 'ZLIB') this.#watch(id, resource as Compressor)
    else if (type.endsWith('REQUEST')) this.#jobs.set(id, resource as Job)
  }

  #connects(id: number, trigger: number, handle: Handle): void {
    // A server's loop accepts, which runs within nothing; who connects does so within something, or is triggered by nothing.
    const isAccepted = trigger !== 0 && this.#present() === 0
    // Nothing is asked of what is still being made.
    const stream = new Stream(handle, isAccepted)
    this.#streams.set(id, stream)
    // The server is told next, and what it makes then is for this connection.
    if (isAccepted) this.#serving.accepts(stream, [id, trigger])
  }

  /** A compressor works from each time that it is given something until it says that it is done. */
  #watch(id: number, compressor: Compressor): void {
    const { write } = compressor
    compressor.write = (...given) => {
      this.#working.add(id)
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
    this.#over(id)
  }

  readonly #ends = (id: number): void => {
    this.#streams.delete(id)
    this.#serving.ends(id)
    this.#over(id)
  }

  #over(id: number): void {
    this.#jobs.delete(id)
    this.#working.delete(id)
  }
}
