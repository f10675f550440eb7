/** Matchers on payments: where a wire, a transaction or a loan stands. The message is the bank's own explanation. (§3) */
import type { Bank } from '../../bank/bank.ts'
import { UsageError } from '../../core/errors.ts'
import { nearest } from '../../core/kernel/nearest.ts'
import type { TransactionStatus } from '../../core/ledger/transaction-record.ts'
import type { LoanStatus } from '../../core/loans/loan-status.ts'
import type { WireStatus } from '../../core/wires/wire-status.ts'
import { statusesOf, subjectOf } from './subject.ts'
import { type Verdict, verdict } from './verdict.ts'

/** Where a payment, a transaction or a loan can stand. */
export type AnyStatus = WireStatus | TransactionStatus | LoanStatus

/**
 * Whether a payment, transaction or loan has a status.
 *
 * @throws {UsageError} where this bank has nothing of this id, or where what it has cannot have this status
 */
export function toHaveStatus(bank: Bank, id: string, expected: AnyStatus): Verdict {
  const { kind, status } = subjectOf(bank, id, `Failed to find ${JSON.stringify(id)} with the status ${expected}`)
  const known = statusesOf[kind]
  // A loan may have been added with a status of the test's own.
  if (!known.includes(expected) && expected !== status) {
    throw new UsageError(
      `Failed to find ${kind} "${id}" with the status ${JSON.stringify(expected)}: a ${kind} has no such status${nearest(String(expected), known)}. Write one of ${known.join(', ')}. (§3)`,
    )
  }
  const pass = status === expected
  const fact = pass
    ? `Failed to find ${kind} "${id}" in another status than ${expected}: that is its status. (§3)`
    : `Failed to find ${kind} "${id}" ${expected}: it is ${status}. (§3)`
  return verdict(bank, pass, fact, () => [kind === 'loan' ? '' : bank.explain(id).text])
}

/** Whether a payment is at its good end: `Completed`, or `Posted` for a transaction on another rail. */
export function toHaveCompleted(bank: Bank, paymentId: string): Verdict {
  const { kind } = subjectOf(bank, paymentId, `Failed to find ${JSON.stringify(paymentId)} with the status Completed`)
  return toHaveStatus(bank, paymentId, kind === 'transaction' ? 'Posted' : 'Completed')
}
