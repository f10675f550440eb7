/** The operations team of a run: it decides on a payment of the plan as soon as that is there, once; and approves what it held. */
import type { Bank } from '../../../bank.ts'
import { paymentIdOf } from '../../../core/wires/wire-record.ts'
import { mayBe } from '../../../core/wires/wire-status.ts'
import type { Plan } from '../search/plan.ts'
import type { Trace } from './trace.ts'

const decisions = [
  ['held', 'hold'],
  ['rejected', 'reject'],
] as const

export function createDesk(bank: Bank, plan: Plan, trace: Trace) {
  let decided = 0
  const idOf = (slot: number) => paymentIdOf(bank.world.settings.seed, slot)
  return {
    decide: () => {
      while (decided < trace.countOf('payment')) {
        const slot = decided++
        for (const [kind, step] of decisions) {
          if (!plan.at(kind, slot + 1) || !mayBe(step, bank.world.wires.payments.at(slot).status)) continue
          bank.desk[step](idOf(slot))
        }
      }
    },
    /** Approves whatever is held, and says how much it was: what the plan held, and what the bank's own review left to somebody. */
    approveHeld: (): number => {
      let approved = 0
      for (let slot = 0; slot < bank.world.wires.payments.size; slot++) {
        const { status, order, isHeldByDesk } = bank.world.wires.payments.at(slot)
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
