/**
 * Pending I/O, which keeps a clock from moving by itself: file reads, name look-ups, work of other threads (digests, compression), and
 * requests to servers on this machine until their answer is back. A request that this process answers is pending only while its bytes
 * travel, or while its server waits for a real timer: otherwise the answer may depend on a timer of the bank's clock, which must then move.
 */

import { hostProcess, nodeModule } from '../bank/shell/state/platform.ts'
import { isReading } from './activity.ts'
import { type Handle, Serving, Socket } from './serving.ts'

/** Work in another thread. A job that ran synchronously has no `ondone`. */
interface Job {
  readonly ondone?: unknown
}

const UNTIL_CALLBACK: Job = { ondone: true }

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

/** The public object of a socket. On a socket of a server, `parser` reads the requests. */
interface Connected {
  readonly _handle?: Handle
  readonly server?: unknown
  readonly parser?: Pick<Handle, 'getAsyncId'> | null
}

export class PendingIo {
  readonly #jobs = new Map<number, Job>()
  readonly #sockets = new Map<number, Socket>()
  readonly #hook: ReturnType<NonNullable<Hooks['createHook']>> | undefined
  readonly #currentId: () => number
  readonly #serving: Serving

  constructor() {
    const hooks = nodeModule('node:async_hooks') as Hooks | undefined
    this.#currentId = hooks?.executionAsyncId ?? (() => 0)
    this.#serving = new Serving(this.#currentId)
    this.#hook = hooks?.createHook?.({ init: this.#begins, before: this.#goesOn, destroy: this.#ends })
    const connected = (hostProcess()?._getActiveHandles?.() ?? []) as Connected[]
    // These sockets are open already, for example in a pool.
    for (const { _handle: handle, server, parser } of connected) {
      const id = handle?.getAsyncId?.()
      if (!handle || id === undefined || typeof handle.bytesRead !== 'number') continue
      const socket = new Socket(handle, server !== undefined && server !== null, true)
      this.#sockets.set(id, socket)
      const parserId = parser?.getAsyncId?.()
      if (socket.isAccepted) this.#serving.accepts(socket, parserId === undefined ? [id] : [id, parserId])
    }
    this.#hook?.enable()
  }

  stop(): void {
    this.#hook?.disable()
  }

  readonly isBusy = (): boolean => {
    // Synchronous work never reports its end.
    for (const [id, job] of this.#jobs) if (job.ondone === undefined) this.#jobs.delete(id)
    return this.#jobs.size > 0 || this.#isOnItsWay() || this.#serving.isBusy || isReading() || isImporting()
  }

  /** True if data is on its way between sockets of this process, or a socket waits for an answer from another process. */
  #isOnItsWay(): boolean {
    const byPorts = new Map<string, Socket>()
    const open = [...this.#sockets.values()].filter(({ isOpen }) => isOpen)
    for (const socket of open) if (socket.ports) byPorts.set(socket.ports[0], socket)
    return open.some((socket) => {
      const peer = socket.ports && byPorts.get(socket.ports[1])
      return peer ? socket.written > peer.read : socket.waits
    })
  }

  readonly #begins = (id: number, type: string, trigger: number, resource: object): void => {
    this.#serving.begins(id, type, resource)
    if (type === 'PROMISE') return
    if (type === 'TCPWRAP') this.#connects(id, trigger, resource as Handle)
    else if (type === 'TCPCONNECTWRAP' || type === 'PIPECONNECTWRAP' || type === 'SHUTDOWNWRAP')
      this.#jobs.set(id, UNTIL_CALLBACK)
    else if (type === 'ZLIB') this.#watch(id, resource as Compressor)
    else if (type.endsWith('REQUEST')) this.#jobs.set(id, resource as Job)
  }

  #connects(id: number, trigger: number, handle: Handle): void {
    // A server accepts a connection outside of any callback. A client connects within a callback, or without a trigger.
    const isAccepted = trigger !== 0 && this.#currentId() === 0
    const socket = new Socket(handle, isAccepted, false)
    this.#sockets.set(id, socket)
    // The server's callback comes next: the resources that it makes belong to this connection.
    if (isAccepted) this.#serving.accepts(socket, [id, trigger])
  }

  /** A compressor is busy from each write until it says that it is done. */
  #watch(id: number, compressor: Compressor): void {
    const { write } = compressor
    compressor.write = (...given) => {
      this.#jobs.set(id, UNTIL_CALLBACK)
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
  /** Set before the module runs, so a module that waits for a timer while it runs counts as loaded. */
  readonly exports?: unknown
  readonly resolving?: boolean
}

interface Worker {
  readonly resolvingModules?: { readonly size: number }
  /** Used since vitest 4. */
  readonly evaluatedModules?: { readonly idToModuleMap?: ReadonlyMap<string, Module> }
  /** Used before vitest 4. */
  readonly moduleCache?: ReadonlyMap<string, Module>
}

function isImporting(): boolean {
  const { __vitest_worker__: worker } = globalThis as { __vitest_worker__?: Worker }
  if (worker === undefined) return false
  if ((worker.resolvingModules?.size ?? 0) > 0) return true
  const modules = worker.evaluatedModules?.idToModuleMap ?? worker.moduleCache
  for (const { promise, evaluated, exports, resolving } of modules?.values() ?? [])
    if (resolving || (promise && !evaluated && exports === undefined)) return true
  return false
}
