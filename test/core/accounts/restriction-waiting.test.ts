/** The effect of a restriction on a wire that waits on Hold or Pending, for both values of the assumption. (§2.8) */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { inboundWire, outboundWire } from '../../support/wire.ts'

const obstacles: [string, (bank: Bank, accountNumber: string) => unknown, string][] = [
  ['a restriction', (bank, number) => bank.restrictions.create({ accountNumber: number, appliesTo: 'All' }), 'RES'],
  ['a policy', (bank) => bank.desk.policies.set(bank.partner.productId, []), 'RES'],
  ['a closed account', (bank, number) => bank.accounts.setStatus(number, 'Closed'), 'CLS'],
]

it.each(obstacles)('lets a Pending wire go out despite %s that came after its review [§2.8]', (_, place) => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const wire = bank.wires.create(outboundWire(accountNumber))
  bank.clock.advance({ seconds: 5 })

  place(bank, accountNumber)
  bank.clock.advanceToNextBatch()

  expect(bank.wires.get(wire.id)).toMatchObject({ status: 'Completed', postingCode: 'OK' })
})

it.each(obstacles)(
  'stops a Pending wire at its release by %s, where the catalogue says so [§2.8]',
  (_, place, code) => {
    const bank = createBank({ assume: { 'wires.restrictionCheck': 'release' } })
    const { accountNumber } = bank.masterAccount
    const wire = bank.wires.create(outboundWire(accountNumber))
    bank.clock.advance({ seconds: 5 })

    place(bank, accountNumber)
    bank.clock.advanceToNextBatch()

    expect(bank.wires.get(wire.id)).toMatchObject({ status: 'Rejected', posting: 'Pending', postingCode: code })
    expect(bank.masterAccount).toMatchObject({ currentBalance: 100_000_000, availableBalance: 100_000_000 })
    expect(bank.transactions.list().results.at(-1)).toMatchObject({ paymentId: wire.id, postingCode: code })
  },
)

it('releases the other wires of the batch without a gap in their sequence [§2.4]', () => {
  const bank = createBank({ assume: { 'wires.restrictionCheck': 'release' } })
  const { accountNumber } = bank.masterAccount
  const wires = [300, 500, 400].map((amount) => bank.wires.create(outboundWire(accountNumber, { amount })))
  bank.clock.advance({ seconds: 5 })

  bank.restrictions.create({ accountNumber, appliesTo: 'All', amountThreshold: 500 })
  bank.clock.advanceToNextBatch()

  expect(wires.map(({ id }) => bank.wires.get(id).fedBatchSequence)).toEqual([1, undefined, 2])
})

it.each([
  ['review', 'Completed'],
  ['release', 'Rejected'],
] as const)('with the check at %s, a wire that was on Hold when it came ends %s [§2.8]', (check, status) => {
  const bank = createBank({ assume: { 'wires.reviewOutcome': 'Hold', 'wires.restrictionCheck': check } })
  const { accountNumber } = bank.masterAccount
  const wire = bank.wires.create(outboundWire(accountNumber))
  bank.clock.advance({ seconds: 5 })

  bank.restrictions.create({ accountNumber, appliesTo: 'All' })
  bank.desk.approve(wire.id)
  bank.clock.advanceToNextBatch()

  expect(bank.wires.get(wire.id).status).toBe(status)
})

it('sends an inbound wire back that waits on Hold when the restriction comes [§2.8]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const wire = bank.wires.simulateInbound(inboundWire(accountNumber))

  bank.restrictions.create({ accountNumber, appliesTo: 'All' })
  bank.clock.advance({ minutes: 1 })

  expect(bank.wires.get(wire.id)).toMatchObject({ status: 'Rejected', postingCode: 'RES' })
})

it.each([
  ['Wire', [['batches.release']]],
  ['Ach', []],
] as const)(
  'tells that a test relied on it only if a restriction stops the wire: on the rail %s, by %j [§2.8]',
  (rail, usedBy) => {
    const bank = createBank()
    const { accountNumber } = bank.masterAccount
    bank.wires.create(outboundWire(accountNumber))
    bank.clock.advance({ seconds: 5 })

    bank.restrictions.create({ accountNumber, appliesTo: 'All', rail })
    bank.clock.advanceToNextBatch()

    const uses = bank.assumptions.used().filter(({ id }) => id === 'wires.restrictionCheck')
    expect(uses.map((use) => use.usedBy)).toEqual(usedBy)
  },
)
