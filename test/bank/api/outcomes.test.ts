import { expect, it } from 'vitest'
import { type Bank, createBank } from '../../../src/index.ts'
import { looseEndsOf } from '../../support/loose-ends.ts'

it('rejects the wire that matches, with its posting code, its record and its event [§2.4]', () => {
  const bank = createBank()
  const callbackUrl = 'https://partner.example/hooks'
  const eventName = 'Wire.Payment.Rejected'
  bank.webhooks.register({ partnerId: bank.partner.id, eventName, registrationType: 'Push', callbackUrl })
  bank.wires.expect({ amount: 12_500 }).toEnd('Rejected', { postingCode: 'NSF' })

  const other = bank.wires.create(bank.wires.plausible({ amount: 700 }))
  const wire = bank.wires.create(bank.wires.plausible({ amount: 12_500 }))
  bank.clock.advanceToNextBatch()

  expect(bank.wires.get(wire.id)).toMatchObject({ status: 'Rejected', postingCode: 'NSF' })
  expect(bank.wires.get(other.id).status).toBe('Completed')
  expect(bank.events.map(({ eventName }) => eventName)).toEqual(['Wire.Payment.Rejected', 'Wire.Payment.Sent'])
  expect(bank.masterAccount).toMatchObject({ availableBalance: 99_999_300, currentBalance: 99_999_300 })
  expect(bank.transactions.list().results.map(({ postingCode }) => postingCode)).toEqual(['OK', 'NSF', 'OK'])
})

it('gives the outcome to the first payment that matches, and to no other [§2.4]', () => {
  const bank = createBank()
  bank.wires.expect().toEnd('Rejected')

  const [first, second] = [1, 2].map(() => bank.wires.create(bank.wires.plausible()))
  bank.clock.advanceToNextBatch()

  expect(bank.wires.get(first?.id ?? '').postingCode).toBe('ERR')
  expect(bank.wires.get(second?.id ?? '').status).toBe('Completed')
})

it('gives it to the payment of a number, and to each [§2.4]', () => {
  const bank = createBank()
  bank.wires.expect({ amount: 5 }, { nth: 2 }).toEnd('Rejected', { postingCode: 'CLS' })
  bank.wires.expect({ amount: 7 }, { every: true }).toEnd('Rejected', { postingCode: 'RES' })

  const wires = [5, 5, 5, 7, 7].map((amount) => bank.wires.create(bank.wires.plausible({ amount })))
  bank.clock.advanceToNextBatch()

  const codes = wires.map(({ id }) => bank.wires.get(id).postingCode)
  expect(codes).toEqual(['OK', 'CLS', 'OK', 'RES', 'RES'])
})

it('finds a payment by a part of a party, and by its direction [§2.5]', () => {
  const bank = createBank()
  bank.wires
    .expect({ direction: 'Inbound', originator: { name: 'Harbor Books' } })
    .toEnd('Rejected', { postingCode: 'CLS' })
  const { originator, ...request } = bank.wires.plausibleInbound()

  const other = bank.wires.simulateInbound({ ...request, originator })
  const wire = bank.wires.simulateInbound({ ...request, originator: { ...originator, name: 'Harbor Books' } })
  bank.clock.advance({ hours: 1 })

  expect(bank.wires.get(wire.id)).toMatchObject({ status: 'Rejected', postingCode: 'CLS' })
  expect(bank.wires.get(other.id).status).toBe('Completed')
})

it('keeps a payment on hold until the desk lets it go [§3]', () => {
  const bank = createBank()
  bank.wires.expect().toEnd('Hold')
  const { id } = bank.wires.create(bank.wires.plausible({ amount: 400 }))

  bank.clock.advance({ days: 10 })
  expect(bank.wires.get(id).status).toBe('Hold')
  expect(bank.masterAccount.availableBalance).toBe(99_999_600)

  bank.desk.approve(id)
  bank.clock.advanceToNextBatch()
  expect(bank.wires.get(id).status).toBe('Completed')
})

it('keeps an inbound payment on hold, too [§2.5]', () => {
  const bank = createBank()
  bank.wires.expect({ direction: 'Inbound' }).toEnd('Hold')
  const { id } = bank.wires.simulateInbound(bank.wires.plausibleInbound())

  bank.clock.advance({ days: 10 })
  expect(bank.wires.get(id).status).toBe('Hold')
  expect(bank.desk.approve(id).status).toBe('Completed')
})

it('takes a payment on a path: on hold, completed, and reversed three days later [§3]', () => {
  const bank = createBank()
  bank.wires.expect().toEnd('Completed', { afterHold: { hours: 2 }, reversedAfter: { days: 3 } })
  const { id } = bank.wires.create(bank.wires.plausible({ amount: 400 }))

  bank.clock.advance({ hours: 1 })
  expect(bank.wires.get(id).status).toBe('Hold')
  bank.clock.advance({ hours: 10 })
  expect(bank.wires.get(id)).toMatchObject({ status: 'Completed', wasReversed: false })
  bank.clock.advance({ days: 3 })
  expect(bank.wires.get(id)).toMatchObject({ status: 'Completed', wasReversed: true })
  expect(bank.masterAccount.availableBalance).toBe(100_000_000)
})

