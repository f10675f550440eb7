import { checkedOptions, isSignal, type OptionRules } from '../../contract/options.ts'
import { transition } from '../../contract/transition.ts'
import { type AgendaItem, agendaOf, isForNothing } from '../../core/advance.ts'
import { UsageError } from '../../core/errors.ts'
import { copiesOf, type Happening } from '../../core/happening.ts'
import type { Duration } from '../../core/kernel/time/duration.ts'
import { CLOCK_LIMITS, type Instant, parseInstant, timeOf } from '../../core/kernel/time/instant.ts'
import { isRejection } from '../../core/rejection.ts'
import { CLOCK, readingOf } from '../../core/turn.ts'
import { nextBatchAt } from '../../core/wires/batch.ts'
import type { PushSender } from '../shell/pushes/push-sender.ts'
import { type SettleOptions, settleOptionsFrom } from '../shell/pushes/receiver.ts'
import { timeToPass } from '../shell/pushes/time-driver.ts'
import { durationFrom } from '../shell/state/options.ts'
import type { Shell } from '../shell/state/shell.ts'
import { requiredText } from './checked-call.ts'

interface SleepOptions {
  /** Ends the sleep when aborted: the promise is rejected with the reason of the signal. */
  signal?: AbortSignal | undefined
}

/** The virtual clock. It moves only when the test moves it. A move takes no real time, and performs in order all that is due on the way. */
export interface Clock {
  /** The present instant: ISO 8601 with the offset of the bank's zone. */
  readonly now: string
  /**
   * Advances by a duration, and returns everything that happened, in order.
   *
   * @param duration - such as `{ hours: 2, minutes: 30 }`; a day is 24 hours
   * @throws {UsageError} if a part is negative or no number
   * @example
   * ```ts
   * const happened = bank.clock.advance({ minutes: 1 })
   * happened.map(({ what }) => what) // ['money.reserved', 'wire.moved', …]
   * ```
   */
  advance(duration: Duration): Happening[]
  /** Advances to an instant: ISO 8601 with an offset. @throws {UsageError} if it lies in the past, or the text is no instant */
  advanceTo(instant: string): Happening[]
  /**
   * Advances to the next release of wires, even if no wire waits. The option `release` decides when that is: at the next batch time of a
   * business day, or at the end of an interval. With `release: 'instant'` no wire ever waits, so the clock does not move.
   *
   * @throws {UsageError} if `release` is `manual`; call `bank.desk.releaseBatch()` instead
   */
  advanceToNextBatch(): Happening[]
  /**
   * Advances as `advance` does, and delivers pushes on the way: at each instant at which something is due, it calls the connected handlers
   * and waits for each to end. Failed pushes are tried again when due. A push whose handler does not answer stays open until it times out.
   *
   * @param duration - such as `{ hours: 2 }`
   * @param options - `maxTurns`: turns of the event loop after which an unfinished handler is reported as hanging
   * @throws {UsageError} if a part is negative or no number, or if a handler still hangs at the end of the advance
   * @example
   * ```ts
   * await bank.clock.advanceAsync({ hours: 2 })
   * bank.outbox.waiting // []
   * ```
   */
  advanceAsync(duration: Duration, options?: SettleOptions): Promise<Happening[]>
  /** As `advanceTo`, but waits for handlers as `advanceAsync` does. */
  advanceToAsync(instant: string, options?: SettleOptions): Promise<Happening[]>
  /** As `advanceToNextBatch`, but waits for handlers as `advanceAsync` does. */
  advanceToNextBatchAsync(options?: SettleOptions): Promise<Happening[]>
  /** Advances to the next instant at which something is due, and runs it. If nothing is due, the clock does not move. */
  advanceToNext(): Happening[]
  /**
   * Returns what would happen, in order, if the clock advanced by a duration. The bank and its clock do not change.
   *
   * @throws {UsageError} if a part is negative or no number
   * @example
   * ```ts
   * bank.clock.preview({ days: 1 }).map(({ what }) => what) // ['money.reserved', 'wire.moved', …]
   * ```
   */
  preview(duration: Duration): Happening[]
  /**
   * Sleeps until the clock has advanced by a duration. Pass this function to a client that waits: `sleep: bank.clock.sleep`. Sleepers wake
   * in the order in which their sleeps end. `advanceAsync` stops at the end of each sleep until the sleeper has finished its work. Other
   * calls that move the clock first move it, then wake all sleepers that are due. Code that sleeps at `reset()` or `restore()` never wakes.
   * A fork wakes only sleepers of its own.
   *
   * @param duration - milliseconds, or a duration such as `{ seconds: 30 }`; parts of a millisecond are rounded up
   * @param options - `signal` ends the sleep
   * @throws {UsageError} if the duration is negative or no number; if the signal is aborted, the reason of the signal is thrown
   * @example
   * ```ts
   * const nap = bank.clock.sleep({ minutes: 30 }).then(() => bank.clock.now)
   * await bank.clock.advanceAsync({ hours: 2 })
   * await nap // '2026-03-02T09:30:00.000-05:00'
   * ```
   */
  readonly sleep: (duration: Duration | number, options?: SleepOptions) => Promise<void>
  /** The operations that are due later, with their times, in order. */
  agenda(): AgendaItem[]
}

