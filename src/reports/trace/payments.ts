/** The payments of a trace, each with its explanation as far as that is cheap: it runs the clock ahead. */
import { isRejection } from '../../core/rejection.ts'
import { isFinal } from '../../core/wires/wire-status.ts'
import type { World } from '../../core/world.ts'
import { explain } from '../explain.ts'
import type { KnownPayment } from './state-changes.ts'
import type { TracedPayment } from './trace-data.ts'

/** So many payments that are not at their end are explained, and so many of the others. */
const MOST = { open: 12, ended: 60 }

export function paymentsOf(world: World, known: readonly KnownPayment[]): TracedPayment[] {
  const left = { ...MOST }
  return known.map(({ id, slot }) => {
    const { order, status } = world.wires.payments.at(slot)
    const { direction, request } = order
    const kind = isFinal(status) ? 'ended' : 'open'
    const explanation = left[kind]-- > 0 ? explain(world, id) : null
    return {
      id,
      direction,
      amount: request.amount,
      accountNumber: request.accountNumber,
      explanation: explanation === null || isRejection(explanation) ? null : explanation.text,
    }
  })
}
