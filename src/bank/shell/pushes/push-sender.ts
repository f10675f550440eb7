/**
 * Sends pushes to connected handlers, one after the other, and only while the test awaits `bank.settled()`, `bank.clock.advanceAsync()` or
 * `bank.outbox.deliver()`. The loop is `#drain`: `#sendNext` takes the next push (push-queue.ts) through the layers (`#around`), `#begin`
 * performs `pushes.begin`, and `#call` calls the handler (receiver.ts), then performs `pushes.end` with its answer. `#waitFor` counts turns
 * of the event loop only to notice a handler that does not end.
 */

import { copiesOf, type Happening } from '../../../core/happening.ts'
import type { Instant } from '../../../core/kernel/time/instant.ts'
import { isRejection } from '../../../core/rejection.ts'
import { CLOCK } from '../../../core/turn.ts'
import { EVERY_ADDRESS } from '../../../core/webhooks/outbox.ts'
import type { BegunPush } from '../../../core/webhooks/push.ts'
import type { World } from '../../../core/world.ts'
import type { NextPush } from '../state/layer.ts'
import type { Shell } from '../state/shell.ts'
import { isOfHandler } from './handler-context.ts'
import { goingOf, isOpen, nextPush, pushOf, putInFront, thrownByPush } from './push-queue.ts'
import { type Connection, type ConnectOptions, callHandler, type PushHandler, type SettleOptions } from './receiver.ts'
import { ManualTime, type TimeDriver } from './time-driver.ts'
import { type HandlerRun, Waits } from './waits.ts'

const MAX_TURNS = 500_000

/** The fewest turns to wait: even a handler that has used up its turns may have ended since the last wait. */
const FEW_TURNS = 10

export class PushSender {
  /** The connection of each address; null if the test has disconnected the address. */
  readonly #connections: Map<string, Connection | null>
  readonly waits: Waits
  /** The last world in whose outbox no push was due. */
  #empty: World | undefined
  readonly manualTime: TimeDriver
  /** The driver in use: `manualTime`, or the driver that took its place. */
  time: TimeDriver

  constructor(
    private readonly shell: Shell,
    inherited?: PushSender,
  ) {
    this.#connections = new Map(inherited ? inherited.#connections : [])
    this.waits = new Waits(shell, inherited ? inherited.waits : undefined)
    this.manualTime = new ManualTime(shell)
    this.time = this.manualTime
  }

  connect(url: string, handler: PushHandler, options: ConnectOptions): void {
    this.#connections.set(url, { handler, options })
    this.waits.restart()
  }

  disconnect(url: string): void {
    this.#connections.set(url, null)
    this.waits.restart()
  }

  /** After a reset or a restore: forgets what waited in the old state. Addresses stay as the test left them, connected or not. */
  afterRestore(): void {
    this.waits.afterRestore()
    this.time.forget()
    for (const [url, connection] of this.#connections) {
      const { connections } = this.shell.state.world.webhooks
      if (connections.includes(url) === (connection !== null)) continue
      this.shell.perform(connection === null ? 'webhooks.disconnect' : 'webhooks.connect', { url }, CLOCK)
    }
  }

  isSending(url: string): boolean {
    const { href } = new URL(url)
    return [...this.waits.runs].some(({ begun }) => new URL(begun.callbackUrl).href === href)
  }

  /** Calls the handlers of everything that is due. Throws an error that names those that hang; `isWhole`: also in work after the answer. */
  async settle(options: SettleOptions = {}, isWhole = false): Promise<void> {
    await this.#drain(options)
    let open = this.waits.open(isWhole)
    // If time passes by itself, each open call ends: the handler answers, or the push times out.
    for (const { timePasses } = this.time; timePasses && open.length > 0; open = this.waits.open(isWhole))
      await timePasses()
    if (open.length > 0) throw this.waits.hanging(open)
  }

  /** Advances the clock to an instant. Stops where something is due, and waits for handlers there. Returns all that happened, in order. */
  async advance(target: Instant, options?: SettleOptions): Promise<Happening[]> {
    const { shell } = this
    // For a target in the past, the operation throws its own refusal.
    if (target < shell.state.world.now) shell.perform('clock.advance', { to: target }, CLOCK)
    const happened: Happening[] = []
    const unsubscribe = shell.subscribe((fact) => {
      if (fact.what === 'operation') for (const happening of fact.happenings) happened.push(happening)
    })
    try {
      await this.time.during(() => this.goThrough(target, options))
    } finally {
      unsubscribe()
    }
    return copiesOf(happened)
  }

