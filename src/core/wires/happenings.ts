/** The happenings of wires, each with its facts and its sentence in the timeline. */
import { count } from '../kernel/count.ts'
import { formatMoney, type Money } from '../kernel/money.ts'
import type { PostingCode } from '../ledger/posting-codes.ts'
import { short, telling, tellingOfRefusal } from '../telling.ts'
import type { PaymentType } from './business-function-code.ts'

interface WireFacts {
  paymentId: string
  accountNumber: string
  amount: Money
}

const inStatus = telling<WireFacts & { direction: string; status: string; paymentType: PaymentType }>(
  'payment',
  ({ paymentId, status, direction, amount, accountNumber, paymentType }) => {
    const way = direction === 'Outbound' ? 'from' : 'to'
    const kind = paymentType === 'Transfer' ? '' : ` ${paymentType}`
    return `wire ${short(paymentId)} ${status}  ${direction.toLowerCase()}${kind} ${formatMoney(amount)} ${way} ${accountNumber}`
  },
  ({ direction, status }) => (direction === 'Inbound' && status === 'Completed' ? ['events.inboundCompleted'] : []),
)

export const wireHappenings = {
  'wire.created': inStatus,
  'wire.moved': inStatus,
  'wire.rejected': tellingOfRefusal<WireFacts & { postingCode: PostingCode; reason: string }>(
    'payment',
    ({ paymentId, postingCode, amount, reason }) =>
      `wire ${short(paymentId)} Rejected ${postingCode}  ${formatMoney(amount)}: ${reason}`,
    ['wires.rejected', 'wires.postingOrder'],
  ),
  'wire.reversed': telling<WireFacts>(
    'payment',
    ({ paymentId, amount }) => `wire ${short(paymentId)} reversed  ${formatMoney(amount)}`,
    ['wires.reversing'],
  ),
  'wire.notReversed': tellingOfRefusal<WireFacts & { reason: string }>(
    'payment',
    ({ paymentId, amount, reason }) => `wire ${short(paymentId)} not reversed  ${formatMoney(amount)}: ${reason}`,
  ),
  'batch.released': telling<{ batchId: string; wires: number; amount: Money }>(
    'payment',
    ({ batchId, wires, amount }) => `batch ${short(batchId)} released: ${count(wires, 'wire')}, ${formatMoney(amount)}`,
    ['wires.batches', 'wires.effectiveDate'],
  ),
}
