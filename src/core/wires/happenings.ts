/** What happens to wires and batches, and how it is told. */
import { formatMoney, type Money } from '../kernel/money.ts'
import type { PostingCode } from '../ledger/posting-codes.ts'
import { refused, short, told } from '../telling.ts'

interface WireFacts {
  paymentId: string
  accountNumber: string
  amount: Money
}

const inStatus = told<WireFacts & { direction: string; status: string }>(
  'payment',
  ({ paymentId, status, direction, amount, accountNumber }) => {
    const way = direction === 'Outbound' ? 'from' : 'to'
    return `wire ${short(paymentId)} ${status}  ${direction.toLowerCase()} ${formatMoney(amount)} ${way} ${accountNumber}`
  },
)

export const wireHappenings = {
  'wire.created': inStatus,
  'wire.moved': inStatus,
  'wire.rejected': refused<WireFacts & { postingCode: PostingCode; reason: string }>(
    'payment',
    ({ paymentId, postingCode, amount, reason }) =>
      `wire ${short(paymentId)} Rejected ${postingCode}  ${formatMoney(amount)}: ${reason}`,
  ),
  'wire.reversed': told<WireFacts>(
    'payment',
    ({ paymentId, amount }) => `wire ${short(paymentId)} reversed  ${formatMoney(amount)}`,
  ),
  'batch.released': told<{ batchId: string; wires: number; amount: Money }>(
    'payment',
    ({ batchId, wires, amount }) =>
      `batch ${short(batchId)} released: ${wires} ${wires === 1 ? 'wire' : 'wires'}, ${formatMoney(amount)}`,
  ),
}
