/** The subject of a matcher, and the matchers on its status. An id that this bank does not have is an error, even under `not`. (§3) */
import type { Bank } from '../../bank/bank.ts'
import { everyWire } from '../../bank/invariants/every-page.ts'
import { inquire } from '../../contract/transition.ts'
import { UsageError } from '../../core/errors.ts'
import { keysOf } from '../../core/kernel/keys.ts'
import { unknownName } from '../../core/kernel/nearest.ts'
import { type TransactionStatus, transactionStatuses } from '../../core/ledger/transaction-record.ts'
import { type LoanStatus, loanStatuses } from '../../core/loans/loan-status.ts'
import { isRejection } from '../../core/rejection.ts'
import { INTERNAL } from '../../core/turn.ts'
import { type WireStatus, wireStatuses } from '../../core/wires/wire-status.ts'
import { cannotJudge, type Verdict, verdict } from './verdict.ts'

export interface Subject {
  readonly kind: 'payment' | 'transaction' | 'loan'
  /** The id as the bank writes it. */
  readonly id: string
  readonly status: string
}

const statusesOf: { readonly [Kind in Subject['kind']]: readonly string[] } = {
  payment: keysOf(wireStatuses),
  transaction: transactionStatuses,
  loan: keysOf(loanStatuses),
}

/** The subject with an id; `failed` begins the message. @throws {UsageError} if this bank has nothing with this id */
export function subjectOf(bank: Bank, id: string, failed: string): Subject {
  const found = find(bank, textGiven(id, 'an id', failed))
  if (found) return found
  const fact = `${failed}: this bank has no payment, transaction or loan of this id. Take the id that the bank answered with. (§3)`
  throw cannotJudge(bank, fact, [wiresOf(bank)])
}

function find({ world }: Bank, id: string): Subject | undefined {
  const wire = inquire(world, 'wires.get', { id }, INTERNAL)
  if (!isRejection(wire)) return { kind: 'payment', id: wire.id, status: wire.status }
  const transaction = inquire(world, 'transactions.get', { id }, INTERNAL)
  if (!isRejection(transaction)) return { kind: 'transaction', id: transaction.id, status: transaction.status }
  const loan = inquire(world, 'loans.get', { id }, INTERNAL)
  return isRejection(loan) ? undefined : { kind: 'loan', id: loan.Id, status: loan.Status }
}

function wiresOf(bank: Bank): string {
  const wires = everyWire(bank)
  if (wires.length === 0) return 'No wire was ever created: did the request reach the bank?'
  return `Wires of this bank:\n${wires.map(({ id, status }) => `  ${id}  ${status}`).join('\n')}`
}

/** @throws {UsageError} if the value is no text */
export function textGiven(given: unknown, noun: string, failed: string): string {
  if (typeof given === 'string') return given
  throw new UsageError(`${failed}: ${noun} must be a string, not of type ${typeof given}. Pass the string. (§3)`)
}

/** Every status of a payment, a transaction or a loan. */
export type AnyStatus = WireStatus | TransactionStatus | LoanStatus

/** @throws {UsageError} if this bank has nothing with this id, or if no record of its kind ever has this status */
export function toHaveStatus(bank: Bank, id: string, expected: AnyStatus): Verdict {
  const { kind, status } = subjectOf(bank, id, `Failed to find ${JSON.stringify(id)} with the status ${expected}`)
  const known = statusesOf[kind]
  // A loan may have been added with a status that only the test knows.
  if (!known.includes(expected) && expected !== status) {
    throw new UsageError(
      `Failed to find ${kind} "${id}" with the status ${JSON.stringify(expected)}: ${unknownName(`status of a ${kind}`, String(expected), known)} Write one of ${known.join(', ')}. (§3)`,
    )
  }
  const pass = status === expected
  const fact = pass
    ? `The ${kind} "${id}" is ${expected}, which the test says it must not be. (§3)`
    : `Failed to find ${kind} "${id}" with the status ${expected}: its status is ${status}. (§3)`
  return verdict(bank, pass, fact, () => [kind === 'loan' ? '' : bank.explain(id).text])
}

export function toHaveCompleted(bank: Bank, paymentId: string): Verdict {
  const { kind } = subjectOf(bank, paymentId, `Failed to find ${JSON.stringify(paymentId)} with the status Completed`)
  return toHaveStatus(bank, paymentId, kind === 'transaction' ? 'Posted' : 'Completed')
}
