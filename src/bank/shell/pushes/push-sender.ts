/**
 * Sends pushes: calls the handlers that the test connected to callback addresses. Handlers are called one after the other, in the order of
 * the outbox, and only while the test awaits `bank.settled()`, `bank.clock.advanceAsync()` or `bank.outbox.deliver()`. A handler that
 * awaits one of these calls would wait for itself, and gets an error at once. The journal records each push and its answer. Turns of the
 * event loop are counted only to notice a handler that does not end.
 */

import type { UsageError } from '../../../core/errors.ts'
import { isRejection } from '../../../core/rejection.ts'
import { CLOCK } from '../../../core/turn.ts'
import { EVERY_ADDRESS } from '../../../core/webhooks/deliver-and-retry.ts'
import type { BegunPush } from '../../../core/webhooks/push.ts'
import type { World } from '../../../core/world.ts'
import { thrownByPush } from '../state/handler-errors.ts'
import type { Shell } from '../state/shell.ts'
import { Chain } from './chain.ts'
import { type Frame, findHandlerAround, handlersIn, isOfHandler, presentFrame } from './handler-context.ts'
import { type Call, endless, hangs, nested, ownFork, tooDeep, type Wait } from './nesting.ts'
import { type Begun, beginDue, isOpen, isUnderWay, pushOf } from './next-push.ts'
import { answerOf, type Connection, type ConnectOptions, type PushHandler, type SettleOptions } from './receiver.ts'
import { ManualTime, type TimeDriver } from './time-driver.ts'

const MAX_TURNS = 500_000

/** At most this many handlers of one event run at the same time. Only a handler that delivers its own event reaches this limit. */
const MOST_OF_ONE_EVENT = 100

export class PushSender {
  /** The connection of each address; null if the test has disconnected the address. */
  readonly #connections: Map<string, Connection | null>
  readonly #calls = new Set<Call>()
  readonly #waits = new Set<Wait>()
  /** The errors of handlers that would have waited for themselves. `#thrownCount` of them are thrown, or need not be thrown any more. */
  readonly #nestings: UsageError[] = []
  #thrownCount = 0
  /** The last world in whose outbox no push was due. */
  #empty: World | undefined
  /** The events that handlers have caused since a call of the test began to wait. */
  #chain = new Chain(0, 0)
  /** The same object for a bank and all its forks. */
  readonly #family: object
  /** The handlers inside which this bank was forked. */
  readonly #madeIn: Frame | undefined
  readonly manualTime: TimeDriver
  /** The driver in use: `manualTime`, or the driver that took its place. */
  time: TimeDriver

  constructor(
    private readonly shell: Shell,
    inherited?: PushSender,
  ) {
    this.#connections = new Map(inherited ? inherited.#connections : [])
    this.#family = inherited ? inherited.#family : {}
    this.#madeIn = inherited && (presentFrame() ?? inherited.#madeIn)
    this.manualTime = new ManualTime(shell)
    this.time = this.manualTime
  }

  connect(url: string, handler: PushHandler, options: ConnectOptions): void {
    this.#connections.set(url, { handler, options })
    this.#chain = new Chain(0, 0)
  }

  disconnect(url: string): void {
    this.#connections.set(url, null)
    this.#chain = new Chain(0, 0)
  }

