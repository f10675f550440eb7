/** Healing after the scenario: faults end, held payments are approved, dropped pushes are sent, and time passes until nothing happens. */

import { everyRegistration } from '../../bank/books/every-page.ts'
import { durationFrom } from '../../bank/shell/state/options.ts'
import { uuidOf } from '../../core/kernel/identity.ts'
import { DAY, HOUR, type Instant, MINUTE } from '../../core/kernel/time/instant.ts'
import { streams } from '../../core/streams.ts'
import type { Registration } from '../../core/webhooks/registration.ts'
import { deliveryStatuses, registrationStatuses } from '../../core/webhooks/webhook-status.ts'
import { MOST_STEPS } from '../../time/followed-clock.ts'
import { approveHeld } from './desk.ts'
import type { Stage } from './stage.ts'

/** The bank heals at most this often. It heals again if a change strikes while it heals. */
const MOST_HEALINGS = 5

/** The longest sleep of a process with timers. With seven hours it wakes at changing times of day, which some jobs need. */
const WAKES = 7 * HOUR

/** The most rounds in which timers fire after the bank has nothing more to do. */
const LAST_ROUNDS = 20

/** Ends faults, delivers pushes and restarts registrations until nothing is out of order except what the plan loses for good. */
export async function heal(stage: Stage): Promise<void> {
  const { plan, options } = stage
  const duration = options.heal === undefined ? 4 * DAY : durationFrom(options.heal, 'heal for')
  const spans = [10 * MINUTE, duration]
  let struck = plan.countOfStruck
  stage.firstDayUntil = stage.world.now + DAY
  for (let healing = 0; healing < MOST_HEALINGS; healing++) {
    const mended = await mend(stage)
    // After a change that struck meanwhile, the bank gets the whole time to heal again.
    const isStruckAgain = plan.countOfStruck > struck
    struck = plan.countOfStruck
    if (mended === 0 && !isStruckAgain && (healing >= spans.length || stage.isAtRest)) return
    if (stage.isCut?.()) return
    await passTo(stage, stage.world.now + (isStruckAgain ? duration : (spans[healing] ?? DAY)))
  }
}

/** The least time without anything new after which a run may end. */
const REST = 12 * HOUR

/**
 * True if nothing more is to be expected of a run. At the bank nothing is due or out of order. The partner has only repeated itself, for
 * longer than any pause in the clean run, and long enough for each of its timers to fire twice. A run that has failed by then might still
 * succeed, so the player plays it again to its end.
 */
export function isAtRest(stage: Stage, longestPause: number): boolean {
  const { world, log, timers, isOver, isTimed } = stage
  if (!isOver || isTimed || log.quietFor <= Math.max(REST, longestPause)) return false
  if (log.quietFor <= 2 * Math.max(0, ...timers.delays) || world.schedule.first() !== undefined) return false
  return isInOrder(stage) && suspendedRegistrations(stage).length === 0
}

/** @returns how many things were out of order */
async function mend(stage: Stage): Promise<number> {
  const { bank } = stage
  const { faults, webhooks, wires } = stage.world
  const isDown = isDownNow(stage)
  const { pushMode, deliveries, registrations } = webhooks
  const records = [faults.injected, pushMode, deliveries, registrations, wires.payments]
  // The records are as the last mending found them. So it changed nothing, and nothing is out of order.
  if (!isDown && records.every((each, index) => each === stage.mended[index])) return 0
  stage.mended = records
  if (faults.open.length > 0) bank.faults.clear()
  if (pushMode === 'held') bank.outbox.resume()
  stage.bankDownUntil = 0
  stage.receiverDownUntil = 0
  const approved = approveHeld(stage)
  const dropped = droppedEvents(stage)
  for (const id of dropped) await stage.until(bank.outbox.deliver(id))
  const suspended = suspendedRegistrations(stage)
  for (const { id, partnerId } of suspended) bank.as(partnerId).webhooks.restart(id)
  return Number(isDown) + approved + dropped.length + suspended.length
}

const isDownNow = ({ bankDownUntil, receiverDownUntil, world: { now } }: Stage) =>
  bankDownUntil > now || receiverDownUntil > now

/** True if every payment is final, and nothing is out of order except what the partner's own receiver has caused. */
export function isInOrder(stage: Stage): boolean {
  const { faults, webhooks } = stage.world
  const isStruck = isDownNow(stage) || faults.open.length > 0 || webhooks.pushMode === 'held'
  return (
    !isStruck &&
    !stage.hasOpenPayment &&
    droppedEvents(stage).length === 0 &&
    suspendedRegistrations(stage).every(({ callbackUrl }) => stage.refusing.has(new URL(callbackUrl).href))
  )
}

/** The ids of events whose push was dropped, except events that the plan loses for good. */
function droppedEvents({ world, lost }: Stage): string[] {
  return [...world.webhooks.deliveries].flatMap(({ status, event }) => {
    const id = uuidOf(world.settings.seed, streams.event, event)
    return deliveryStatuses[status].isDropped && !lost.has(id) ? id : []
  })
}

/** The registrations to which nothing is sent, except those that the plan suspends for good. */
function suspendedRegistrations(stage: Stage): Registration[] {
  return everyRegistration(stage).filter(
    ({ status, callbackUrl }) =>
      registrationStatuses[status].sends === 'none' && !stage.abandoned.has(new URL(callbackUrl).href),
  )
}

/**
 * Moves the clock to an instant, as if the partner's machine slept most of the time. It wakes when something is due at the bank, and each
 * of its due timers fires once. When the instant has come, all timers fire twice more, and still more while they cause anything new. Timers
 * that are set for hours fire when they are due.
 */
async function passTo(stage: Stage, instant: Instant): Promise<void> {
  const { timers, log } = stage
  for (let leaps = 0; leaps < MOST_STEPS && !stage.isCut?.(); leaps++) {
    const { schedule, now } = stage.world
    // A process with timers also wakes if nothing is due at the bank.
    const own = timers.delays.length > 0 ? now + WAKES : instant
    const next = Math.min(schedule.first()?.at ?? instant, own)
    if (next >= instant) break
    await stage.leap(Math.max(next, now))
    if (stage.isAtRest) return
  }
  if (stage.world.now < instant) await stage.leap(instant)
  let before = log.news
  for (let rounds = 0, idle = 0; rounds < LAST_ROUNDS && idle < 2 * timers.delays.length; rounds++) {
    const next = timers.nextAt as Instant
    // A timer that causes something new each time must not keep this loop going for ever.
    if (rounds >= 2 * timers.delays.length && next > instant + DAY) return
    await stage.leap(next)
    idle = log.news === before ? idle + 1 : 0
    before = log.news
  }
}
