/** What matchers are given is checked before they judge: what is mistyped holds no more under `not` than it fails without. (§3, §4, §6, §7) */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import 'vostro/vitest'
import type { BankMatchers } from 'vostro/matchers'
import { pushOf } from '../../support/requests.ts'
import { outboundWire } from '../../support/wire.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'

/** A bank with a wire that completed, and a loan. */
function withPayment() {
  const bank = createBank({ seed: 7 })
  const { id } = bank.wires.create(outboundWire(bank))
  bank.clock.advanceToNextBatch()
  const { coreTransactionId = '' } = bank.wires.get(id)
  return {
    bank,
    id,
    transaction: coreTransactionId,
    loan: bank.loans.add().Id,
    account: bank.masterAccount.accountNumber,
  }
}

type Given = ReturnType<typeof withPayment>
/** The matchers, with whatever somebody types. */
type Loose = { readonly [Name in keyof BankMatchers]: (...given: unknown[]) => unknown }

it.each<[what: string, call: (expected: Loose, given: Given) => unknown, said: string]>([
  [
    'a payment that there is not',
    (its) => its.toHaveCompleted(NOBODY),
    'this bank has no payment, transaction or loan',
  ],
  ['a record for its id', (its, { bank, id }) => its.toHaveCompleted(bank.wires.get(id)), 'an id is a text'],
  ['a loan that completes', (its, { loan }) => its.toHaveCompleted(loan), 'a loan has no such status'],
  ['a status that there is not', (its, { id }) => its.toHaveStatus(id, 'Compleated'), 'the nearest is "Completed"'],
  ['the status of a loan', (its, { id }) => its.toHaveStatus(id, 'Funded'), 'a payment has no such status'],
  [
    'the status of a wire',
    (its, { transaction }) => its.toHaveStatus(transaction, 'Hold'),
    'Write one of Posted, Rejected',
  ],
  ['an event', (its) => its.toHaveEmitted('Wire.Payment.Snt'), 'the nearest is "Wire.Payment.Sent"'],
  ['a loan event', (its) => its.toHaveEmitted('RailUpdate'), 'the nearest is "RailUpdated"'],
  ['an event by number', (its) => its.toHaveEmitted(17), 'the name of an event is a text'],
  [
    'an option of events',
    (its) => its.toHaveEmitted('Wire.Payment.Sent', { paymentid: NOBODY, tims: 1 }),
    'paymentid: is no option; the nearest is "paymentId"\n  tims: is no option; the nearest is "times"',
  ],
  [
    'half an event',
    (its) => its.toHaveEmitted('Wire.Payment.Sent', { times: 0.5 }),
    'must be a whole number, at least 0',
  ],
  ['events of no payment', (its) => its.toHaveEmitted('Wire.Payment.Sent', { paymentId: NOBODY }), 'has no payment'],
  [
    'a wire event of a loan',
    (its, { loan }) => its.toHaveEmitted('Wire.Payment.Sent', { loanId: loan }),
    'each Wire.Payment.Sent is about a payment or a transaction',
  ],
  [
    'a wire event of a loan as its payment',
    (its, { loan }) => its.toHaveEmitted('Wire.Payment.Sent', { paymentId: loan }),
    'this is a loan, and no payment',
  ],
  [
    'a wire event of a transaction',
    (its, { transaction }) => its.toHaveEmitted('Wire.Payment.Sent', { paymentId: transaction }),
    'this is a transaction, and no payment',
  ],
  [
    'a loan event of a payment',
    (its, { id }) => its.toHaveEmitted('LoanStatusUpdated', { paymentId: id }),
    'each LoanStatusUpdated is about a loan: name it with { loanId }',
  ],
  [
    'a loan event of a payment as its loan',
    (its, { id }) => its.toHaveEmitted('LoanStatusUpdated', { loanId: id }),
    'this is a payment, and no loan',
  ],
  [
    'an event of an account by a payment',
    (its, { id }) => its.toHaveEmitted('Core.SubAccount.Opened', { paymentId: id }),
    'is about an account',
  ],
  ['a balance of no account', (its) => its.toHaveBalance('2000000006', 0), 'this bank has no such account'],
  ['half a cent', (its, { account }) => its.toHaveBalance(account, 0.5), 'must be a whole number of minor units'],
  ['a text of money', (its, { account }) => its.toHaveBalance(account, '100.00'), 'current: must be a whole number'],
  ['no balance', (its, { account }) => its.toHaveBalance(account, {}), 'balance: must be given'],
  [
    'an option of balances',
    (its, { account }) => its.toHaveBalance(account, { avaliable: 1 }),
    'avaliable: is no option; the nearest is "available"',
  ],
  ['a call', (its) => its.toHaveReceivedRequest('creatWire'), 'the nearest is "createWire"'],
  [
    'a part of requests',
    (its) => its.toHaveReceivedRequest('createWire', { boddy: {}, time: 1 }),
    'boddy: is no option; the nearest is "body"\n  time: is no option; the nearest is "times"',
  ],
  ['a status as text', (its) => its.toHaveReceivedRequest('createWire', { status: '200' }), 'must be a number'],
  ['a ground', (its) => its.toRelyOnlyOn('publishd'), "Use 'specified' or 'published'"],
  ['an option of grounds', (its) => its.toRelyOnlyOn('specified', { excpt: [] }), 'the nearest is "except"'],
  [
    'an assumption',
    (its) => its.toRelyOnlyOn('specified', { except: ['paging.ordr'] }),
    'there is no assumption "paging.ordr"; the nearest is "paging.order"',
  ],
  ['an option of conduct', (its) => its.toFollowTheSpecification({ expect: [] }), 'the nearest is "except"'],
  [
    'a rule of conduct',
    (its) => its.toFollowTheSpecification({ except: ['wire_poled'] }),
    'there is no rule "wire_poled"; the nearest is "wire_polled"',
  ],
  ['an option of intents', (its) => its.toPayEachIntentOnce({ intentof: () => '' }), 'the nearest is "intentOf"'],
  ['books', (its) => its.toReconcileWith({}), 'books: must be a list'],
  [
    'an entry of books',
    (its) => its.toReconcileWith([{ paymentid: NOBODY, amount: 1.5, status: 'pending' }]),
    'books.0.paymentId: must be a text, and is undefined\n  books.0.amount: must be a whole number of minor units, and is 1.5',
  ],
  [
    'a status in books',
    (its) => its.toReconcileWith([{ paymentId: NOBODY, amount: 1, status: 'done' }]),
    'must be "pending", "completed" or "failed"',
  ],
  ['a direction', (its) => its.toReconcileWith([], { only: 'outbound' }), 'must be "Outbound" or "Inbound"'],
  [
    'a credit of no payment',
    (its) => its.toCreditNothingBeforePosting([{ paymentId: NOBODY, amount: 1, status: 'completed' }]),
    'this bank has no such payment',
  ],
])('refuses to judge %s, with and without not [§7]', (_, call, said) => {
  const given = withPayment()
  const wrong = expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(said) })

  expect(() => call(expect(given.bank) as unknown as Loose, given)).toThrow(wrong)
  expect(() => call(expect(given.bank).not as unknown as Loose, given)).toThrow(wrong)
})

it.each<[what: string, movements: (bank: Bank) => object, said: string]>([
  ['an account that there is not', () => ({ '2000000006': 1 }), 'this bank has no such account'],
  ['nothing', () => ({}), 'movements: must name an account'],
  ['half a cent', (bank) => ({ [bank.masterAccount.accountNumber]: 0.5 }), 'must be a whole number of minor units'],
  ['no amount', (bank) => ({ [bank.masterAccount.accountNumber]: undefined }), 'and is undefined'],
])('refuses to watch %s move, and does not run the code [§2.9]', async (_, movements, said) => {
  const bank = createBank()
  const runs: string[] = []
  const moving = expect(bank).not.toMoveMoney(() => runs.push('run'), movements(bank) as Record<string, number>)

  await expect(moving).rejects.toThrow(
    expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(said) }),
  )
  expect(runs).toEqual([])
})

it('knows the events for which somebody registered, beside those that are documented [§6]', () => {
  const bank = createBank()
  const { id } = bank.webhooks.register(pushOf('Other.Event', bank.partner.id))
  expect(bank).not.toHaveEmitted('Other.Event')

  bank.webhooks.ping(id)

  expect(bank).toHaveEmitted('Other.Event', { times: 1 })
})
