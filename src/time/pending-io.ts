/**
 * Pending I/O that keeps the clock from moving by itself: file reads, name look-ups, work of other threads (digests, compression), and
 * requests to servers on this machine until their answer is back. A request that is answered in this process counts as pending only while
 * its server waits for a real timer: otherwise the answer may be made by a timer of the bank's clock.
 */

import { hostProcess, nodeModule } from '../bank/shell/state/platform.ts'
import { isReading } from './activity.ts'
import { type Handle, Serving, Socket } from './serving.ts'

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

/** Looks at pending I/O, from now until `stop`. */
export class PendingIo {
  readonly #jobs = new Map<number, Job>()
  readonly #sockets = new Map<number, Socket>()
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
      const socket = new Socket(handle, server !== undefined && server !== null, true)
      this.#sockets.set(id, socket)
      const heardBy = parser?.getAsyncId?.()
      if (socket.isAccepted) this.#serving.accepts(socket, heardBy === undefined ? [id] : [id, heardBy])
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
    const byEnds = new Map<string, Socket>()
    const open = [...this.#sockets.values()].filter(({ isOpen }) => isOpen)
    for (const socket of open) if (socket.ends) byEnds.set(socket.ends[0], socket)
    return open.some((socket) => {
      const peer = socket.ends && byEnds.get(socket.ends[1])
      return peer ? socket.written > peer.read : socket.waits
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
    const socket = new Socket(handle, isAccepted, false)
    this.#sockets.set(id, socket)
    // The server's callback comes next: what it makes belongs to this connection.
    if (isAccepted) this.#serving.accepts(socket, [id, trigger])
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
    this.#sockets.get(id)?.hears()
    this.#serving.goesOn(id)
    this.#jobs.delete(id)
  }

  readonly #ends = (id: number): void => {
    this.#sockets.delete(id)
    this.#serving.ends(id)
    this.#jobs.delete(id)
  }
}

interface Module {
  readonly promise?: unknown
  readonly evaluated?: boolean
  /** There from when the module runs on: one that waits for a timer then is not being loaded. */
  readonly exports?: unknown
  readonly resolving?: boolean
}

interface Worker {
  readonly resolvingModules?: { readonly size: number }
  /** Since vitest 4. */
  readonly evaluatedModules?: { readonly idToModuleMap?: ReadonlyMap<string, Module> }
  /** Before it. */
  readonly moduleCache?: ReadonlyMap<string, Module>
}

/** Whether a module that is imported has not come yet. */
function isImporting(): boolean {
  const { __vitest_worker__: worker } = globalThis as { __vitest_worker__?: Worker }
  if (worker === undefined) return false
  if ((worker.resolvingModules?.size ?? 0) > 0) return true
  const modules = worker.evaluatedModules?.idToModuleMap ?? worker.moduleCache
  for (const { promise, evaluated, exports, resolving } of modules?.values() ?? [])
    if (resolving || (promise && !evaluated && exports === undefined)) return true
  return false
}