export function clock(shell: Shell, sender: PushSender): Clock {
  const move = (instant: Instant) => shell.perform('clock.advance', { to: instant }, CLOCK).happenings
  const after = (duration: Duration) => shell.state.world.now + durationFrom(duration, 'advance the clock by')
  const goTo = (instant: Instant) => {
    const happened = copiesOf(move(instant))
    sender.time.moved()
    return happened
  }
  const goAndDeliver = (name: string, targetOf: () => Instant, given: SettleOptions | undefined) =>
    sender.waits.whileWaiting(`bank.clock.${name}()`, async () => {
      const options = settleOptionsFrom(`bank.clock.${name}()`, given)
      return sender.advance(targetOf(), options)
    })
  return {
    get now() {
      return timeOf(shell.state.world)
    },
    advance: (duration) => goTo(after(duration)),
    advanceAsync: (duration, options) => goAndDeliver('advanceAsync', () => after(duration), options),
    advanceToAsync: (instant, options) => goAndDeliver('advanceToAsync', () => instantFrom(instant), options),
    advanceToNextBatchAsync: (options) => goAndDeliver('advanceToNextBatchAsync', () => nextBatchOf(shell), options),
    advanceTo: (instant) => goTo(instantFrom(instant)),
    advanceToNextBatch: () => goTo(nextBatchOf(shell)),
    advanceToNext: () => goTo(nextDueOf(shell)),
    preview: (duration) => {
      const { world } = shell.state
      const to = world.now + durationFrom(duration, 'preview the clock by')
      const result = transition(world, 'clock.advance', { to }, CLOCK)
      return isRejection(result) ? [] : copiesOf(result.happenings)
    },
    sleep: (duration, options) => sleep(sender, duration, options),
    agenda: () => agendaOf(shell.state.world),
  }
}

function instantFrom(given: string): Instant {
  const instant = parseInstant(requiredText(given, 'instant', 'to advance the clock'))
  if (instant !== undefined) return instant
  throw new UsageError(
    `Failed to advance the clock to "${given}": this is not ISO 8601 with an offset, ${CLOCK_LIMITS}. Write "2026-03-02T09:00:00-05:00". (§3)`,
  )
}

function nextBatchOf(shell: Pick<Shell, 'state' | 'noting'>): Instant {
  const at = shell.noting('clock.advance', (notes) => nextBatchAt(readingOf(shell.state.world, CLOCK, notes)))
  if (at !== null) return at
  throw new UsageError(
    'Failed to advance to the next batch: release is "manual", so no batch is planned. Call bank.desk.releaseBatch(). (§3)',
  )
}

function nextDueOf({ state: { world } }: Pick<Shell, 'state'>): Instant {
  const next = [...world.schedule].find(({ timers }) => [...timers].some((timer) => !isForNothing(world, timer)))
  return next?.at ?? world.now
}

async function sleep(sender: PushSender, given: Duration | number, options: SleepOptions = {}): Promise<void> {
  const delay = delayFrom(given)
  const advice = 'Write { signal }, or leave it out.'
  const { signal } = checkedOptions(options, rules, { failed: 'Failed to sleep', advice })
  signal?.throwIfAborted()
  if (delay === 0) return
  sender.time.expectSleepers?.()
  await timeToPass(sender.time, delay, signal)
}

/** The delay in milliseconds. A fraction is rounded up, so that no sleeper wakes too early. */
function delayFrom(given: Duration | number): number {
  if (typeof given !== 'number') return Math.ceil(durationFrom(given, 'sleep for'))
  if (given >= 0 && Number.isFinite(given)) return durationFrom({ milliseconds: Math.ceil(given) }, 'sleep for')
  throw new UsageError(
    `Failed to sleep for ${given} milliseconds: a sleep must be finite, and at least 0. Pass milliseconds, or a duration such as { seconds: 30 }. (§3)`,
  )
}

const rules: OptionRules<SleepOptions> = { signal: isSignal }
