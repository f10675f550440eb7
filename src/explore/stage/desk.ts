/** The operations team of a run: it decides on a payment of the plan, once; and approves what it held. */
import { HOUR } from '../../core/kernel/time/instant.ts'
import { paymentIdOf } from '../../core/wires/wire-record.ts'
import { mayBe } from '../../core/wires/wire-status.ts'
import type { Stage } from './stage.ts'

/** Decisions that are made as soon as the payment is there. */
const atOnce = [
  ['held', 'hold'],
  ['rejected', 'reject'],
] as const

const idOf = ({ world }: Stage, slot: number) => paymentIdOf(world.settings.seed, slot)
const statusOf = ({ world }: Stage, slot: number) => world.wires.payments.at(slot).status

/** Looks at a payment that is new. */
export function meetPayment(stage: Stage, slot: number): void {
  const { bank, plan } = stage
  for (const [kind, step] of atOnce) {
    if (plan.at(kind, slot + 1) && mayBe(step, statusOf(stage, slot))) bank.desk[step](idOf(stage, slot))
  }
  if (plan.at('leftBehind', slot + 1)) bank.faults.inject('partialRelease', { count: 0, uses: 1 })
  if (plan.at('reversed', slot + 1)) stage.toReverse.set(slot, HOUR)
  if (plan.at('reversedAtOnce', slot + 1)) stage.toReverse.set(slot, 0)
}

/** Takes back what is completed now. */
export function reversePayments(stage: Stage): void {
  for (const [slot, delay] of stage.toReverse) {
    if (!mayBe('reverse', statusOf(stage, slot))) continue
    stage.toReverse.delete(slot)
    const reverse = () => stage.bank.desk.reverse(idOf(stage, slot))
    if (delay === 0) reverse()
    else stage.after(delay, reverse)
  }
}

/** Approves all that is held: what the plan held, and what the bank's own review left to its team. @returns how much that was */
export function approveHeld(stage: Stage): number {
  let approved = 0
  for (let slot = 0; slot < stage.world.wires.payments.size; slot++) {
    const { status, order, isHeldByDesk } = stage.world.wires.payments.at(slot)
    // One that comes in leaves its hold by itself.
    const isLeft = isHeldByDesk || (order.direction === 'Outbound' && status === 'Hold')
    if (!isLeft || !mayBe('approve', status)) continue
    stage.bank.desk.approve(idOf(stage, slot))
    approved++
  }
  return approved
}
