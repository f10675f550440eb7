import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { achDebit, customerOf } from '../../support/requests.ts'
import { outboundWire } from '../../support/wire.ts'

it('makes held money unavailable and leaves it current, until it is released [§2.8 rule 6]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount

  const hold = bank.holds.place({ accountNumber, amount: 30_000_000, reason: 'Dispute', notes: 'card 17' })
  const held = bank.masterAccount
  bank.clock.advance({ hours: 1 })
  const released = bank.holds.release(hold.id)

  expect(hold).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    accountNumber,
    amount: 30_000_000,
    reason: 'Dispute',
    notes: 'card 17',
    type: 'Partner',
    status: 'Placed',
    createdAt: '2026-03-02T09:00:00.000-05:00',
  })
  expect(held).toMatchObject({ currentBalance: 100_000_000, availableBalance: 70_000_000, holdAmount: 30_000_000 })
  expect(released).toEqual({ ...hold, status: 'Released', releasedAt: '2026-03-02T10:00:00.000-05:00' })
  expect(bank.holds.get(hold.id)).toEqual(released)
  expect(bank.masterAccount).toMatchObject({
    currentBalance: 100_000_000,
    availableBalance: 100_000_000,
    holdAmount: 0,
  })
})

it.each([
  ['Passthrough', 'OK'],
  ['Direct', 'NSF'],
] as const)(
  'counts a hold on the subledger of a %s ledger when the subledger pays: %s [§2.9 rule 7]',
  (ledgerType, code) => {
    const bank = createBank({ masterAccount: { ledgerType } })
    const customer = customerOf(bank)
    bank.transactions.post(achDebit(customer, { transactionType: 'Credit', amount: 10_000 }))
    bank.holds.place({ accountNumber: customer, amount: 1 })

    expect(bank.transactions.post(achDebit(customer, { amount: 10_000 })).postingCode).toBe(code)
  },
)

it('rejects at review a wire that only held money could pay [§3]', () => {
  const bank = createBank({ masterAccount: { balance: 10_000 } })
  const { accountNumber } = bank.masterAccount
  const wire = bank.wires.create(outboundWire(accountNumber))

  bank.holds.place({ accountNumber, amount: 1 })
  bank.clock.advanceToNextBatch()

  expect(bank.wires.get(wire.id)).toMatchObject({ status: 'Rejected', postingCode: 'NSF' })
})

it('shows Internal holds to the partner, who cannot release them [§2.8 rule 6]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const own = bank.holds.place({ accountNumber, amount: 1_000 })
  const internal = bank.desk.holds.place({ accountNumber, amount: 2_000, reason: 'Court order' })
  const before = bank.world

  expect(bank.holds.list({ accountNumber }).results).toEqual([own, internal])
  expect(internal.type).toBe('Internal')
  expect(() => bank.holds.release(internal.id)).toThrow(
    expect.objectContaining({
      code: 'hold_is_internal',
      status: 403,
      message: expect.stringContaining('bank.desk.holds'),
    }),
  )
  expect(bank.world).toBe(before)
  bank.desk.holds.release(internal.id)
  bank.desk.holds.release(own.id)
  expect(bank.holds.list().results).toEqual([])
})

it('releases a hold once [§2.8 rule 6]', () => {
  const bank = createBank()
  const { id } = bank.holds.place({ accountNumber: bank.masterAccount.accountNumber, amount: 1 })
  bank.holds.release(id)
  const before = bank.world

  expect(() => bank.holds.release(id)).toThrow(expect.objectContaining({ code: 'hold_was_released' }))
  expect(bank.world).toBe(before)
})

