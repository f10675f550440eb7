import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { outboundWire } from '../../support/wire.ts'

it('gives a restriction back with its id, its type and the reason "Restriction" [§2.8]', () => {
  const bank = createBank({ seed: 7 })
  const { accountNumber } = bank.masterAccount

  const restriction = bank.restrictions.create({ accountNumber, appliesTo: 'All' })

  expect(restriction).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    accountNumber,
    subAccountNumber: null,
    appliesTo: 'All',
    rail: null,
    transactionType: null,
    otherAccountType: null,
    amountThreshold: null,
    transactionCode: null,
    reason: 'Restriction',
    type: 'Partner',
    createdAt: '2026-03-02T09:00:00.000-05:00',
  })
  expect(bank.restrictions.get(restriction.id)).toEqual(restriction)
  expect(bank.restrictions.list({ accountNumber }).results).toEqual([restriction])
})

it('edits the reason and any criterion, and keeps what is left out [§2.8]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const before = bank.restrictions.create({ accountNumber, appliesTo: 'All', rail: 'Ach', notes: 'kept' })
  bank.clock.advance({ minutes: 1 })

  const after = bank.restrictions.update(before.id, { reason: 'Edited', amountThreshold: 700, rail: null })

  expect(after).toEqual({ ...before, reason: 'Edited', amountThreshold: 700, rail: null })
  expect(bank.restrictions.get(before.id)).toEqual(after)
})

it('blocks by the criteria as they are after a change, and nothing after removal [§2.8 rule 4]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const { id } = bank.restrictions.create({ accountNumber, appliesTo: 'All', rail: 'Ach' })
  const tryWire = () => {
    const wire = bank.wires.create(outboundWire(accountNumber))
    bank.clock.advance({ seconds: 5 })
    return bank.wires.get(wire.id).status
  }

  const outcomes = [tryWire()]
  bank.restrictions.update(id, { rail: 'Wire' })
  outcomes.push(tryWire())
  bank.restrictions.remove(id)
  outcomes.push(tryWire())

  expect(outcomes).toEqual(['Pending', 'Rejected', 'Pending'])
  expect(bank.restrictions.list({ accountNumber }).results).toEqual([])
  for (const change of [() => bank.restrictions.update(id, {}), () => bank.restrictions.remove(id)]) {
    expect(change).toThrow(expect.objectContaining({ code: 'restriction_not_found' }))
  }
})

it('still reads a restriction that was removed, with the time of its removal [§2.8]', () => {
  const bank = createBank()
  const placed = bank.restrictions.create({ accountNumber: bank.masterAccount.accountNumber, appliesTo: 'All' })
  bank.clock.advance({ minutes: 1 })

  const removed = bank.restrictions.remove(placed.id)

  expect(removed).toEqual(placed)
  expect(bank.restrictions.get(placed.id)).toEqual({ ...placed, removedAt: '2026-03-02T09:01:00.000-05:00' })
})

it('shows a Partner restriction to all users, who may change and remove it [§2.8 rule 4]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const { id } = bank.restrictions.create({ accountNumber, appliesTo: 'All' })

  const seen = bank.desk.restrictions.get(id)
  const byBank = bank.desk.restrictions.update(id, { reason: 'By the bank' })
  const byPartner = bank.restrictions.update(id, { notes: 'By the partner' })
  bank.desk.restrictions.remove(id)

  expect(seen.type).toBe('Partner')
  expect([byBank.type, byPartner.type]).toEqual(['Partner', 'Partner'])
  expect(byPartner).toMatchObject({ reason: 'By the bank', notes: 'By the partner' })
  expect(bank.restrictions.list({ accountNumber }).results).toEqual([])
})

it('shows an Internal restriction to Partner users, who may neither change nor remove it [§2.8 rule 5]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const internal = bank.desk.restrictions.create({ accountNumber, appliesTo: 'All' })
  const before = bank.world

  expect(bank.restrictions.get(internal.id)).toEqual(internal)
  expect(bank.restrictions.list({ accountNumber }).results).toEqual([internal])
  expect(internal.type).toBe('Internal')
  const refusal = expect.objectContaining({ code: 'restriction_is_internal', status: 403 })
  expect(() => bank.restrictions.update(internal.id, { reason: 'Mine' })).toThrow(refusal)
  expect(() => bank.restrictions.remove(internal.id)).toThrow(refusal)
  expect(bank.world).toBe(before)
})

