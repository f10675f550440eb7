import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { achDebit, customerOf } from '../../support/requests.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

it('names each criterion of a restriction with both values, and what would let the payment post [§2.8]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const { id } = bank.restrictions.create({
    accountNumber,
    appliesTo: 'All',
    rail: 'Wire',
    amountThreshold: 10_000,
    reason: 'Fraud',
  })
  const wire = bank.wires.create(outboundWire(accountNumber))
  bank.clock.advance({ seconds: 5 })

  const explanation = bank.explain(wire.id)

  expect(explanation).toMatchObject({
    id: wire.id,
    kind: 'payment',
    accountNumber,
    amount: 10_000,
    status: 'Rejected',
    postingCode: 'RES',
    why: `It was refused at 2026-03-02T09:00:05.000-05:00: RES, restriction ${id} ("Fraud") blocks it.`,
    counterfactual: `It would post if restriction ${id} ("Fraud") were removed.`,
  })
  expect(explanation.waitsFor).toBeUndefined()
  expect(explanation.restrictions).toEqual([
    {
      restrictionId: id,
      reason: 'Fraud',
      type: 'Partner',
      blocks: true,
      criteria: [
        { criterion: 'subAccountNumber', verdict: 'wildcard', required: null, actual: accountNumber },
        { criterion: 'appliesTo', verdict: 'wildcard', required: null, actual: 'Account' },
        { criterion: 'rail', verdict: 'matched', required: 'Wire', actual: 'Wire' },
        { criterion: 'transactionType', verdict: 'wildcard', required: null, actual: 'Debit' },
        { criterion: 'otherAccountType', verdict: 'wildcard', required: null, actual: null },
        { criterion: 'amountThreshold', verdict: 'matched', required: '100.00', actual: '100.00' },
        { criterion: 'transactionCode', verdict: 'wildcard', required: null, actual: 'Outgoing Wire' },
      ],
    },
  ])
})

it('writes the whole explanation as text [§2.8]', () => {
  const bank = createBank({ seed: 7 })
  const { accountNumber } = bank.masterAccount
  bank.restrictions.create({ accountNumber, appliesTo: 'SubAccounts', rail: 'Ach', reason: 'Under inquiry' })
  const { id } = bank.transactions.post(achDebit(accountNumber, { amount: 100_000_001 }))

  expect(bank.explain(id).text.split('\n')).toEqual([
    `transaction ${id}: Rejected, 1,000,000.01 on 2497519674`,
    '  It was refused at 2026-03-02T09:00:00.000-05:00: NSF, 1,000,000.01 asked, 1,000,000.00 available on the master.',
    '  Partner restriction 57d33681-4048-49da-83b7-aa5e6a42fed2 "Under inquiry" does not apply:',
    '    subAccountNumber  *            2497519674    wildcard',
    '    appliesTo         SubAccounts  Account       missed',
    '    rail              Ach          Ach           matched',
    '    transactionType   *            Debit         wildcard',
    '    otherAccountType  *            -             wildcard',
    '    amountThreshold   *            1,000,000.01  wildcard',
    '    transactionCode   *            Incoming ACH  wildcard',
    '  It would post if 0.01 more were available on the master.',
  ])
})

it('names all obstacles, not only the first [§2.8]', () => {
  const bank = createBank({ masterAccount: { balance: 100 } })
  const { accountNumber } = bank.masterAccount
  const first = bank.restrictions.create({ accountNumber, appliesTo: 'All', reason: 'A' })
  const second = bank.restrictions.create({ accountNumber, appliesTo: 'All', rail: 'Ach', reason: 'B' })
  bank.desk.policies.set(bank.partner.productId, [{ rail: 'Wire' }])
  bank.accounts.setStatus(customerOf(bank), 'Closed')
  const { id } = bank.transactions.post(achDebit(accountNumber))

  expect(bank.explain(id).counterfactual).toBe(
    'It would post if the policy of the product allowed Incoming ACH (Debit on Ach), ' +
      `and if restriction ${first.id} ("A") were removed, and if restriction ${second.id} ("B") were removed, ` +
      'and if 99.00 more were available on the master.',
  )
})

it('names remedies in the counterfactual that are enough to let the payment post [§2.8]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const restriction = bank.restrictions.create({ accountNumber, appliesTo: 'All' })
  const refused = bank.transactions.post(achDebit(accountNumber))

  bank.restrictions.remove(restriction.id)

  expect(bank.explain(refused.id).counterfactual).toBe('A new request now would post.')
  expect(bank.transactions.post(achDebit(accountNumber)).status).toBe('Posted')
})

it.each([
  ['Created', {}, 'its review at 2026-03-02T09:00:05.000-05:00'],
  ['Pending', { seconds: 5 }, 'the next batch at 2026-03-02T10:00:00.000-05:00'],
] as const)('says of a wire that is %s what it waits for, and when it completes [§3]', (status, duration, waitsFor) => {
  const bank = createBank()
  const wire = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))
  bank.clock.advance(duration)
  const before = bank.world

  expect(bank.explain(wire.id)).toMatchObject({
    status,
    waitsFor,
    counterfactual: 'It completes when the clock reaches 2026-03-02T10:00:00.000-05:00.',
  })
  expect(bank.world).toBe(before)
  bank.clock.advanceTo('2026-03-02T10:00:00-05:00')
  expect(bank.explain(wire.id)).toMatchObject({
    status: 'Completed',
    why: 'It was posted and completed at 2026-03-02T10:00:00.000-05:00.',
  })
  expect(bank.explain(wire.id).counterfactual).toBeUndefined()
})

