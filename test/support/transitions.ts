/**
 * The transitions that a partner can see, in words, with what brings each about: one after the other on one bank, registered for every
 * event. The reference page of events shows what was told of each; a scenario reads every resource that was named.
 */
import { type Bank, createBank, type Notification } from 'vostro'
import { inboundWire, outboundWire } from './wire.ts'

/** A transition, and the events that told of it. */
export interface Told {
  readonly transition: string
  readonly events: readonly Notification[]
}

/** What an earlier transition made, for a later one to go on with. */
type Made = Record<'inbound' | 'outbound' | 'restriction' | 'subledger' | 'hold' | 'loan', string>

const fee = (bank: Bank, amount: number) => ({
  accountNumber: bank.masterAccount.accountNumber,
  rail: 'Internal' as const,
  transactionType: 'Debit' as const,
  transactionCode: 'Fee',
  amount,
})
const MORE_THAN_THERE_IS = 999_999_999_999

const transitions: readonly (readonly [string, (bank: Bank, made: Made) => unknown])[] = [
  [
    'inbound wire: simulated, on `Hold`',
    (bank, made) => {
      made.inbound = bank.wires.simulateInbound(inboundWire(bank)).id
    },
  ],
  ['inbound wire: `Hold` to `Completed`', (bank) => bank.clock.advance({ minutes: 1 })],
  [
    'inbound wire: `Hold` to `Rejected`',
    (bank) => {
      bank.accounts.setStatus(bank.masterAccount.accountNumber, 'Inactive')
      bank.clock.advance({ minutes: 1 })
      bank.accounts.setStatus(bank.masterAccount.accountNumber, 'Active')
    },
  ],
  [
    'outbound wire: asked for, `Created`',
    (bank, made) => {
      made.outbound = bank.wires.create(outboundWire(bank)).id
    },
  ],
  ['outbound wire: `Created` to `Pending`', (bank) => bank.clock.advance({ seconds: 5 })],
  ['outbound wire: `Pending` to `Hold`', (bank, { outbound }) => bank.desk.hold(outbound)],
  ['outbound wire: `Hold` to `Pending`', (bank, { outbound }) => bank.desk.approve(outbound)],
  ['outbound wire: `Pending` to `Processing`', (bank) => bank.clock.advanceToNextBatch()],
  ['outbound wire: `Processing` to `Completed`', (bank) => bank.clock.advance({ minutes: 1 })],
  ['outbound wire: reversed after it was completed', (bank, { outbound }) => bank.desk.reverse(outbound)],
  ['inbound wire: reversed after it was completed', (bank, { inbound }) => bank.desk.reverse(inbound)],
  ['outbound wire: `Created` to `Hold`', (bank, { outbound }) => bank.desk.hold(outbound)],
  ['outbound wire: `Hold` or `Pending` to `Rejected`', (bank, { outbound }) => bank.desk.reject(outbound)],
  ['outbound wire: `Hold` or `Pending` to `Canceled`', (bank, { outbound }) => bank.wires.cancel(outbound)],
  ['outbound wire: `Created` to `Rejected`', (bank) => bank.clock.advance({ minutes: 1 })],
  ['transaction: posted', (bank) => bank.transactions.post(fee(bank, 25))],
  ['transaction: refused', (bank) => bank.transactions.post(fee(bank, MORE_THAN_THERE_IS))],
  [
    'subledger: opened',
    (bank, made) => {
      const masterAccountNumber = bank.masterAccount.accountNumber
      made.subledger = bank.subledgers.create({ masterAccountNumber, title: 'Customer 17' }).accountNumber
    },
  ],
  [
    'transfer between two accounts: a transaction on each',
    (bank, { subledger }) => {
      const debitAccountNumber = bank.masterAccount.accountNumber
      return bank.transactions.transfer({ debitAccountNumber, creditAccountNumber: subledger, amount: 5_000 })
    },
  ],
  ['subledger: another title', (bank, { subledger }) => bank.subledgers.rename(subledger, 'Customer 18')],
  ['subledger: another status', (bank, { subledger }) => bank.accounts.setStatus(subledger, 'Inactive')],
  ['subledger: closed', (bank, { subledger }) => bank.accounts.setStatus(subledger, 'Closed')],
  ['master account: opened, without money', (bank) => bank.accounts.open()],
  ['master account: opened, with money', (bank) => bank.accounts.open({ balance: 100 })],
  ['master account: another status', (bank) => bank.accounts.setStatus(bank.masterAccount.accountNumber, 'Active')],
  [
    'restriction: placed',
    (bank, made) => {
      made.restriction = bank.restrictions.create({
        accountNumber: bank.masterAccount.accountNumber,
        appliesTo: 'All',
      }).id
    },
  ],
  ['restriction: changed', (bank, { restriction }) => bank.restrictions.update(restriction, { reason: 'Edited' })],
  ['restriction: removed', (bank, { restriction }) => bank.restrictions.remove(restriction)],
  [
    'hold: placed',
    (bank, made) => {
      made.hold = bank.holds.place({ accountNumber: bank.masterAccount.accountNumber, amount: 100 }).id
    },
  ],
  ['hold: changed', (bank, { hold }) => bank.holds.update(hold, { amount: 200 })],
  ['hold: released', (bank, { hold }) => bank.holds.release(hold)],
  [
    'loan: added, `Received`',
    (bank, made) => {
      made.loan = bank.loans.add({ LoanAmount: '12500.000000' }).Id
    },
  ],
  ['loan: another status', (bank, { loan }) => bank.loans.setStatus(loan, 'InFunding')],
  ['loan: funded, by a rail', (bank, { loan }) => bank.loans.fund(loan)],
  [
    'loan: a rail added, changed or removed, after funding',
    (bank, { loan }) => bank.loans.update(loan, { Rails: [{ Priority: 1, Amount: '12500.000000' }] }),
  ],
  [
    'loan: an attempt that failed, `NotFullyFunded` or `Returned`',
    (bank, made) => bank.loans.setStatus(made.loan, 'NotFullyFunded'),
  ],
  ['loan: changed after funding', (bank, { loan }) => bank.loans.update(loan, { AdjustedLoanAmount: '12000' })],
  [
    'loan: failed compliance',
    (bank) => {
      const reason = { RuleName: 'FICO', Rule: 'FICO >= 600', Data: '580', Result: 'Failed' }
      return bank.loans.failCompliance(bank.loans.add().Id, [reason])
    },
  ],
  ['registration: pinged', (bank) => bank.webhooks.ping(bank.webhooks.list().results[0]?.id ?? '')],
]