it('says in the timeline, in the explanation and at the end of the test that a reversal was refused [§3]', () => {
  const bank = createBank()
  const account = bank.accounts.open({ balance: 1_000 })
  bank.wires.expect().toEnd('Completed', { reversedAfter: { days: 3 } })
  const { id } = bank.wires.create(bank.wires.plausible({ accountNumber: account.accountNumber, amount: 400 }))
  bank.clock.advance({ days: 1 })
  bank.accounts.setStatus(account.accountNumber, 'Closed')

  const happened = bank.clock.advance({ days: 3 })

  expect(happened).toContainEqual(
    expect.objectContaining({ what: 'wire.notReversed', paymentId: id, reason: expect.stringContaining('CLS') }),
  )
  expect(bank.timeline()).toContain('not reversed')
  expect(bank.explain(id).why).toContain('It was to be reversed at 2026-03-0')
  expect(looseEndsOf(bank, {}).join()).toContain(`the wire "${id}" was to be reversed at`)
})

it('refuses a transaction on any rail, a book transfer among them [§2.9]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const savings = bank.subledgers.create({ masterAccountNumber: accountNumber, title: 'Savings' })
  bank.transactions
    .expect({ rail: 'Internal', amount: 300 })
    .toEnd('Rejected', { postingCode: 'DRM', reason: 'asleep' })

  const transfer = { debitAccountNumber: accountNumber, creditAccountNumber: savings.accountNumber, amount: 300 }
  const [refused, posted] = [bank.transactions.transfer(transfer), bank.transactions.transfer(transfer)]

  expect(refused).toMatchObject({ status: 'Rejected', postingCode: 'DRM', reason: 'asleep; the test asked for it' })
  expect(posted.status).toBe('Posted')
  expect(bank.subledgers.get(savings.accountNumber).availableBalance).toBe(300)
})

it('explains that the test asked for it [§3]', () => {
  const bank = createBank()
  bank.wires.expect({ amount: 1 }).toEnd('Rejected', { postingCode: 'NSF', reason: 'the budget is spent' })
  bank.wires.expect({ amount: 2 }).toEnd('Hold')
  const [refused, held] = [1, 2].map((amount) => bank.wires.create(bank.wires.plausible({ amount })).id)
  bank.clock.advance({ hours: 1 })

  expect(bank.explain(refused ?? '').why).toContain('NSF, the budget is spent; the test asked for it.')
  expect(bank.explain(held ?? '').why).toContain('It is to end in Hold: the test asked for it.')
})

it('does not remove what prevents completion [§2.4]', () => {
  const bank = createBank({ masterAccount: { balance: 100 } })
  bank.wires.expect().toEnd('Completed')
  const { id } = bank.wires.create(bank.wires.plausible({ amount: 400 }))

  bank.clock.advanceToNextBatch()

  expect(bank.wires.get(id)).toMatchObject({ status: 'Rejected', postingCode: 'NSF' })
})

it('concerns the payments of the partner that it was asked for [§2.4]', () => {
  const bank = createBank()
  const other = bank.as(bank.partners.add({ name: 'Other', masterAccount: { balance: 1_000_000 } }).id)
  other.wires.expect().toEnd('Rejected')

  const own = bank.wires.create(bank.wires.plausible({ amount: 3 }))
  const others = other.wires.create(other.wires.plausible({ amount: 3 }))
  bank.clock.advanceToNextBatch()

  expect(bank.wires.get(own.id).status).toBe('Completed')
  expect(other.wires.get(others.id).status).toBe('Rejected')
})

it('answers requests over HTTP so, and goes along with snapshots and replays [§3]', async () => {
  const bank = createBank()
  bank.wires.expect({ amount: 9 }).toEnd('Rejected', { postingCode: 'NSF' })
  const restored = createBank()
  restored.restore(JSON.stringify(bank.snapshot()))
  const authorization = `Bearer ${restored.tokens.issue().access_token}`

  const answer = await restored.fetch(`${restored.urls.baseUrl}/wires/v1/payments`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(restored.wires.plausible({ amount: 9 })),
  })
  const { id } = (await answer.json()) as { id: string }
  restored.clock.advanceToNextBatch()

  expect(restored.wires.get(id).postingCode).toBe('NSF')
})