it('predicts when a wire completes, even after a weekend [§3]', () => {
  const bank = createBank({ now: '2026-03-06T18:50:00-05:00' })
  const wire = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))

  expect(bank.explain(wire.id).counterfactual).toBe(
    'It completes when the clock reaches 2026-03-09T10:00:00.000-04:00.',
  )
})

it('predicts a rejection, and names what would prevent it [§3]', () => {
  const bank = createBank({ masterAccount: { balance: 9_999 } })
  const wire = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))

  expect(bank.explain(wire.id).counterfactual).toBe(
    'It is rejected when the clock reaches 2026-03-02T09:00:05.000-05:00: NSF, 100.00 asked, 99.99 available on the master. ' +
      'It would post if 0.01 more were available on the master.',
  )
})

it('explains that a wire on Hold waits for the operations team, and what follows [§3]', () => {
  const bank = createBank({ assume: { 'wires.reviewOutcome': 'Hold' } })
  const wire = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))
  bank.clock.advance({ seconds: 5 })

  expect(bank.explain(wire.id)).toMatchObject({
    status: 'Hold',
    why: 'It has been under review by the operations team since 2026-03-02T09:00:05.000-05:00.',
    waitsFor: 'the operations team: bank.desk.approve(id)',
    counterfactual: 'After bank.desk.approve(id), it completes when the clock reaches 2026-03-02T10:00:00.000-05:00.',
  })
})

it('names both calls of the desk if the wire needs approval and a release by hand [§3]', () => {
  const bank = createBank({ release: 'manual', assume: { 'wires.reviewOutcome': 'Hold' } })
  const wire = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))

  expect(bank.explain(wire.id).counterfactual).toBe(
    'After bank.desk.approve(id) and bank.desk.releaseBatch(), it completes when the clock reaches 2026-03-02T09:00:05.000-05:00.',
  )
})

it('predicts when an inbound wire is posted, and when a sent wire is acknowledged [§3]', () => {
  const bank = createBank({ assume: { 'wires.acknowledgementSeconds': 30 } })
  const { accountNumber } = bank.masterAccount
  const inbound = bank.wires.simulateInbound(inboundWire(accountNumber))
  const outbound = bank.wires.create(outboundWire(accountNumber))

  const waiting = bank.explain(inbound.id)
  bank.clock.advanceToNextBatch()
  const processing = bank.explain(outbound.id)

  expect(waiting.waitsFor).toBe('the end of its review at 2026-03-02T09:01:00.000-05:00')
  expect(processing).toMatchObject({
    status: 'Processing',
    why: 'It was released to the central bank at 2026-03-02T10:00:00.000-05:00.',
    waitsFor: 'the acknowledgement of the central bank at 2026-03-02T10:00:30.000-05:00',
  })
})

it('explains a wire that the desk rejected, and one that the partner canceled [§3]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const [refused, canceled] = [1, 2].map(() => bank.wires.create(outboundWire(accountNumber)))
  bank.clock.advance({ seconds: 5 })
  bank.desk.reject(refused!.id)
  bank.wires.cancel(canceled!.id)
  const named = bank.wires.create(outboundWire(accountNumber))
  bank.desk.reject(named.id, 'the beneficiary is on a list')

  expect(bank.explain(refused!.id)).toMatchObject({
    why: 'It was refused at 2026-03-02T09:00:05.000-05:00: ERR, the operations team refused it.',
    counterfactual: 'A new request now would post.',
  })
  expect(bank.explain(named.id).why).toBe(
    'It was refused at 2026-03-02T09:00:05.000-05:00: ERR, the beneficiary is on a list.',
  )
  expect(bank.explain(canceled!.id).why).toBe('The partner withdrew it at 2026-03-02T09:00:05.000-05:00.')
})

it('says when a wire was posted, and when it was reversed [§3]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const outbound = bank.wires.create(outboundWire(accountNumber))
  bank.clock.advanceToNextBatch()
  const inbound = bank.wires.simulateInbound(inboundWire(accountNumber))
  bank.clock.advance({ hours: 1 })
  for (const { id } of [inbound, outbound]) bank.desk.reverse(id)

  expect(bank.explain(outbound.id).why).toBe(
    'It was posted and completed at 2026-03-02T10:00:00.000-05:00. It was reversed at 2026-03-02T11:00:00.000-05:00.',
  )
  expect(bank.explain(inbound.id).why).toBe(
    'It was posted and completed at 2026-03-02T10:01:00.000-05:00. It was reversed at 2026-03-02T11:00:00.000-05:00.',
  )
})

it('explains a transfer by the obstacles on both accounts [§2.9]', () => {
  const bank = createBank()
  const savings = customerOf(bank, 'Savings')
  bank.accounts.setStatus(savings, 'Dormant')
  const { accountNumber } = bank.masterAccount

  const { id } = bank.transactions.transfer({
    debitAccountNumber: accountNumber,
    creditAccountNumber: savings,
    amount: 5,
  })

  expect(bank.explain(id).counterfactual).toBe(`It would post if account ${savings} were Active.`)
})

it('explains a posted transaction, and one on an account that does not exist [§2.4]', () => {
  const bank = createBank()
  const posted = bank.transactions.post(achDebit(bank.masterAccount.accountNumber))
  const lost = bank.transactions.post(achDebit('2000000006'))

  expect(bank.explain(posted.id).why).toBe('It was posted at 2026-03-02T09:00:00.000-05:00.')
  expect(bank.explain(lost.id)).toMatchObject({
    postingCode: 'ANF',
    counterfactual: 'It would post if the account existed.',
  })
})

it('names the id if no payment has it [§4]', () => {
  const bank = createBank()

  expect(() => bank.explain('00000000-0000-4000-8000-000000000000')).toThrow(
    expect.objectContaining({ code: 'payment_not_found' }),
  )
})
