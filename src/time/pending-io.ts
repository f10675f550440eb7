/**
 * Pending I/O, which keeps a clock from moving by itself: file reads, name look-ups, work of other threads (digests, compression), answers
 * of other processes until they are whole, child processes and worker threads. Connections, processes and threads count if code that
 * follows the clock has asked them: so the output of the process and the sockets of the test runner never do. A request that this process
 * answers is pending only while its bytes travel, or while its server waits for a real timer: otherwise the answer may depend on a timer
 * of the bank's clock, which must then move.
 */

import { hostProcess, nodeModule } from '../bank/shell/host/platform.ts'
import { isReading, turn } from './activity.ts'
import { type Handle, LONGEST_ANSWER, Serving, Socket, type Stream } from './connections.ts'
import { Replacements } from './replacements.ts'
import { setReal, snapshot } from './timers.ts'

/** Work outside of this thread. A job that ran synchronously has no `ondone`. A job with `since` is awaited for `LONGEST_ANSWER` rests. */
interface Job {
  readonly ondone?: unknown
  readonly since?: number
}

const UNTIL_CALLBACK: Job = { ondone: true }

const TURNS_OF_REST = 100

type Hooks = typeof import('node:async_hooks')
type Channels = typeof import('node:diagnostics_channel')
type Hear = (message: never) => void

/** An HTTP message that a client awaits: a request of Node's `http`, or the socket of a request of undici. */
interface Message {
  readonly socket?: Stream | null
  readonly destroyed?: boolean
  readonly res?: { readonly complete: boolean; readonly upgrade: boolean } | null
}

/** A request of undici, which Node's `fetch` makes, too. */
interface UndiciRequest {
  readonly method?: string
  readonly upgrade?: unknown
}

/** A child process, a worker thread, a socket. */
interface Emitter {
  emit(event: string, ...given: unknown[]): boolean
}

const ANSWERS = ['exit', 'error', 'message']

type Method = (this: never, ...given: unknown[]) => unknown

export class PendingIo {
  readonly #jobs = new Map<unknown, Job>()
  readonly #sockets = new Map<number, Socket>()
  readonly #messages = new Map<object, Message>()
  readonly #heard = new WeakSet<Emitter>()
  readonly #hook: ReturnType<Hooks['createHook']> | undefined
  readonly #channels = nodeModule('node:diagnostics_channel') as Partial<Channels> | undefined
  readonly #replaced = new Replacements()
  readonly #currentId: () => number
  readonly #serving: Serving
  /** How often a clock has rested: the measure of silence, which goes slower on a busy machine. */
  #rests = 0
  #resting: Promise<void> | undefined

