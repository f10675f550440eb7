/** What matchers are given is checked before they judge: what is mistyped holds no more under `not` than it fails without. (§3, §4, §6, §7) */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import 'vostro/vitest'
import type { BankMatchers } from 'vostro/test'
import { initOf } from '../../support/calls.ts'
import { looseEndsOf } from '../../support/loose-ends.ts'
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
  ['an unknown payment', (its) => its.toHaveCompleted(NOBODY), 'this bank has no payment, transaction or loan'],
  [
    'a record in place of its id',
    (its, { bank, id }) => its.toHaveCompleted(bank.wires.get(id)),
    'an id must be a string',
  ],
  [
    'the status Completed of a loan',
    (its, { loan }) => its.toHaveCompleted(loan),
    'unknown status of a loan "Completed"',
  ],
  ['an unknown status', (its, { id }) => its.toHaveStatus(id, 'Compleated'), 'did you mean "Completed"?'],
  [
    'the status of a loan for a payment',
    (its, { id }) => its.toHaveStatus(id, 'Funded'),
    'unknown status of a payment "Funded"',
  ],
  [
    'the status of a wire for a transaction',
    (its, { transaction }) => its.toHaveStatus(transaction, 'Hold'),
    'Write one of Posted, Rejected',
  ],
  ['a mistyped event', (its) => its.toHaveEmitted('Wire.Payment.Snt'), 'did you mean "Wire.Payment.Sent"?'],
  ['a mistyped loan event', (its) => its.toHaveEmitted('RailUpdate'), 'did you mean "RailUpdated"?'],
  [
    'an unknown outcome',
    (its) => its.toHavePushed('Wire.Payment.Sent', { outcome: 'lots' as 'lost' }),
    'outcome: must be ',
  ],
  ['attempt 0', (its) => its.toHavePushed('Wire.Payment.Sent', { attempt: 0 }), 'attempt: must be a whole number'],
  ['a number in place of an event', (its) => its.toHaveEmitted(17), 'the name of an event must be a string'],
  [
    'mistyped options of events',
    (its) => its.toHaveEmitted('Wire.Payment.Sent', { paymentid: NOBODY, tims: 1 }),
    'paymentid: unknown option; did you mean "paymentId"?\n  tims: unknown option; did you mean "times"?',
  ],
  [
    'half an event',
    (its) => its.toHaveEmitted('Wire.Payment.Sent', { times: 0.5 }),
    'must be a whole number, at least 0',
  ],
  [
    'events of an unknown payment',
    (its) => its.toHaveEmitted('Wire.Payment.Sent', { paymentId: NOBODY }),
    'has no payment',
  ],
  [
    'a wire event of a loan',
    (its, { loan }) => its.toHaveEmitted('Wire.Payment.Sent', { loanId: loan }),
    'each Wire.Payment.Sent is about a payment or a transaction',
  ],
  [
    'a wire event of a loan as its payment',
    (its, { loan }) => its.toHaveEmitted('Wire.Payment.Sent', { paymentId: loan }),
    'this is a loan, not a payment',
  ],
  [
    'a wire event of a transaction',
    (its, { transaction }) => its.toHaveEmitted('Wire.Payment.Sent', { paymentId: transaction }),
    'this is a transaction, not a payment',
  ],
  [
    'a loan event of a payment',
    (its, { id }) => its.toHaveEmitted('LoanStatusUpdated', { paymentId: id }),
    'each LoanStatusUpdated is about a loan: name it with { loanId }',
  ],
  [
    'a loan event of a payment as its loan',
    (its, { id }) => its.toHaveEmitted('LoanStatusUpdated', { loanId: id }),
    'this is a payment, not a loan',
  ],
  [
    'an account event of a payment',
    (its, { id }) => its.toHaveEmitted('Core.SubAccount.Opened', { paymentId: id }),
    'is about an account',
  ],
  ['a balance of an unknown account', (its) => its.toHaveBalance('2000000006', 0), 'this bank has no such account'],
  ['half a cent', (its, { account }) => its.toHaveBalance(account, 0.5), 'must be a whole number of minor units'],
  [
    'an amount as a string',
    (its, { account }) => its.toHaveBalance(account, '100.00'),
    'current: must be a whole number',
  ],
  ['an empty balance', (its, { account }) => its.toHaveBalance(account, {}), 'balance: must be given'],
  [
    'a mistyped option of balances',
    (its, { account }) => its.toHaveBalance(account, { avaliable: 1 }),
    'avaliable: unknown option; did you mean "available"?',
  ],
  ['a mistyped call', (its) => its.toHaveReceivedRequest('creatWire'), 'did you mean "createWire"?'],
  [
    'mistyped options of requests',
    (its) => its.toHaveReceivedRequest('createWire', { boddy: {}, time: 1 }),
    'boddy: unknown option; did you mean "body"?\n  time: unknown option; did you mean "times"?',
  ],
  [
    'events of an undefined payment',
    (its) => its.toHaveEmitted('Wire.Payment.Sent', { paymentId: undefined }),
    'paymentId: is undefined, so any value matches',
  ],
  [
    'an undefined status',
    (its) => its.toHaveReceivedRequest('createWire', { status: undefined }),
    'status: is undefined, so any value matches',
  ],
  [
    'a third argument',
    (its) => its.toHaveReceivedRequest('createWire', {}, { times: 5 }),
    'takes at most 2 arguments, and was given 3. Write toHaveReceivedRequest(endpoint, { url,',
  ],
  [
    'one argument too many',
    (its) => its.toConserveMoney({ except: 1 }),
    'toConserveMoney: it takes no argument, and was given 1. Write toConserveMoney().',
  ],
  [
    'mistyped fields of a body',
    (its) => its.toHaveReceivedRequest('createWire', { body: { amout: 100, beneficiary: { nme: 'E' } } }),
    'body.amout: unknown field; did you mean "amount"?\n  body.beneficiary.nme: unknown field; did you mean "name"?',
  ],
  [
    'a mistyped field of an answer',
    (its) => its.toHaveReceivedRequest('createWire', { answer: { staus: 'Created' } }),
    'answer.staus: unknown field; did you mean "status"?',
  ],
  ['an impossible status', (its, { id }) => its.toHaveStatus(id, 'Posted'), 'unknown status of a payment '],
  ['a status as a string', (its) => its.toHaveReceivedRequest('createWire', { status: '200' }), 'must be a number'],
  ['an unknown ground', (its) => its.toRelyOnlyOn('publishd'), "Use 'specified', 'observed' or 'published'"],
  ['a mistyped option of grounds', (its) => its.toRelyOnlyOn('specified', { excpt: [] }), 'did you mean "except"?'],
  [
    'an unknown assumption',
    (its) => its.toRelyOnlyOn('specified', { except: ['paging.ordr'] }),
    'unknown assumption "paging.ordr"; did you mean "paging.order"?',
  ],
  ['a mistyped option of conduct', (its) => its.toFollowTheSpecification({ expect: [] }), 'did you mean "except"?'],
  [
    'an unknown rule of conduct',
    (its) => its.toFollowTheSpecification({ except: ['wire_poled'] }),
    'unknown rule "wire_poled"; did you mean "wire_polled"?',
  ],
  [
    'a mistyped option of intents',
    (its) => its.toPayEachIntentOnce({ intentof: () => '' }),
    'did you mean "intentOf"?',
  ],
  ['invalid books', (its) => its.toReconcileWith({}), 'books: must be a list'],
  [
    'an invalid entry of books',
    (its) => its.toReconcileWith([{ paymentid: NOBODY, amount: 1.5, status: 'done' }]),
    'books.0.paymentId: must be a string, and is undefined\n  books.0.amount: must be a whole number of minor units: 100.00 is 10_000, and is 1.5\n  books.0.status: must be "pending", "completed" or "failed", and is "done"',
  ],
  ['an unknown direction', (its) => its.toReconcileWith([], { only: 'outbound' }), 'must be "Outbound" or "Inbound"'],
  [
    'a credit of an unknown payment',
    (its) => its.toCreditNothingBeforePosting([{ paymentId: NOBODY, amount: 1, status: 'completed' }]),
    'this bank has no such payment',
  ],
])('refuses %s, with and without not [§7]', (_, call, said) => {
  const given = withPayment()
  const wrong = expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(said) })

  expect(() => call(expect(given.bank) as unknown as Loose, given)).toThrow(wrong)
  expect(() => call(expect(given.bank).not as unknown as Loose, given)).toThrow(wrong)
})

