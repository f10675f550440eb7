/**
 * Who waits for whom: the calls of the test that wait for handlers, and the handlers that run. A handler that waits for itself, that does
 * not end, or that causes events without end is found out by what stands here. (§6)
 */
import type { UsageError } from '../../../core/errors.ts'
import type { Instant } from '../../../core/kernel/time/instant.ts'
import type { BegunPush } from '../../../core/webhooks/push.ts'
import type { World } from '../../../core/world.ts'
import type { Shell } from '../state/shell.ts'
import { Chain } from './endless-events.ts'
import { type Frame, findHandlerAround, handlersIn, isOfHandler, presentFrame } from './handler-context.ts'
import { isOpen, isUnderWay } from './push-queue.ts'
import type { PushHandler } from './receiver.ts'
import { endless, hangs, nested, ownFork, tooDeep } from './wait-errors.ts'

/** At most this many handlers of one event run at the same time. Only a handler that delivers its own event reaches this limit. */
const MOST_OF_ONE_EVENT = 100

/** A run of a handler that has not ended. */
export interface HandlerRun {
  readonly begun: BegunPush
  readonly at: Instant
  /** Resolves when the handler has ended, even if it threw. */
  readonly ended: Promise<void>
  turns: number
  /** The world right after the handler has ended; undefined until then. */
  after?: World
  handler?: PushHandler | undefined
  /** The same object for a bank and all its forks. */
  readonly family: object
  /** Makes the calls of the test that wait for this handler throw the error, too, because the handler itself may catch it. */
  readonly refuse: (error: UsageError) => void
}

export class Waits {
  /** The handlers that have not ended. */
  readonly runs = new Set<HandlerRun>()
  /** The calls of the test that wait: each as code, with the handlers that were running when it began. */
  readonly #waits = new Set<{ readonly code: string; readonly during: ReadonlySet<HandlerRun> }>()
  /** The errors of handlers that would have waited for themselves. `#reported` of them are thrown, or need not be thrown any more. */
  readonly #nestings: UsageError[] = []
  #reported = 0
  /** The events that handlers have caused since a call of the test began to wait. */
  #chain = new Chain(0, 0)
  readonly #family: object
  /** The handlers inside which this bank was forked. */
  readonly madeIn: Frame | undefined

  constructor(
    private readonly shell: Shell,
    inherited?: Waits,
  ) {
    this.#family = inherited ? inherited.#family : {}
    this.madeIn = inherited && (presentFrame() ?? inherited.madeIn)
  }

  /** After a change of the handlers: what they cause is another chain. */
  restart(): void {
    this.#chain = new Chain(0, 0)
  }

  /** After a reset or a restore: forgets each run of a handler whose push is not open in the new state. */
  afterRestore(): void {
    this.restart()
    for (const run of this.runs) if (!isUnderWay(this.shell.state.world, run)) this.runs.delete(run)
  }

  /**
   * Runs a call of the test that waits for handlers; `code` is its text. Inside a handler the call is refused at once. The calls
   * that wait for that handler also throw the error, at their end, because the handler may catch it.
   */
  whileWaiting<Result>(code: string, act: () => Promise<Result>): Promise<Result> {
    const around = findHandlerAround((handler) => this.runs.has(handler as HandlerRun))
    if (!around) return this.#whileWaiting(code, act)
    const error = nested(code, (around as HandlerRun).begun)
    this.#nestings.push(error)
    const refused = Promise.reject(error)
    // The test's own call throws the error. So a refusal that the handler does not await is no unhandled rejection.
    refused.catch(() => {})
    return refused
  }

  async #whileWaiting<Result>(code: string, act: () => Promise<Result>): Promise<Result> {
    const wait = { code, during: new Set(this.runs) }
    const throwNesting = this.begin()
    this.#waits.add(wait)
    try {
      return await act()
    } finally {
      this.#waits.delete(wait)
      throwNesting()
    }
  }

  /** Begins to send pushes. Returns the function that throws the error of a handler that would have waited for itself meanwhile. */
  begin(): () => void {
    const first = this.#reported
    // Code that a handler started may outlast it: what it causes belongs to the chain of that handler.
    if (this.#waits.size === 0 && !isOfHandler()) this.#chain = this.#chain.next(this.shell.state.world)
    return () => {
      const error = this.#nestings[first]
      this.#reported = this.#nestings.length
      if (error) throw error
    }
  }

  /** True if a handler would have waited for itself, and no call has thrown the error yet. Then it is useless to go on. */
  get hasUnreportedNesting(): boolean {
    return this.#reported < this.#nestings.length
  }

  /** True if the last chain of events that handlers caused seems to have no end. */
  get isEndless(): boolean {
    return this.#chain.isEndless
  }

  /** The handlers whose push waits for its answer; with `isWhole`, also those that work on after the answer. */
  open(isWhole: boolean): HandlerRun[] {
    return [...this.runs].filter(({ begun, after }) => (isWhole && after) || isOpen(this.shell, begun.id))
  }

  hanging(runs: readonly HandlerRun[]): UsageError {
    const inside = [...this.#waits].filter(({ during }) => runs.some((run) => during.has(run)))
    return hangs(runs, new Set(inside.map(({ code }) => code)), this.shell.state.world)
  }

  /** Admits a run to `runs`, or refuses one that would never end. `perform` begins in the next microtask, and calls the handler. */
  admit(begun: BegunPush, handler: PushHandler | undefined, perform: (made: HandlerRun) => Promise<void>): HandlerRun {
    const own = [...this.runs].filter((run) => run.begun.eventId === begun.eventId)
    if (own.length >= MOST_OF_ONE_EVENT) throw tooDeep(begun, own.length)
    this.#refuseOwnFork(begun, handler)
    this.#refuseEndless(begun, handler)
    const made: HandlerRun = {
      begun,
      at: this.shell.state.world.now,
      ended: Promise.resolve().then(() => perform(made)),
      turns: 0,
      handler,
      family: this.#family,
      refuse: (error) => void this.#nestings.push(error),
    }
    this.runs.add(made)
    return made
  }

  #refuseEndless(begun: BegunPush, handler: PushHandler | undefined): void {
    this.#chain = this.#chain.with(this.shell.state.world, begun.eventId, presentFrame()?.depth ?? 0)
    if (!this.#chain.isEndless) return
    const error = endless(begun, handler, this.#chain.length)
    // The calls that wait for handlers also throw the error: a handler may catch it, whose request waits for this push.
    this.#nestings.push(error)
    throw error
  }

  /** Refuses a push to the handler that made this fork while it handled the same event. That handler would fork again, without end. */
  #refuseOwnFork(begun: BegunPush, handler: PushHandler | undefined): void {
    const around = [...handlersIn(this.madeIn)] as HandlerRun[]
    const isSame = (run: HandlerRun) => run.family === this.#family && run.begun.eventId === begun.eventId
    if (!handler || !around.some((run) => isSame(run) && run.handler === handler)) return
    const error = ownFork(begun)
    // The calls that wait for these handlers also throw the error: a handler may catch it, and then the test would not know of it.
    for (const run of around) run.refuse(error)
    throw error
  }
}