it.each([
  [{ amont: 5 }, 'Rejected', {}, 'match has the field "amont", which no request has; did you mean "amount"?'],
  [{}, 'Done', {}, 'status must be Completed, Rejected or Hold'],
  [{}, 'Rejected', { postingCode: 'XYZ' }, 'postingCode must be one of RES, NSF'],
  [{}, 'Hold', { postingCode: 'NSF' }, 'only a Rejected outcome has postingCode and reason'],
  [{}, 'Rejected', { afterHold: { hours: 1 } }, 'only a Completed outcome has afterHold and reversedAfter'],
  [{}, 'Hold', { reason: 'x' }, 'status must be Rejected: only a Rejected outcome has postingCode and reason'],
  [{}, 'Hold', { reversedAfter: {} }, 'status must be Completed: only a Completed outcome has afterHold'],
  [{ amount: '1.00' }, 'Hold', {}, 'match.amount must be number, received string'],
  [{ direction: 'In' }, 'Hold', {}, 'match.direction must be Inbound or Outbound'],
  [{ accountNumber: '12' }, 'Hold', {}, 'match.accountNumber must be an account number of this bank'],
  [
    { beneficiary: { nam: 'A' } },
    'Hold',
    {},
    'match.beneficiary has the field "nam", which no party has; did you mean',
  ],
  [{ beneficiary: 'A' }, 'Hold', {}, 'match.beneficiary must be object, received string'],
  [{ businessFunctionCode: 'XXX' }, 'Hold', {}, 'match.businessFunctionCode must be one of'],
])('refuses %j to end in %s with %j [§3]', (match, status, details, problem) => {
  const bank = createBank()

  expect(() => bank.wires.expect(match as object).toEnd(status as 'Hold', details as object)).toThrow(problem)
  expect(bank.world.faults.expected.size).toBe(0)
})

it('ends wires by the name of the beneficiary where the bank is created so [§2.4]', () => {
  const bank = createBank({ outcomes: 'byBeneficiary' })
  const paidTo = (name: string) =>
    bank.wires.create(bank.wires.plausible({ beneficiary: { idCode: 'D', identifier: '12345678', name } })).id
  const [refused, held, reversed, usual] = ['NSF', 'HOLD', 'REVERSED', 'Supplier'].map(paidTo)
  bank.clock.advance({ days: 3 })

  expect(bank.wires.get(refused ?? '')).toMatchObject({ status: 'Rejected', postingCode: 'NSF' })
  expect(bank.wires.get(held ?? '').status).toBe('Hold')
  expect(bank.wires.get(reversed ?? '')).toMatchObject({ status: 'Completed', wasReversed: true })
  expect(bank.wires.get(usual ?? '').status).toBe('Completed')
})

it('takes a table of outcomes of your own [§2.4]', () => {
  const bank = createBank({
    outcomes: [{ of: 'wire', match: { amount: 66_601 }, status: 'Rejected', postingCode: 'NSF' }],
  })
  const wires = [66_601, 66_601, 1].map((amount) => bank.wires.create(bank.wires.plausible({ amount })))
  bank.clock.advanceToNextBatch()

  expect(wires.map(({ id }) => bank.wires.get(id).postingCode)).toEqual(['NSF', 'NSF', 'OK'])
})

it('refuses a word that no request of a transaction can have, and takes one that the catalogue allows [§2.8]', () => {
  const refuse = (bank: Bank, match: object) => () => bank.transactions.expect(match).toEnd('Rejected')
  const bank = createBank()

  expect(refuse(bank, { rail: 'Wires' })).toThrow('match.rail must be one of Ach, Wire')
  expect(refuse(bank, { transactionCode: 'Toll' })).toThrow('match.transactionCode must be one of')
  expect(refuse(createBank({ assume: { 'restrictions.values': 'any' } }), { transactionCode: 'Toll' })).not.toThrow()
})

it('names the field of an outcome that a bank is created with and cannot have [§2.4]', () => {
  const row = { of: 'wire', match: { amount: '700' }, status: 'Lost' }
  const created = (outcomes: unknown) => () => createBank({ outcomes } as object)

  expect(created([row])).toThrow('outcomes.0.status: must be Completed, Rejected or Hold')
  expect(created([{ ...row, status: 'Hold' }])).toThrow('outcomes.0.match.amount: must be number')
  expect(created('byName')).toThrow('outcomes: must be "byBeneficiary", or a list of outcomes')
})

it('explains a payment that is over in the past, and of another one what the test asked for each [§3]', () => {
  const bank = createBank()
  bank.wires.expect({ amount: 2 }).toEnd('Hold')
  bank.wires.expect({ amount: 3 }, { every: true }).toEnd('Rejected')
  bank.transactions.expect({ amount: 4 }, { every: true }).toEnd('Rejected')
  bank.transactions.expect({ amount: 5 }).toEnd('Rejected')
  const [held, refused] = [2, 3].map((amount) => bank.wires.create(bank.wires.plausible({ amount })).id)
  bank.clock.advance({ hours: 1 })
  bank.desk.approve(held ?? '')
  bank.clock.advanceToNextBatch()
  const { accountNumber } = bank.masterAccount
  const fee = { accountNumber, rail: 'Internal', transactionType: 'Debit', transactionCode: 'Fee' } as const
  const [each, first] = [4, 5].map((amount) => bank.transactions.post({ ...fee, amount }).id)
  const of = (id = '') => bank.explain(id)

  expect(of(held).why).toContain('It was to end in Hold: the test asked for it.')
  const again = 'A new request now would end in Rejected: the test asked for it.'
  expect([refused, each].map((id) => of(id).counterfactual)).toEqual([again, again])
  expect(of(first).counterfactual).toBe('A new request now would post.')
  const [posting] = bank.transactions.list().results.filter(({ paymentId }) => paymentId === refused)
  expect(of(posting?.id).counterfactual).toBe(again)
})
