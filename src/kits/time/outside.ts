/**
 * Outside: what is under way where the event loop cannot see it, and so is no reason to let time go on: reading a file, a name that is
 * looked up, a digest or a compression in another thread, a request on its way to a server on this machine or its answer on the way
 * back. What waits for an answer that is made in this process is not under way: it may be made by a timer.
 */

import { nodeModule } from '../../shell/node-module.ts'
import { isReading } from './activity.ts'

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
  createHook?(callbacks: {
    init(id: number, type: string, trigger: number, resource: object): void
    before(id: number): void
    destroy(id: number): void
  }): Hook
}

interface Process {
  _getActiveHandles?(): { readonly _handle?: Handle & { getAsyncId?(): number }; readonly server?: unknown }[]
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
export class Outside {
  readonly #jobs = new Map<number, Job>()
  readonly #working = new Set<number>()
  readonly #servers = new Set<number>()
  readonly #streams = new Map<number, Stream>()
  readonly #hook: Hook | undefined

  constructor() {
    const hooks = nodeModule('node:async_hooks') as Hooks | undefined
    this.#hook = hooks?.createHook?.({ init: this.#begins, before: this.#goesOn, destroy: this.#ends })
    const { process } = globalThis as unknown as { process?: Process }
    // Sockets that were there before, of a pool say.
    for (const { _handle: handle, server } of process?._getActiveHandles?.() ?? []) {
      const id = handle?.getAsyncId?.()
      if (handle && id !== undefined && typeof handle.bytesRead === 'number')
        this.#streams.set(id, new Stream(handle, server !== undefined && server !== null).wasThere())
    }
    this.#hook?.enable()
  }

  stop(): void {
    this.#hook?.disable()
  }

  readonly isBusy = (): boolean => {
    // What was done at once never says that it is over.
    for (const [id, job] of this.#jobs) if (job.ondone === undefined) this.#jobs.delete(id)
    return this.#jobs.size > 0 || this.#working.size > 0 || this.#isOnItsWay() || isReading()
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
    if (type === 'PROMISE') return
    // Nothing is asked of what is still being made.
    if (type === 'TCPWRAP') this.#streams.set(id, new Stream(resource as Handle, this.#servers.has(trigger)))
    else if (type === 'TCPSERVERWRAP') this.#servers.add(id)
    else if (type === 'TCPCONNECTWRAP' || type === 'PIPECONNECTWRAP' || type === 'SHUTDOWNWRAP') this.#working.add(id)
    else if (type === 'ZLIB') this.#watch(id, resource as Compressor)
    else if (type.endsWith('REQUEST')) this.#jobs.set(id, resource as Job)
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
    this.#over(id)
  }

  readonly #ends = (id: number): void => {
    this.#streams.delete(id)
    this.#over(id)
  }

  #over(id: number): void {
    this.#jobs.delete(id)
    this.#working.delete(id)
  }
}
