/** Every call of the function API, with a request that is right, for the properties of bad input. */
import type { Bank } from 'vostro'
import { inboundWire, outboundWire } from '../support/wire.ts'

// biome-ignore lint/suspicious/noExplicitAny: what the calls are given here has no type; that is the point.
type Anything = any

/** Ids of things that are there, in the bank that `furnish` has furnished. */
export interface Furniture {
  readonly master: string
  readonly payment: string
  readonly restriction: string
  readonly hold: string
  readonly transaction: string
  readonly registration: string
  readonly loan: string
}

export interface Call {
  readonly name: string
  /** Arguments with which the call succeeds. */
  readonly right: (there: Furniture, bank: Bank) => readonly unknown[]
  readonly call: (bank: Bank, ...given: readonly Anything[]) => unknown
}

/** Puts one of each into a bank. */
export function furnish(bank: Bank): Furniture {
  const master = bank.masterAccount.accountNumber
  bank.subledgers.create({ masterAccountNumber: master, title: 'Customer' })
  const { id: payment } = bank.wires.create(outboundWire(master, { amount: 100 }))
  const { id: restriction } = bank.restrictions.create({ accountNumber: master, appliesTo: 'All', rail: 'Ach' })
  const { id: registration } = bank.webhooks.register(registrationOf(bank, 'Wire.Payment.Rejected'))
  const { Id: loan } = bank.loans.add({ LoanAmount: '100' })
  const { id: hold } = bank.holds.place({ accountNumber: master, amount: 100 })
  const { id: transaction } = bank.transactions.post({ ...fee, accountNumber: master })
  return { master, payment, restriction, hold, transaction, registration, loan }
}

export function registrationOf(bank: Bank, eventName: string) {
  return {
    partnerId: bank.partner.id,
    eventName,
    registrationType: 'Push',
    callbackUrl: 'https://p.example/a',
  } as const
}

const fee = { rail: 'Card', transactionType: 'Debit', transactionCode: 'Fee', amount: 100 } as const
const account = { title: 'One more', balance: 100, ledgerType: 'Direct' }
const held = (accountNumber: string) => ({ accountNumber, amount: 100, reason: 'Dispute', notes: 'So' })
const page = { pageNumber: 1, pageSize: 5 }
const criteria = {
  appliesTo: 'All',
  rail: 'Ach',
  transactionType: 'Debit',
  amountThreshold: 1,
  reason: 'Why',
  notes: 'So',
}
const loan = {
  LoanAmount: '12.5',
  FICO: 700,
  NoteDate: '2026-03-02T00:00:00Z',
  Rails: [{ Priority: 1 }],
}