it('lets Internal users change and remove an Internal restriction [§2.8 rule 5]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const { id } = bank.desk.restrictions.create({ accountNumber, appliesTo: 'All' })

  const changed = bank.desk.restrictions.update(id, { reason: 'Cleared soon' })
  bank.desk.restrictions.remove(id)

  expect(changed).toMatchObject({ type: 'Internal', reason: 'Cleared soon' })
  expect(bank.restrictions.list({ accountNumber }).results).toEqual([])
})

it('leaves a hold of the bank to the bank: no time and no partner moves the wire on [§2.8 rule 6]', () => {
  const bank = createBank({ assume: { 'wires.holdMinutes': 10 } })
  const wire = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))

  bank.desk.hold(wire.id)
  bank.clock.advance({ days: 3 })
  const held = bank.wires.get(wire.id).status
  bank.desk.approve(wire.id)

  expect(held).toBe('Hold')
  expect(bank.wires.get(wire.id).status).toBe('Pending')
})

it('applies account restrictions in addition to those of the bank, whoever placed them [§2.8 rule 7]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const partner = bank.restrictions.create({ accountNumber, appliesTo: 'All', amountThreshold: 50_000 })
  const internal = bank.desk.restrictions.create({ accountNumber, appliesTo: 'All', amountThreshold: 20_000 })

  const wires = [10_000, 20_000, 50_000].map((amount) => bank.wires.create(outboundWire(accountNumber, { amount })))
  const happened = bank.clock.advance({ seconds: 5 })

  expect(wires.map(({ id }) => bank.wires.get(id).status)).toEqual(['Pending', 'Rejected', 'Rejected'])
  const reasons = happened.flatMap((fact) => (fact.what === 'wire.rejected' ? [fact.reason] : []))
  expect(reasons).toEqual([expect.stringContaining(internal.id), expect.stringContaining(partner.id)])
})

it('sets the type from the user and refuses a request that names the other [§2.8]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const refusal = expect.objectContaining({ code: 'restriction_type_is_not_yours', status: 403 })

  expect(bank.restrictions.create({ accountNumber, appliesTo: 'All', type: 'Partner' }).type).toBe('Partner')
  expect(bank.desk.restrictions.create({ accountNumber, appliesTo: 'All', type: 'Internal' }).type).toBe('Internal')
  expect(() => bank.restrictions.create({ accountNumber, appliesTo: 'All', type: 'Internal' })).toThrow(refusal)
  expect(() => bank.desk.restrictions.create({ accountNumber, appliesTo: 'All', type: 'Partner' })).toThrow(refusal)
})

it('lies on master accounts only, and names no subledger of another master [§4]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const other = bank.accounts.open()
  const theirs = bank.subledgers.create({ masterAccountNumber: other.accountNumber, title: 'Customer 17' })
  const before = bank.world

  expect(() => bank.restrictions.create({ accountNumber: theirs.accountNumber, appliesTo: 'All' })).toThrow(
    expect.objectContaining({ code: 'account_is_not_a_master' }),
  )
  expect(() =>
    bank.restrictions.create({ accountNumber, appliesTo: 'All', subAccountNumber: theirs.accountNumber }),
  ).toThrow(expect.objectContaining({ code: 'subledger_has_another_master' }))
  expect(bank.world).toBe(before)
})

it('refuses a criterion that nobody knows, unless the catalogue allows any value [§2.8]', () => {
  const [strict, lenient] = [createBank(), createBank({ assume: { 'restrictions.values': 'any' } })]
  const place = (bank: Bank) =>
    bank.restrictions.create({ accountNumber: bank.masterAccount.accountNumber, appliesTo: 'All', rail: 'Pigeon' })

  expect(() => place(strict)).toThrow('rail must be null or one of Ach, Wire, Rtp, Check, Card, International')
  expect(place(lenient).rail).toBe('Pigeon')
})
