/** The payments of a trace, each with its explanation as far as that is cheap: it runs the clock ahead. */
import { isRejection } from '../../../core/rejection.ts'
import { isFinal } from '../../../core/wires/wire-status.ts'
import type { World } from '../../../core/world.ts'
import { explain } from '../explain.ts'
import type { KnownPayment } from './state-changes.ts'
import type { TracedPayment } from './trace-data.ts'

/** So many payments that are not at their end are explained, and so many of the others. */
const MOST = { open: 12, ended: 60 }

export function paymentsOf(world: World, known: readonly KnownPayment[]): TracedPayment[] {
  const left = { ...MOST }
  return known.map((payment) => {
    const kind = isFinal(world.wires.payments.at(payment.slot).status) ? 'ended' : 'open'
    return paymentOf(world, payment, left[kind]-- > 0)
  })
}

/** One payment; `isExplained` where its explanation is worth what it costs. */
function paymentOf(world: World, { id, slot }: KnownPayment, isExplained: boolean): TracedPayment {
  const { direction, request } = world.wires.payments.at(slot).order
  const explanation = isExplained ? explain(world, id) : null
  return {
    id,
    direction,
    amount: request.amount,
    accountNumber: request.accountNumber,
    explanation: explanation === null || isRejection(explanation) ? null : explanation.text,
  }
}