export const calls: readonly Call[] = [
  {
    name: 'tokens.issue',
    right: (_, { partner }) => [{ audience: partner.audience }],
    call: (bank, a) => bank.tokens.issue(a),
  },
  {
    name: 'tokens.revoke',
    right: (_, bank) => [bank.tokens.issue().access_token],
    call: (bank, a) => bank.tokens.revoke(a),
  },
  { name: 'accounts.open', right: () => [account], call: (bank, a) => bank.accounts.open(a) },
  { name: 'accounts.get', right: ({ master }) => [master], call: (bank, a) => bank.accounts.get(a) },
  {
    name: 'accounts.setStatus',
    right: ({ master }) => [master, 'Closed'],
    call: (bank, a, b) => bank.accounts.setStatus(a, b),
  },
  {
    name: 'subledgers.create',
    right: ({ master }) => [{ masterAccountNumber: master, title: 'New', beneficiary: { city: 'Anytown' } }],
    call: (bank, a) => bank.subledgers.create(a),
  },
  { name: 'subledgers.get', right: ({ master }) => [master], call: (bank, a) => bank.subledgers.get(a) },
  {
    name: 'subledgers.list',
    right: ({ master }) => [{ ...page, masterAccountNumber: master }],
    call: (bank, a) => bank.subledgers.list(a),
  },
  {
    name: 'restrictions.create',
    right: ({ master }) => [{ accountNumber: master, ...criteria }],
    call: (bank, a) => bank.restrictions.create(a),
  },
  { name: 'restrictions.get', right: ({ restriction }) => [restriction], call: (bank, a) => bank.restrictions.get(a) },
  {
    name: 'restrictions.list',
    right: ({ master }) => [{ ...page, accountNumber: master }],
    call: (bank, a) => bank.restrictions.list(a),
  },
  {
    name: 'restrictions.update',
    right: ({ restriction }) => [restriction, criteria],
    call: (bank, a, b) => bank.restrictions.update(a, b),
  },
  {
    name: 'restrictions.remove',
    right: ({ restriction }) => [restriction],
    call: (bank, a) => bank.restrictions.remove(a),
  },
  {
    name: 'desk.restrictions.create',
    right: ({ master }) => [{ accountNumber: master, ...criteria }],
    call: (bank, a) => bank.desk.restrictions.create(a),
  },
  { name: 'desk.hold', right: ({ payment }) => [payment], call: (bank, a) => bank.desk.hold(a) },
  { name: 'desk.approve', right: ({ payment }) => [payment], call: (bank, a) => bank.desk.approve(a) },
  { name: 'desk.reject', right: ({ payment }) => [payment, 'a reason'], call: (bank, a, b) => bank.desk.reject(a, b) },
  { name: 'desk.reverse', right: ({ payment }) => [payment], call: (bank, a) => bank.desk.reverse(a) },
  { name: 'desk.holds.place', right: ({ master }) => [held(master)], call: (bank, a) => bank.desk.holds.place(a) },
  { name: 'holds.place', right: ({ master }) => [held(master)], call: (bank, a) => bank.holds.place(a) },
  { name: 'holds.get', right: ({ hold }) => [hold], call: (bank, a) => bank.holds.get(a) },
  {
    name: 'holds.list',
    right: ({ master }) => [{ ...page, accountNumber: master }],
    call: (bank, a) => bank.holds.list(a),
  },
  { name: 'holds.release', right: ({ hold }) => [hold], call: (bank, a) => bank.holds.release(a) },
  {
    name: 'transactions.post',
    right: ({ master }) => [{ ...fee, accountNumber: master, otherAccountNumber: master, description: 'Lunch' }],
    call: (bank, a) => bank.transactions.post(a),
  },
  {
    name: 'transactions.transfer',
    right: ({ master }) => [
      { debitAccountNumber: master, creditAccountNumber: master, amount: 5, currency: 'usd', clientIdentifier: 'c' },
    ],
    call: (bank, a) => bank.transactions.transfer(a),
  },
  {
    name: 'transactions.get',
    right: ({ transaction }) => [transaction],
    call: (bank, a) => bank.transactions.get(a),
  },
  {
    name: 'transactions.list',
    right: ({ master }) => [{ ...page, accountNumber: master }],
    call: (bank, a) => bank.transactions.list(a),
  },
  {
    name: 'desk.policies.set',
    right: (_, { partner }) => [partner.productId, [{ rail: 'Ach', transactionType: 'Debit', transactionCode: null }]],
    call: (bank, a, b) => bank.desk.policies.set(a, b),
  },
  { name: 'policies.get', right: (_, { partner }) => [partner.productId], call: (bank, a) => bank.policies.get(a) },
  {
    name: 'partners.add',
    right: () => [{ name: 'Another', masterAccount: account }],
    call: (bank, a) => bank.partners.add(a),
  },
  { name: 'partners.get', right: (_, { partner }) => [partner.id], call: (bank, a) => bank.partners.get(a) },
  { name: 'as', right: (_, { partner }) => [partner.id], call: (bank, a) => bank.as(a).masterAccount },
  {
    name: 'explain',
    right: ({ transaction }) => [transaction],
    call: (bank, a) => bank.explain(a),
  },
  {
    name: 'wires.create',
    right: ({ master }) => [outboundWire(master, { amount: 100, clientIdentifier: 'c' }), { idempotencyKey: 'k' }],
    call: (bank, a, b) => bank.wires.create(a, b),
  },
  {
    name: 'wires.simulateInbound',
    right: ({ master }) => [inboundWire(master, { amount: 100 })],
    call: (bank, a) => bank.wires.simulateInbound(a),
  },
  { name: 'wires.get', right: ({ payment }) => [payment], call: (bank, a) => bank.wires.get(a) },
  { name: 'wires.list', right: () => [page], call: (bank, a) => bank.wires.list(a) },
  { name: 'wires.cancel', right: ({ payment }) => [payment], call: (bank, a) => bank.wires.cancel(a) },
  {
    name: 'webhooks.register',
    right: (_, bank) => [registrationOf(bank, 'Wire.Payment.Sent')],
    call: (bank, a) => bank.webhooks.register(a),
  },
  { name: 'webhooks.get', right: ({ registration }) => [registration], call: (bank, a) => bank.webhooks.get(a) },
  { name: 'webhooks.list', right: () => [page], call: (bank, a) => bank.webhooks.list(a) },
  {
    name: 'webhooks.update',
    right: ({ registration }) => [registration, { eventName: 'Wire.Payment.Sent', callbackUrl: 'https://p.example/b' }],
    call: (bank, a, b) => bank.webhooks.update(a, b),
  },
  { name: 'webhooks.remove', right: ({ registration }) => [registration], call: (bank, a) => bank.webhooks.remove(a) },
  {
    name: 'webhooks.restart',
    right: ({ registration }) => [registration],
    call: (bank, a) => bank.webhooks.restart(a),
  },
  {
    name: 'webhooks.sign',
    right: ({ registration }) => [registration, 'c2VjcmV0'],
    call: (bank, a, b) => bank.webhooks.sign(a, b),
  },
  { name: 'webhooks.ping', right: ({ registration }) => [registration], call: (bank, a) => bank.webhooks.ping(a) },
  {
    name: 'loans.add',
    right: () => [{ ...loan, Status: 'Received' }, { isSparse: true }],
    call: (bank, a, b) => bank.loans.add(a, b),
  },
  { name: 'loans.update', right: (there) => [there.loan, loan], call: (bank, a, b) => bank.loans.update(a, b) },
  { name: 'loans.advance', right: (there) => [there.loan], call: (bank, a) => bank.loans.advance(a) },
  {
    name: 'loans.setStatus',
    right: (there) => [there.loan, 'DocsComplete'],
    call: (bank, a, b) => bank.loans.setStatus(a, b),
  },
  {
    name: 'loans.fund',
    right: (_, bank) => {
      const { Id, Rails = [] } = bank.loans.add({ Status: 'InFunding' })
      return [Id, { failedRails: [Rails[0]?.Id] }]
    },
    call: (bank, a, b) => bank.loans.fund(a, b),
  },
  {
    name: 'loans.failCompliance',
    right: (there) => [there.loan, [{ RuleName: 'FICO', Rule: 'FICO >= 600', Data: '580', Result: 'Failed' }]],
    call: (bank, a, b) => bank.loans.failCompliance(a, b),
  },
  { name: 'loans.get', right: (there) => [there.loan], call: (bank, a) => bank.loans.get(a) },
  {
    name: 'loans.summary',
    right: () => [{ Skip: 0, Take: 5, OrderBy: 'Id', Include: 'Total', FICO: 700 }],
    call: (bank, a) => bank.loans.summary(a),
  },
  { name: 'clock.advance', right: () => [{ hours: 1, milliseconds: 5 }], call: (bank, a) => bank.clock.advance(a) },
  { name: 'clock.advanceTo', right: () => ['2026-03-03T09:00:00-05:00'], call: (bank, a) => bank.clock.advanceTo(a) },
  { name: 'restore', right: (_, bank) => [JSON.stringify(bank.snapshot())], call: (bank, a) => bank.restore(a) },
]
