/** The operations team of a run: it decides on a payment of the plan, once; and approves what it held. */
import type { Bank } from '../../bank/bank.ts'
import { HOUR } from '../../core/kernel/time/instant.ts'
import { paymentIdOf } from '../../core/wires/wire-record.ts'
import { mayBe } from '../../core/wires/wire-status.ts'
import type { RunTime } from '../../time/run-time.ts'
import type { Plan } from '../changes/plan.ts'
import type { RunLog } from './run-log.ts'

interface OnStage {
  readonly bank: Bank
  readonly plan: Plan
  readonly log: RunLog
  readonly time: RunTime
}

/** Decisions that are made as soon as the payment is there. */
const atOnce = [
  ['held', 'hold'],
  ['rejected', 'reject'],
] as const

export function createDesk({ bank, plan, log, time }: OnStage) {
  /** How long after it is completed. */
  const toReverse = new Map<number, number>()
  let seen = 0
  const idOf = (slot: number) => paymentIdOf(time.world.settings.seed, slot)
  const statusOf = (slot: number) => time.world.wires.payments.at(slot).status

  /** Looks at a payment that is new. */
  const meet = (slot: number) => {
    for (const [kind, step] of atOnce) {
      if (plan.at(kind, slot + 1) && mayBe(step, statusOf(slot))) bank.desk[step](idOf(slot))
    }
    if (plan.at('leftBehind', slot + 1)) bank.faults.inject('partialRelease', { count: 0, uses: 1 })
    if (plan.at('reversed', slot + 1)) toReverse.set(slot, HOUR)
    if (plan.at('reversedAtOnce', slot + 1)) toReverse.set(slot, 0)
  }
  return {
    decide: () => {
      while (seen < log.countOf('payment')) meet(seen++)
      for (const [slot, delay] of toReverse) {
        if (!mayBe('reverse', statusOf(slot))) continue
        toReverse.delete(slot)
        if (delay === 0) bank.desk.reverse(idOf(slot))
        else time.after(delay, () => bank.desk.reverse(idOf(slot)))
      }
    },
    /** Approves whatever is held, and says how much it was: what the plan held, and what the bank's own review left to somebody. */
    approveHeld: (): number => {
      let approved = 0
      for (let slot = 0; slot < time.world.wires.payments.size; slot++) {
        const { status, order, isHeldByDesk } = time.world.wires.payments.at(slot)
        // One that comes in leaves its hold by itself.
        const isLeft = isHeldByDesk || (order.direction === 'Outbound' && status === 'Hold')
        if (!isLeft || !mayBe('approve', status)) continue
        bank.desk.approve(idOf(slot))
        approved++
      }
      return approved
    },
  }
}
