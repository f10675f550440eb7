/**
 * Advances the virtual clock: runs each due operation at its instant, and those of one instant in the order in which they were planned.
 * Advancing in two steps equals advancing in one. `advanceAsync` takes such steps, in `bank/shell/pushes/push-sender.ts`.
 */
import { UsageError } from './errors.ts'
import { groupBy } from './kernel/group-by.ts'
import type { Timer } from './kernel/schedule.ts'
import { formatInstant, type Instant, LATEST, timeOf } from './kernel/time/instant.ts'
import { stepLoan } from './loans/lifecycle.ts'
import type { TimerName, Turn } from './turn.ts'
import { retry } from './webhooks/deliver-and-retry.ts'
import { emitGathered } from './webhooks/event.ts'
import { boundOpenPushes, timeOut } from './webhooks/push.ts'
import { acknowledgeBatch, releaseByTimer, sendBatch } from './wires/batch.ts'
import { reverseByTimer } from './wires/desk.ts'
import { postInbound } from './wires/inbound.ts'
import { clearWire, reviewWire } from './wires/outbound.ts'
import { isGivenUp } from './wires/wire-status.ts'
import type { World } from './world.ts'

/** THE TABLE of the operations that only the clock performs. None can be refused: each acts on the state that it finds. */
const dueOperations: { readonly [Name in TimerName]: (turn: Turn, subject: number) => void } = {
  'wires.review': reviewWire,
  'wires.clear': clearWire,
  'wires.postInbound': postInbound,
  'wires.reverse': reverseByTimer,
  'batches.release': releaseByTimer,
  'batches.send': sendBatch,
  'batches.acknowledge': acknowledgeBatch,
  'events.gathered': emitGathered,
  'pushes.retry': retry,
  'pushes.timeout': timeOut,
  'loans.step': stepLoan,
}

/** The most due instants in one advance. With more, some operation must be scheduling itself for ever. */
const MOST_INSTANTS = 1_000_000

export function advanceTo(turn: Turn, { to }: { to: Instant }): undefined {
  const { world } = turn
  if (!(to >= world.now)) {
    throw new UsageError(
      `Failed to advance the clock to "${timeOf(world, to)}": it is ${timeOf(world)}, and the clock never runs backwards. To go back, take a bank.snapshot() first and bank.restore() it later. (§3)`,
    )
  }
  if (to > LATEST) {
    throw new UsageError(
      `Failed to advance the clock to ${to}: the last instant is ${timeOf(world, LATEST)}. Advance by less. (§3)`,
    )
  }
  boundOpenPushes(turn)
  runDue(turn, to)
  world.now = to
}

/** Runs every operation that is due at or before `to`. The clock stops at the instant of the last one. */
export function runDue(turn: Turn, to: Instant): void {
  const { world } = turn
  for (let instants = 0; ; instants++) {
    const bucket = world.schedule.first()
    if (bucket === undefined || bucket.at > to) return
    if (instants === MOST_INSTANTS) {
      throw new UsageError(
        `Failed to advance the clock: ${MOST_INSTANTS} due instants have run, and "${bucket.timers.at(0).operation}" is due again at ${timeOf(world, bucket.at)}. Advance in smaller steps, or release batches less often. (§3)`,
      )
    }
    world.schedule = world.schedule.withoutFirst()
    world.now = bucket.at
    for (const { operation, subject } of bucket.timers) {
      turn.under(operation, () => dueOperations[operation as TimerName](turn, subject))
    }
  }
}

/** The operations of one kind that are due at one instant. */
export interface AgendaItem {
  /** When, on the virtual clock. */
  at: string
  operation: TimerName
  /** How often the operation is due at that instant. */
  count: number
}

/** Whether a timer does nothing any more, because its wire was rejected or canceled meanwhile. */
export const isForNothing = (world: World, { operation, subject }: Timer): boolean =>
  operation.startsWith('wires.') && isGivenUp(world.wires.payments.at(subject).status)

export function agendaOf(world: World): AgendaItem[] {
  const { schedule, settings } = world
  return [...schedule].flatMap(({ at, timers }) => {
    const open = [...timers].filter((timer) => !isForNothing(world, timer))
    const kinds = groupBy(open, ({ operation }) => operation)
    return [...kinds].map(([operation, { length: count }]) => {
      return { at: formatInstant(at, settings.timeZone), operation: operation as TimerName, count }
    })
  })
}

/** When the clock sends the push of an event that failed or is delayed; undefined if it can go at once. */
export function nextTryOf(world: World, event: number): string | undefined {
  const isIts = ({ operation, subject }: Timer) =>
    operation === 'pushes.retry' && world.webhooks.deliveries.at(subject).event === event
  const due = [...world.schedule].find(({ timers }) => [...timers].some(isIts))
  return due && formatInstant(due.at, world.settings.timeZone)
}