it('lists holds of one subledger, of a master account with all its subledgers, and page by page [§2.8 rule 6]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const customer = customerOf(bank)
  const other = bank.accounts.open()
  const place = (number: string) => bank.holds.place({ accountNumber: number, amount: 1 })
  const holds = [place(accountNumber), place(customer), place(other.accountNumber)]

  const idsOf = (query = {}) => bank.holds.list(query).results.map(({ id }) => id)

  expect(idsOf({ accountNumber: customer })).toEqual([holds[1]?.id])
  expect(idsOf({ accountNumber })).toEqual([holds[0]?.id, holds[1]?.id])
  expect(idsOf({ pageSize: 2, pageNumber: 2 })).toEqual([holds[2]?.id])
  expect(() => bank.holds.list({ accountNumber: '2000000006' })).toThrow(
    expect.objectContaining({ code: 'account_not_found' }),
  )
})

it('holds more than is available, or refuses to, as the catalogue says [§2.8]', () => {
  const [allowing, refusing] = (['allowed', 'refused'] as const).map((beyond) =>
    createBank({ masterAccount: { balance: 100 }, assume: { 'holds.beyondAvailable': beyond } }),
  )
  const hold = (bank = allowing) => bank!.holds.place({ accountNumber: bank!.masterAccount.accountNumber, amount: 101 })

  expect(hold(allowing).status).toBe('Placed')
  expect(allowing!.masterAccount.availableBalance).toBe(-1)
  expect(() => hold(refusing)).toThrow(
    expect.objectContaining({ code: 'hold_exceeds_available', message: expect.stringContaining('1.01 asked, 1.00') }),
  )
})

it('refuses a hold that a balance could not hold exactly [§2.9]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  bank.holds.place({ accountNumber, amount: Number.MAX_SAFE_INTEGER })

  expect(() => bank.holds.place({ accountNumber, amount: 1 })).toThrow(
    expect.objectContaining({ code: 'amount_exceeds_safe_range' }),
  )
})

it('changes the amount, reason and notes of a hold that is on money [§2.8 rules 4, 6]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const hold = bank.holds.place({ accountNumber, amount: 30_000, reason: 'Dispute' })

  const more = bank.holds.update(hold.id, { amount: 50_000, notes: 'card 17' })
  const afterMore = bank.masterAccount
  const less = bank.desk.holds.update(hold.id, { amount: 20_000, reason: 'Court order' })

  expect(more).toEqual({ ...hold, amount: 50_000, notes: 'card 17' })
  expect(afterMore).toMatchObject({ holdAmount: 50_000, availableBalance: 99_950_000 })
  expect(less).toEqual({ ...more, amount: 20_000, reason: 'Court order' })
  expect(bank.masterAccount).toMatchObject({ holdAmount: 20_000, availableBalance: 99_980_000 })
  expect(bank.timeline()).toMatch(/hold .* "Court order" of 200\.00 .* changed/)
})

it('lets no Partner user change an Internal hold, and no user a released one [§2.8 rules 5, 6]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const internal = bank.desk.holds.place({ accountNumber, amount: 500 })
  const released = bank.holds.place({ accountNumber, amount: 500 })
  bank.holds.release(released.id)
  const before = bank.world

  expect(() => bank.holds.update(internal.id, { amount: 1 })).toThrow(
    expect.objectContaining({ code: 'hold_is_internal' }),
  )
  expect(() => bank.desk.holds.update(released.id, { amount: 1 })).toThrow(
    expect.objectContaining({ code: 'hold_was_released' }),
  )
  expect(() => bank.holds.update(internal.id, { amount: 0 })).toThrow('amount must be a whole number of minor units')
  expect(bank.world).toBe(before)
})

it('raises a hold beyond what is available, or refuses to, as the catalogue says [§2.8]', () => {
  const strict = createBank({ masterAccount: { balance: 1_000 }, assume: { 'holds.beyondAvailable': 'refused' } })
  const { accountNumber } = strict.masterAccount
  const { id } = strict.holds.place({ accountNumber, amount: 600 })

  expect(() => strict.holds.update(id, { amount: 1_001 })).toThrow(
    expect.objectContaining({ code: 'hold_exceeds_available' }),
  )
  expect(strict.holds.update(id, { amount: 1_000 }).amount).toBe(1_000)
  expect(strict.masterAccount.availableBalance).toBe(0)
})
