/** The trace of a bank with what came. */
import type { BankTrace, LiveMore } from '../../trace-data.ts'

/** What a page has after a message; payments without an explanation keep that which they had. */
export function grownBy(bank: BankTrace, more: LiveMore): BankTrace {
  const { from, steps, requests, accounts, payments, journal } = more
  const told = [...bank.payments]
  for (const [index, payment] of payments) {
    told[index] = { ...payment, explanation: payment.explanation ?? told[index]?.explanation ?? null }
  }
  return {
    ...bank,
    steps: [...bank.steps.slice(0, from), ...steps],
    requests: [...bank.requests.slice(0, requests[0]), ...requests[1]],
    accounts,
    payments: told,
    journal: bank.journal && journal && [...bank.journal.slice(0, journal[0]), ...journal[1]],
  }
}