it.each<[what: string, movements: (bank: Bank) => object, said: string]>([
  ['an unknown account', () => ({ '2000000006': 1 }), 'this bank has no such account'],
  ['no account', () => ({}), 'movements: must name an account'],
  ['half a cent', (bank) => ({ [bank.masterAccount.accountNumber]: 0.5 }), 'must be a whole number of minor units'],
  ['no amount', (bank) => ({ [bank.masterAccount.accountNumber]: undefined }), 'and is undefined'],
])('refuses to watch %s, and does not run the code [§2.9]', async (_, movements, said) => {
  const bank = createBank()
  const runs: string[] = []
  const moving = expect(bank).not.toMoveMoney(() => runs.push('run'), movements(bank) as Record<string, number>)

  await expect(moving).rejects.toThrow(
    expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(said) }),
  )
  expect(runs).toEqual([])
})

it('accepts a field that resembles no other, and one that a request really had [§4]', async () => {
  const bank = createBank({ seed: 7, assume: { 'errors.unknownFields': 'ignored' } })
  const body = { ...outboundWire(bank), amounts: 1 }
  const init = initOf('POST', { token: bank.tokens.issue().access_token, body })
  await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, init)

  expect(bank).toHaveReceivedRequest('createWire', { body: { amounts: 1 } })
  expect(bank).not.toHaveReceivedRequest('createWire', { body: { colour: 'red' }, answer: { errors: [] } })
})

it('refuses an event whose name was mistyped at the registration [§6]', () => {
  const bank = createBank()
  bank.webhooks.register(pushOf('Wire.Payment.Snt', bank.partner.id))
  const said = '"Wire.Payment.Snt": unknown event "Wire.Payment.Snt"; did you mean "Wire.Payment.Sent"'

  expect(() => expect(bank).not.toHaveEmitted('Wire.Payment.Snt')).toThrow(said)
  expect(() => bank.faults.inject('drop', { event: 'Wire.Payment.Snt' })).toThrow(said)
  expect(looseEndsOf(bank, {})).toEqual([
    'Failed to end the test tidily: a registration is for Wire.Payment.Snt, which this bank never emits. Correct its eventName to "Wire.Payment.Sent", or remove it with bank.webhooks.remove(id). (§6)',
  ])
  expect(looseEndsOf(bank, { undelivered: true })).toEqual([])
})

it('accepts registered events as well as documented ones [§6]', () => {
  const bank = createBank()
  const { id } = bank.webhooks.register(pushOf('Other.Event', bank.partner.id))
  expect(bank).not.toHaveEmitted('Other.Event')

  bank.webhooks.ping(id)

  expect(bank).toHaveEmitted('Other.Event', { times: 1 })
})
