/** Makes every event happen in a bank, so that documents can show the bodies of its pushes. */
import type { Bank } from '../../bank/bank.ts'
import { isRejectionError } from '../../core/errors.ts'

/** The bodies by the name of the event: a notification or, for a loan event, the body of the loan service. */
export function runEvents(bank: Bank, names: readonly string[]): ReadonlyMap<string, object> {
  for (const eventName of names) {
    const callbackUrl = 'https://partner.example/hooks'
    bank.webhooks.register({ partnerId: bank.partner.id, eventName, registrationType: 'Push', callbackUrl })
  }
  for (const happen of [wires, accounts, loans]) unlessRefused(() => happen(bank))
  // Keeps the first push of each event: the list is reversed, because the last entry of a name wins in a Map.
  const bodies = bank.pushes.map(({ eventName, payload, notification }): [string, object] => [
    eventName,
    payload ?? notification ?? {},
  ])
  const first = new Map(bodies.reverse())
  return new Map(names.flatMap((name) => (first.has(name) ? [[name, first.get(name) as object] as const] : [])))
}

function wires(bank: Bank): void {
  bank.wires.simulateInbound(bank.wires.plausibleInbound())
  bank.clock.advance({ minutes: 1 })
  bank.wires.create(bank.wires.plausible())
  bank.clock.advanceToNextBatch()
  const canceled = bank.wires.create(bank.wires.plausible())
  bank.clock.advance({ minutes: 1 })
  bank.wires.cancel(canceled.id)
  bank.wires.create(bank.wires.plausible({ amount: 999_999_999_999 }))
  bank.clock.advance({ minutes: 1 })
}

function accounts(bank: Bank): void {
  const { accountNumber } = bank.masterAccount
  const { id } = bank.restrictions.create({ accountNumber, appliesTo: 'All', rail: 'Wire' })
  bank.restrictions.remove(id)
  const subledger = bank.subledgers.create({ masterAccountNumber: accountNumber, title: 'Customer 17' })
  bank.subledgers.rename(subledger.accountNumber, 'Customer 18')
  bank.accounts.setStatus(subledger.accountNumber, 'Inactive')
  bank.accounts.setStatus(subledger.accountNumber, 'Closed')
  const fee = { accountNumber, rail: 'Internal', transactionType: 'Debit', transactionCode: 'Fee' } as const
  bank.transactions.post({ ...fee, amount: 25 })
}

function loans(bank: Bank): void {
  const loan = bank.loans.add({ LoanAmount: '12500.000000' })
  for (let step = 0; step < 4; step++) bank.loans.advance(loan.Id)
  bank.loans.fund(loan.Id)
  bank.loans.update(loan.Id, { AdjustedLoanAmount: '12000' })
  const failing = bank.loans.add()
  const reason = { RuleName: 'FICO', Rule: 'FICO >= 600', Data: '580', Result: 'Failed' }
  bank.loans.failCompliance(failing.Id, [reason])
}

/** Ends early if the bank refuses a call because of unusual assumptions. The events that would follow then have no example. */
function unlessRefused(happen: () => void): void {
  try {
    happen()
  } catch (error) {
    if (!isRejectionError(error)) throw error
  }
}
