/** Matchers on payments: where a wire, a transaction or a loan stands. The message is the bank's own explanation. (§3) */
import type { Bank } from '../../bank.ts'
import { inquire } from '../../contract/transition.ts'
import { takeNotes } from '../../core/assumptions/notes.ts'
import { isRejectionError } from '../../core/errors.ts'
import type { LoanStatus } from '../../core/loans/loan-status.ts'
import { isRejection } from '../../core/rejection.ts'
import { readingOf } from '../../core/turn.ts'
import { listWires } from '../../core/wires/find-wire.ts'
import type { WireStatus } from '../../core/wires/wire-status.ts'
import { everyPage } from '../every-page.ts'
import { type Verdict, verdict } from './verdict.ts'

/** Where a payment, a transaction or a loan can stand. */
export type AnyStatus = WireStatus | 'Posted' | LoanStatus

/** Whether a payment, transaction or loan has a status. */
export function toHaveStatus(bank: Bank, id: string, expected: AnyStatus): Verdict {
  const found = subjectOf(bank, id)
  if (!found) {
    const fact = `Failed to find "${id}" with the status ${expected}: this bank has no payment, transaction or loan of this id. Take the id that the bank answered with. (§3)`
    return verdict(bank, false, fact, () => [wiresOf(bank)])
  }
  const { kind, status, text } = found
  const pass = status === expected
  const fact = pass
    ? `Failed to find ${kind} "${id}" in another status than ${expected}: that is its status. (§3)`
    : `Failed to find ${kind} "${id}" ${expected}: it is ${status}. (§3)`
  return verdict(bank, pass, fact, () => [text])
}

/** Whether a payment is at its good end: `Completed`, or `Posted` for a transaction on another rail. */
export function toHaveCompleted(bank: Bank, paymentId: string): Verdict {
  return toHaveStatus(bank, paymentId, subjectOf(bank, paymentId)?.kind === 'transaction' ? 'Posted' : 'Completed')
}

function subjectOf(bank: Bank, id: string) {
  const loan = inquire(bank.world, 'loans.get', { id }, { kind: 'internal' })
  if (!isRejection(loan)) return { kind: 'loan', status: loan.Status, text: '' }
  try {
    return bank.explain(id)
  } catch (error) {
    if (isRejectionError(error)) return undefined
    throw error
  }
}

/** The payments that there are, for somebody who took the wrong id. */
function wiresOf(bank: Bank): string {
  const reading = readingOf(bank.world, { kind: 'internal' }, takeNotes('matchers'))
  const wires = everyPage((page) => listWires(reading, page))
  if (wires.length === 0) return 'No wire was ever created: did the request reach the bank?'
  return `Wires of this bank:\n${wires.map(({ id, status }) => `  ${id}  ${status}`).join('\n')}`
}