  /**
   * @param isFollowed - whether the calling code follows a clock
   * @param setsReal - called with each timer of the process when it is set
   */
  constructor(
    private readonly isFollowed: () => boolean,
    private readonly setsReal: (timer: object) => void,
  ) {
    const hooks = nodeModule('node:async_hooks') as Partial<Hooks> | undefined
    this.#currentId = hooks?.executionAsyncId ?? (() => 0)
    this.#serving = new Serving(this.#currentId)
    this.#hook = hooks?.createHook?.({ init: this.#begins, before: this.#goesOn, destroy: this.#ends })
    // Servers have accepted these connections already. Others, for example in a pool, are found when code writes to them.
    for (const stream of (hostProcess()?._getActiveHandles?.() ?? []) as Stream[]) {
      const socket = stream.server ? this.#socketOf(stream) : undefined
      const ids = [stream._handle?.getAsyncId?.(), stream.parser?.getAsyncId?.()].filter((id) => id !== undefined)
      if (socket) this.#serving.accepts(socket, ids)
    }
    this.#hook?.enable()
    for (const [name, listener] of this.#announced) this.#channels?.subscribe?.(name, listener as never)
    const children = nodeModule('node:child_process') as { ChildProcess?: { readonly prototype: object } } | undefined
    const modules = { ...nodeModule('node:net'), ...nodeModule('node:worker_threads') } as Record<string, typeof Object>
    this.#notes(modules['Socket'], '_writeGeneric', (stream: Stream) => {
      const socket = this.#socketOf(stream)
      if (this.#isAsking()) socket?.asks(this.#rests)
      socket?.writes(stream, this.#rests)
    })
    this.#replaced.replaceBy<Method>(modules['Server']?.prototype, 'emit', (before) => this.#emitting(before))
    for (const name of ['postMessage', 'terminate']) this.#notes(modules['Worker'], name, this.#asks)
    this.#notes(children?.ChildProcess, 'kill', this.#asks)
  }

  stop(): void {
    this.#hook?.disable()
    this.#replaced.putBack()
    for (const [name, listener] of this.#announced) this.#channels?.unsubscribe?.(name, listener as never)
  }

  /**
   * Works a little and sleeps a little. A machine that shares itself fairly gives other processes as much of its time meanwhile, however
   * busy it is. Clocks that rest at the same time share the rest.
   */
  readonly rest = (): Promise<void> => {
    const rest = async () => {
      for (let turns = 0; turns < TURNS_OF_REST; turns++) await turn()
      await new Promise<void>((resolve) => void setReal(resolve, 1))
      this.#rests++
      this.#resting = undefined
    }
    this.#resting ??= rest()
    return this.#resting
  }

  readonly isBusy = (): boolean => {
    // Synchronous work never reports its end.
    for (const [id, { ondone, since = this.#rests }] of this.#jobs)
      if (ondone === undefined || this.#rests - since > LONGEST_ANSWER) this.#jobs.delete(id)
    return this.#jobs.size > 0 || this.#isOnItsWay() || this.#serving.isBusy || isReading() || isImporting()
  }

  /** True if data is on its way between sockets of this process, or the answer of another process is not whole. */
  #isOnItsWay(): boolean {
    const unended = new Set<Socket | undefined>()
    for (const [request, message] of this.#messages) {
      const socket = this.#socketOf(message.socket)
      if (socket) socket.isHttp = !message.res?.upgrade
      if (message.destroyed || message.res?.complete) this.#messages.delete(request)
      else unended.add(socket)
    }
    const byPorts = new Map<string, Socket>()
    const open = [...this.#sockets.values()].filter(({ isOpen }) => isOpen)
    for (const socket of open) if (socket.ports) byPorts.set(socket.ports[0], socket)
    return open.some((socket) => {
      const peer = socket.ports && byPorts.get(socket.ports[1])
      return peer ? socket.written > peer.read : socket.waits(this.#rests, unended.has(socket))
    })
  }

  /** True in code that follows a clock, and in code that serves a connection, because such code may wait for its answer. */
  #isAsking(): boolean {
    return this.isFollowed() || this.#serving.serves(this.#currentId())
  }

  #socketOf(stream: Stream | null | undefined): Socket | undefined {
    // A socket with TLS has the handle of the connection below its own.
    const handle = stream?._handle?._parent ?? stream?._handle
    const id = handle?.getAsyncId?.()
    if (!handle || id === undefined || typeof handle.bytesRead !== 'number') return undefined
    if (!this.#sockets.has(id)) this.#sockets.set(id, new Socket(handle, Boolean(stream?.server), true))
    return this.#sockets.get(id)
  }

  /**
   * The `emit` of a server. Node keeps the context of the code that started a server for its first event alone: without this, what a
   * connection receives later would have real time.
   */
  #emitting(before: Method): Method {
    const { isFollowed } = this
    const contexts = new WeakMap<object, ReturnType<typeof snapshot>>()
    return function (this: never, event: unknown, ...given: unknown[]) {
      const [opened, socket] = given as [Emitter, object]
      if (['connection', 'secureConnection', 'stream'].includes(event as string) && isFollowed()) {
        const [inContext, { emit }] = [snapshot(), opened]
        contexts.set(opened, inContext)
        opened.emit = (...each) => inContext(() => Reflect.apply(emit, opened, each))
      }
      const inContext = event === 'upgrade' ? contexts.get(socket) : undefined
      const act = () => Reflect.apply(before, this, [event, ...given])
      return inContext ? inContext(act) : act()
    }
  }

  /** Calls `note` before each call of a method. */
  #notes<Owner>(type: { readonly prototype: object } | undefined, name: string, note: (owner: Owner) => void): void {
    this.#replaced.replaceBy<Method>(type?.prototype, name, (before) => {
      return function (this: Owner, ...given: unknown[]) {
        note(this)
        return Reflect.apply(before, this, given)
      }
    })
  }

  /** Awaits a process or a thread until it sends a message or ends. Does not listen, because a process keeps its messages for listeners. */
  readonly #asks = (helper: Emitter): void => {
    if (!this.#isAsking()) return
    this.#jobs.set(helper, { ondone: true, since: this.#rests })
    if (this.#heard.has(helper)) return
    this.#heard.add(helper)
    const { emit } = helper
    helper.emit = (event, ...given) => {
      if (ANSWERS.includes(event)) this.#jobs.delete(helper)
      // A child process with a channel for messages has its `send` only now.
      if (event === 'spawn') this.#notes({ prototype: helper }, 'send', this.#asks)
      return Reflect.apply(emit, helper, [event, ...given])
    }
  }

  /** What Node and undici announce. */
  readonly #announced: readonly [string, Hear][] = [
    ['child_process', ({ process }: { process: Emitter }) => this.#asks(process)],
    ['worker_threads', ({ worker }: { worker: Emitter }) => this.#asks(worker)],
    ['http.client.request.start', ({ request }: { request: Message }) => this.#messages.set(request, request)],
    [
      'undici:client:sendHeaders',
      ({ request, socket }: { request: UndiciRequest; socket: Stream }) => {
        if (!request.upgrade && request.method !== 'CONNECT') this.#messages.set(request, { socket })
      },
    ],
    ...['undici:request:trailers', 'undici:request:error'].map((name): [string, Hear] => [
      name,
      ({ request }: { request: object }) => this.#messages.delete(request),
    ]),
  ]

  readonly #begins = (id: number, type: string, trigger: number, resource: object): void => {
    this.#serving.begins(id, type, resource)
    if (type === 'PROMISE') return
    if (type === 'TCPWRAP' || type === 'PIPEWRAP') this.#opens(id, trigger, resource as Handle)
    else if (type === 'TCPCONNECTWRAP' || type === 'PIPECONNECTWRAP') this.#connects(id, trigger)
    else if (type === 'SHUTDOWNWRAP' || type === 'QUERYWRAP') this.#jobs.set(id, UNTIL_CALLBACK)
    else if (type === 'ZLIB') this.#watch(id, resource as { write: Method })
    else if (type === 'Timeout') this.setsReal(resource)
    else if (type.endsWith('REQUEST')) this.#jobs.set(id, resource as Job)
  }

  #opens(id: number, trigger: number, handle: Handle): void {
    // A server accepts a connection outside of any callback. A client connects within a callback, or without a trigger.
    const isAccepted = trigger !== 0 && this.#currentId() === 0
    const socket = new Socket(handle, isAccepted, false)
    this.#sockets.set(id, socket)
    // The server's callback comes next: the resources that it makes belong to this connection.
    if (isAccepted) this.#serving.accepts(socket, [id, trigger])
  }

  #connects(id: number, trigger: number): void {
    this.#jobs.set(id, { ondone: true, since: this.#rests })
    if (this.#isAsking()) this.#sockets.get(trigger)?.asks(this.#rests)
  }

  /** A compressor is busy from each write until it says that it is done. */
  #watch(id: number, compressor: { write: Method }): void {
    const { write } = compressor
    compressor.write = (...given) => {
      this.#jobs.set(id, UNTIL_CALLBACK)
      return Reflect.apply(write, compressor, given)
    }
  }

  readonly #goesOn = (id: number): void => {
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