  /**
   * After a reset or a restore: forgets the sleepers of the old state, and each call of a handler whose push is not open in the new state.
   * Addresses stay connected or disconnected, as the test left them.
   */
  goOn(): void {
    this.#chain = new Chain(0, 0)
    for (const call of this.#calls) if (!isUnderWay(this.shell.state.world, call)) this.#calls.delete(call)
    this.time.forget()
    for (const [url, connection] of this.#connections) {
      const { connections } = this.shell.state.world.webhooks
      if (connections.includes(url) === (connection !== null)) continue
      this.shell.perform(connection === null ? 'webhooks.disconnect' : 'webhooks.connect', { url }, CLOCK)
    }
  }

  isSending(url: string): boolean {
    const { href } = new URL(url)
    return [...this.#calls].some(({ begun }) => new URL(begun.callbackUrl).href === href)
  }

  /**
   * Runs a call of the test that waits for handlers; `call` is its code. Inside a handler the call is refused at once. The calls
   * that wait for that handler also throw the error, at their end, because the handler may catch it.
   */
  attend<Result>(call: string, run: () => Promise<Result>): Promise<Result> {
    const around = findHandlerAround((handler) => this.#calls.has(handler as Call))
    if (!around) return this.#attended(call, run)
    const error = nested(call, around as Call)
    this.#nestings.push(error)
    const refused = Promise.reject(error)
    // The test's own call throws the error. So a refusal that the handler does not await is no unhandled rejection.
    refused.catch(() => {})
    return refused
  }

  async #attended<Result>(call: string, run: () => Promise<Result>): Promise<Result> {
    const wait = { call, during: new Set(this.#calls) }
    const first = this.#thrownCount
    if (this.#waits.size === 0) this.#beginChain()
    this.#waits.add(wait)
    try {
      return await run()
    } finally {
      this.#waits.delete(wait)
      this.#throwNesting(first)
    }
  }

  /** Throws the error at index `first`, if there is one. `#thrownCount` then includes all later errors, too. */
  #throwNesting(first: number): void {
    const error = this.#nestings[first]
    this.#thrownCount = this.#nestings.length
    if (error) throw error
  }

  /** True if a handler would have waited for itself, and no call has thrown the error yet. Then it is useless to go on. */
  get isNested(): boolean {
    return this.#thrownCount < this.#nestings.length
  }

  /** True if the last chain of events that handlers caused seems to have no end. */
  get isEndless(): boolean {
    return this.#chain.isEndless
  }

  /** Calls the handlers of everything that is due. Throws an error that names those that hang; `isWhole`: also in work after the answer. */
  async settle(options?: SettleOptions, isWhole = false): Promise<void> {
    let open: Call[] = []
    const look = () => {
      open = [...this.#calls].filter(({ begun, after }) => (isWhole && after) || isOpen(this.shell, begun.id))
    }
    await this.settleOpen(options, look)
    // If time passes by itself, each open call ends: the handler answers, or the push times out.
    const { timePasses } = this.time
    for (; timePasses && open.length > 0; look()) await timePasses()
    if (open.length > 0) throw hangs(open, this.#waits, this.shell.state.world)
  }

  /**
   * As `settle`, but if a handler hangs, its push stays open, and no error is thrown. Other calls may wait at the same time: the handlers
   * that they began are also awaited before the next push begins. `then` runs when nothing is left to wait for.
   */
  async settleOpen({ maxTurns = MAX_TURNS }: SettleOptions = {}, then: () => void = () => {}): Promise<void> {
    const waited = new Set<Call>()
    for (let isQuiet = false; ; ) {
      const open = [...this.#calls].find((call) => !waited.has(call))
      if (open) {
        await this.#waitFor(open, maxTurns)
        waited.add(open)
        isQuiet = false
        continue
      }
      // A world object never changes. If it is the one in which no push was due, none is due now.
      const due = this.shell.state.world === this.#empty ? undefined : beginDue(this.shell, this.time.choose)
      if (due) await this.#callBegun(due, maxTurns, waited)
      else if (isQuiet) break
      else {
        this.#empty = this.shell.state.world
        // The test may make another call right after this one. The next pass of this loop finds the push of that call.
        await null
      }
      isQuiet = !due
    }
    then()
    this.shell.throwDefect()
  }

  /** As `settleOpen`, but does not wait for handlers that run already: one of them may have made this call, and cannot wait for itself. */
  async settleDue({ maxTurns = MAX_TURNS }: SettleOptions = {}): Promise<void> {
    const { shell } = this
    const first = this.#thrownCount
    if (this.#waits.size === 0) this.#beginChain()
    for (let due = beginDue(shell, this.time.choose); due; due = beginDue(shell, this.time.choose)) {
      await this.#callBegun(due, maxTurns)
    }
    if (this.isEndless && !isOfHandler()) this.#throwNesting(first)
    shell.throwDefect()
  }

  /** Calls the handler of a push, twice if a fault says so, and waits for it. Adds the call to `waited`. */
  async #callBegun({ begun, isTwice }: Begun, maxTurns: number, waited = new Set<Call>()): Promise<void> {
    const first = this.#call(begun, false)
    waited.add(first)
    await this.#waitFor(first, maxTurns)
    if (!isTwice) return
    // The event is pushed again only after the first call of the handler has ended.
    if (this.#calls.has(first)) void first.ended.then(() => this.#callAgain(begun))
    else await this.#callAgain(begun, maxTurns)
  }

  /**
   * Delivers one event by hand; with `loseAnswer` the bank does not get the answer. Returns the world right after the push, because the
   * bank may forget the push later.
   */
  async deliver(
    eventId: string,
    { loseAnswer, maxTurns = MAX_TURNS }: { loseAnswer: boolean } & SettleOptions,
  ): Promise<World> {
    const { output: begun, world } = this.shell.perform('pushes.beginByHand', { id: eventId }, CLOCK)
    if (begun === undefined) return world
    const made = this.#call(begun, loseAnswer)
    await this.#waitFor(made, maxTurns)
    const { timePasses } = this.time
    while (timePasses && this.#calls.has(made) && isOpen(this.shell, begun.id)) await timePasses()
    if (this.#calls.has(made) && !made.after) throw hangs([made], this.#waits, this.shell.state.world)
    return made.after ?? this.shell.state.world
  }

  async #callAgain({ eventId }: BegunPush, maxTurns = MAX_TURNS): Promise<void> {
    // The bank may have forgotten the event by now; then the event is pushed only once.
    const again = this.shell.tryPerform('pushes.beginByHand', { id: eventId }, CLOCK)
    if (!isRejection(again) && again.output) await this.#waitFor(this.#call(again.output, false), maxTurns)
  }

  /** Waits until a handler has ended, but for no more turns than the handler has left. */
  async #waitFor(call: Call, maxTurns: number): Promise<void> {
    const before = call.turns
    const { isEnded, spent } = await this.time.endsWithin(call.ended, Math.max(maxTurns - before, FEW_TURNS))
    // A turn in which several calls wait for the handler is counted once.
    call.turns = Math.max(call.turns, before + spent)
    // Throws if there was a defect of vostro.
    if (isEnded) await call.ended
  }

  #call(begun: BegunPush, isLost: boolean): Call {
    const at = this.shell.state.world.now
    const own = [...this.#calls].filter((call) => call.begun.eventId === begun.eventId)
    if (own.length >= MOST_OF_ONE_EVENT) throw tooDeep(begun, own.length)
    this.#refuseOwnFork(begun)
    this.#refuseEndless(begun)
    const perform = async (): Promise<void> => {
      // The call must be in `#calls` before its work begins.
      await null
      const connection = this.#connectionFor(begun)
      made.handler = connection?.handler
      const sent = this.shell.observers.reduce((push, each) => each.sending?.(push) ?? push, begun)
      const { thrown, background, ...outcome } = await answerOf(sent, at, connection, {
        call: made,
        madeIn: this.#madeIn,
      })
      // If the bank was restored meanwhile, it does not know this push.
      if (!this.#calls.has(made)) return
      if (!background) this.#calls.delete(made)
      const done = this.shell.tryPerform('pushes.end', { id: begun.id, isLost, ...outcome }, CLOCK)
      if (!isRejection(done)) made.after = done.world
      const push = made.after && pushOf(made.after, begun.id)
      if (push && thrown !== undefined) thrownByPush.set(push, { thrown })
      await background
      this.#calls.delete(made)
    }
    const refuse = (error: UsageError) => void this.#nestings.push(error)
    const made: Call = { begun, at, ended: perform(), turns: 0, family: this.#family, refuse }
    this.#calls.add(made)
    return made
  }

  #connectionFor({ callbackUrl }: BegunPush): Connection | undefined {
    return this.#connections.get(new URL(callbackUrl).href) ?? this.#connections.get(EVERY_ADDRESS) ?? undefined
  }

  #beginChain(): void {
    // Code that a handler started may outlast it: what it causes belongs to the chain of that handler.
    if (!isOfHandler()) this.#chain = this.#chain.next(this.shell.state.world)
  }

  #refuseEndless(begun: BegunPush): void {
    this.#chain = this.#chain.with(this.shell.state.world, begun.eventId, presentFrame()?.depth ?? 0)
    if (!this.#chain.isEndless) return
    const error = endless(begun, this.#connectionFor(begun)?.handler, this.#chain.length)
    // The calls that wait for handlers also throw the error: a handler may catch it, whose request waits for this push.
    this.#nestings.push(error)
    throw error
  }

  /** Refuses a push to the handler that made this fork while it handled the same event. That handler would fork again, without end. */
  #refuseOwnFork(begun: BegunPush): void {
    const around = [...handlersIn(this.#madeIn)] as Call[]
    const handler = this.#connectionFor(begun)?.handler
    const isSame = (call: Call) => call.family === this.#family && call.begun.eventId === begun.eventId
    if (!handler || !around.some((call) => isSame(call) && call.handler === handler)) return
    const error = ownFork(begun)
    // The calls that wait for these handlers also throw the error: a handler may catch it, and then the test would not know of it.
    for (const call of around) call.refuse(error)
    throw error
  }
}

/** The fewest turns to wait: even a handler that has used up its turns may have ended since the last wait. */
const FEW_TURNS = 10