  /** As `advance`, but without the wait of `during`, and returns nothing. */
  async goThrough(target: Instant, options: SettleOptions = {}): Promise<void> {
    await this.#drain(options, target)
    if (this.time.timePasses) await this.#drain(options)
    else await this.settle(options)
  }

  /**
   * The loop that sends pushes. It waits for each handler that runs, sends the next push that is due, and advances the clock on its way to
   * `target` when there is nothing left to wait for. It ends at the target; without one, when nothing is due. A handler that hangs keeps its
   * push open, and no error is thrown.
   */
  async #drain({ maxTurns = MAX_TURNS }: SettleOptions, target?: Instant): Promise<void> {
    const waited = new Set<HandlerRun>()
    for (let isQuiet = false; ; ) {
      // Other calls may wait at the same time: the handlers that they began are also awaited before the next push begins.
      const open = [...this.waits.runs].find((run) => !waited.has(run))
      const due = open ? undefined : this.#sendNext(maxTurns, waited)
      if (open) {
        await this.#waitFor(open, maxTurns)
        waited.add(open)
      } else if (due) await due
      else if (!isQuiet) {
        // The test may make another call right after this one. The next pass of this loop finds the push of that call.
        await null
        isQuiet = true
        continue
      } else {
        const isMoved = target !== undefined && this.#moveTowards(target)
        this.shell.throwDefect()
        if (!isMoved) return
        await this.time.arrived()
        waited.clear()
      }
      isQuiet = false
    }
  }

  /**
   * Moves the clock to the next instant at which something is due, such as a planned retry. `settled()` has no target, so it
   * does not get here, and makes no retry. Returns false if the target is reached, or cannot be reached.
   */
  #moveTowards(target: Instant): boolean {
    const { shell } = this
    const move = (to: Instant) => void shell.perform('clock.advance', { to }, CLOCK)
    if (shell.state.world.now >= target || this.waits.hasUnreportedNesting) return false
    // If pushes have no deadline yet, an advance by zero gives them one.
    if (shell.state.world.webhooks.pushesWithoutDeadline.length > 0) move(shell.state.world.now)
    const { now, schedule } = shell.state.world
    move(Math.max(Math.min(schedule.first()?.at ?? target, this.time.nextAt() ?? target, target), now))
    return true
  }

  /** Sends what is due, but does not wait for handlers that run already: one of them may have made this call, and cannot wait for itself. */
  async settleDue(): Promise<void> {
    const throwNesting = this.waits.begin()
    for (let due = this.#sendNext(MAX_TURNS); due; due = this.#sendNext(MAX_TURNS)) await due
    if (this.waits.isEndless && !isOfHandler()) throwNesting()
    this.shell.throwDefect()
  }

  /**
   * Delivers one event by hand; with `loseAnswer` the bank does not get the answer. Returns the world right after the push, because the
   * bank may forget the push later.
   */
  async deliver(
    eventId: string,
    { loseAnswer, maxTurns = MAX_TURNS }: { loseAnswer: boolean } & SettleOptions,
  ): Promise<World> {
    let { world } = this.shell.state
    await this.#around({}, async (push) => {
      const { output: begun, world: after } = this.shell.perform('pushes.beginByHand', { id: eventId }, CLOCK)
      world = after
      if (begun === undefined) return
      const made = this.#call(begun, push, loseAnswer)
      await this.#waitFor(made, maxTurns)
      const { timePasses } = this.time
      while (timePasses && this.waits.runs.has(made) && isOpen(this.shell, begun.id)) await timePasses()
      if (this.waits.runs.has(made) && !made.after) throw this.waits.hanging([made])
      world = made.after ?? this.shell.state.world
    })
    return world
  }

  /** Without the one call of `next`, which begins the push or takes it away, the same push would be the next one for ever. */
  #around(push: NextPush, next: (push: NextPush) => Promise<void>): Promise<void> {
    const { layers } = this.shell
    if (!layers.push) return next(push)
    let mayCall = true
    const broken = (): never => {
      throw this.shell.defect(new Error('a layer around a push did not call next exactly once, before it awaited.'))
    }
    const sent = layers.push(push, (given) => {
      if (!mayCall) return broken()
      mayCall = false
      return next(given)
    })
    if (!mayCall) return sent
    mayCall = false
    return sent.then(broken)
  }

  /** Begins the first due push that no fault drops or delays, and waits for its handler. Undefined if no push is due. */
  #sendNext(maxTurns: number, waited?: Set<HandlerRun>): Promise<void> | undefined {
    const { shell, time } = this
    // A world object never changes. If it is the one in which no push was due, none is due now.
    if (shell.state.world === this.#empty) return undefined
    if (!time.choose || putInFront(shell, time.choose)) {
      const struck = new Set<string>()
      for (let next = nextPush(shell, struck); next; next = nextPush(shell, struck)) {
        let goes = true
        const sent = this.#around(next, (push) => {
          const going = goingOf(shell, push)
          goes = going !== 'skip'
          return going === 'skip' ? Promise.resolve() : this.#begin(push, going, maxTurns, waited)
        })
        if (goes) return sent
        struck.add(next.due.eventId)
      }
    }
    this.#empty = shell.state.world
    return undefined
  }

  /** Calls the handler of a push, twice if a fault says so, and waits for it. Adds the run to `waited`. */
  async #begin(
    push: NextPush,
    { isTwice, signature }: Exclude<ReturnType<typeof goingOf>, 'skip'>,
    maxTurns: number,
    waited?: Set<HandlerRun>,
  ): Promise<void> {
    const { output: begun } = this.shell.perform('pushes.begin', signature && { signature }, CLOCK)
    if (begun === undefined) return
    const first = this.#call(begun, push)
    waited?.add(first)
    await this.#waitFor(first, maxTurns)
    if (!isTwice) return
    const again = async () => {
      // The bank may have forgotten the event by now; then the event is pushed only once.
      const second = this.shell.tryPerform('pushes.beginByHand', { id: begun.eventId }, CLOCK)
      if (!isRejection(second) && second.output) await this.#waitFor(this.#call(second.output, push), maxTurns)
    }
    // The event is pushed again only after the first call of the handler has ended.
    if (this.waits.runs.has(first)) void first.ended.then(again)
    else await again()
  }

  /** Waits until a handler has ended, but for no more turns than the handler has left. */
  async #waitFor(run: HandlerRun, maxTurns: number): Promise<void> {
    const before = run.turns
    const { isEnded, spent } = await this.time.endsWithin(run.ended, Math.max(maxTurns - before, FEW_TURNS))
    // A turn in which several calls wait for the handler is counted once.
    run.turns = Math.max(run.turns, before + spent)
    // Throws if there was a defect of vostro.
    if (isEnded) await run.ended
  }

  /** Admits the run, which may be refused. The function below then calls the handler, by `callHandler` of receiver.ts, and ends the push. */
  #call(begun: BegunPush, { rewrite = (push) => push }: NextPush, isLost = false): HandlerRun {
    const { runs, madeIn } = this.waits
    return this.waits.admit(begun, this.#connectionFor(begun)?.handler, async (made) => {
      const received = callHandler(rewrite(begun), made.at, this.#connectionFor(begun), { run: made, madeIn })
      const { thrown, background, ...outcome } = await received
      // If the bank was restored meanwhile, it does not know this push.
      if (!runs.has(made)) return
      if (!background) runs.delete(made)
      const done = this.shell.tryPerform('pushes.end', { id: begun.id, isLost, ...outcome }, CLOCK)
      if (!isRejection(done)) made.after = done.world
      const push = made.after && pushOf(made.after, begun.id)
      if (push && thrown !== undefined) thrownByPush.set(push, { thrown })
      await background
      runs.delete(made)
    })
  }

  #connectionFor({ callbackUrl }: BegunPush): Connection | undefined {
    return this.#connections.get(new URL(callbackUrl).href) ?? this.#connections.get(EVERY_ADDRESS) ?? undefined
  }
}