/** What must be there before some of them, so that what is told of the preparation is not told of the transition. */
const preparations: Record<string, (bank: Bank, made: Made) => unknown> = {
  'inbound wire: `Hold` to `Rejected`': (bank) => bank.wires.simulateInbound(inboundWire(bank)),
  'outbound wire: `Hold` or `Pending` to `Canceled`': (bank, made) => {
    made.outbound = bank.wires.create(outboundWire(bank)).id
    bank.clock.advance({ seconds: 5 })
  },
  'outbound wire: `Created` to `Hold`': (bank, made) => {
    made.outbound = bank.wires.create(outboundWire(bank)).id
  },
  'loan: an attempt that failed, `NotFullyFunded` or `Returned`': (bank, made) => {
    made.loan = bank.loans.add({ LoanAmount: '12500.000000' }).Id
    bank.loans.setStatus(made.loan, 'InFunding')
  },
  'loan: changed after funding': (bank, made) => {
    made.loan = bank.loans.add({ LoanAmount: '12500.000000' }).Id
    bank.loans.setStatus(made.loan, 'Funded')
  },
  'outbound wire: `Created` to `Rejected`': (bank) =>
    bank.wires.create(outboundWire(bank, { amount: MORE_THAN_THERE_IS })),
}

/** Runs all of them on a bank whose partner registered for these events, and calls `after` each one. */
export async function runTransitions(
  eventNames: readonly string[],
  after: (bank: Bank, told: Told) => unknown = () => undefined,
): Promise<{ bank: Bank; told: readonly Told[] }> {
  const bank = createBank({
    seed: 7,
    assume: { 'wires.acknowledgementSeconds': 30, 'loans.moves': 'any' },
  })
  for (const eventName of eventNames) {
    bank.webhooks.register({ partnerId: bank.partner.id, eventName, callbackUrl: 'https://partner.example/hooks' })
  }
  const made: Made = { inbound: '', outbound: '', restriction: '', subledger: '', hold: '', loan: '' }
  const all: Told[] = []
  for (const [transition, bringAbout] of transitions) {
    preparations[transition]?.(bank, made)
    const before = bank.events.length
    bringAbout(bank, made)
    const told = { transition, events: bank.events.slice(before) }
    await after(bank, told)
    all.push(told)
  }
  return { bank, told: all }
}
