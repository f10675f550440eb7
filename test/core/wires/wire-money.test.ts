import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { inboundWire, outboundWire } from '../../support/wire.ts'

it('leaves the money alone until review, then reserves it: less is available, as much is current [§3]', () => {
  const bank = createBank({ masterAccount: { balance: 50_000 } })
  const balances = () => [bank.masterAccount.currentBalance, bank.masterAccount.availableBalance]

  bank.wires.create(outboundWire(bank.masterAccount.accountNumber))
  const seen = [balances()]
  bank.clock.advance({ seconds: 5 })
  seen.push(balances())
  bank.clock.advanceToNextBatch()
  seen.push(balances())

  expect(seen).toEqual([
    [50_000, 50_000],
    [50_000, 40_000],
    [40_000, 40_000],
  ])
})

it.each(['cancel', 'reject'] as const)('makes reserved money available again when the wire ends by %s [§3]', (how) => {
  const bank = createBank({ masterAccount: { balance: 50_000 } })
  const { id } = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))
  bank.clock.advance({ seconds: 5 })

  if (how === 'cancel') bank.wires.cancel(id)
  else bank.desk.reject(id)
  bank.clock.advance({ days: 3 })

  expect(bank.masterAccount).toMatchObject({ currentBalance: 50_000, availableBalance: 50_000, transactionCount: 1 })
})

it('keeps money reserved while the desk holds a reviewed wire [§3]', () => {
  const bank = createBank({ masterAccount: { balance: 50_000 } })
  const { id } = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))
  bank.clock.advance({ seconds: 5 })

  bank.desk.hold(id)
  bank.clock.advance({ days: 3 })

  expect(bank.wires.get(id).status).toBe('Hold')
  expect(bank.masterAccount).toMatchObject({ currentBalance: 50_000, availableBalance: 40_000 })
})

it('rejects with NSF a wire of a cent more than is available, and pays one of exactly that [§2.4]', () => {
  const bank = createBank({ masterAccount: { balance: 50_000 } })
  const { accountNumber } = bank.masterAccount

  const tooMuch = bank.wires.create(outboundWire(accountNumber, { amount: 50_001 }))
  const all = bank.wires.create(outboundWire(accountNumber, { amount: 50_000 }))
  const happened = bank.clock.advanceToNextBatch()

  expect(bank.wires.get(tooMuch.id)).toMatchObject({ status: 'Rejected', posting: 'Pending', postingCode: 'NSF' })
  expect(bank.wires.get(all.id)).toMatchObject({ status: 'Completed', postingCode: 'OK' })
  expect(bank.masterAccount.currentBalance).toBe(0)
  expect(happened).toContainEqual(
    expect.objectContaining({ what: 'wire.rejected', reason: '500.01 asked, 500.00 available on the master' }),
  )
})

it('returns the money of a wire that the desk takes back, once [§2.4]', () => {
  const bank = createBank({ masterAccount: { balance: 50_000 } })
  const { accountNumber } = bank.masterAccount
  const out = bank.wires.create(outboundWire(accountNumber))
  bank.clock.advanceToNextBatch()

  const reversed = bank.desk.reverse(out.id)
  const before = bank.world

  expect(reversed.wasReversed).toBe(true)
  expect(bank.masterAccount).toMatchObject({ currentBalance: 50_000, availableBalance: 50_000, transactionCount: 3 })
  expect(() => bank.desk.reverse(out.id)).toThrow(
    expect.objectContaining({ code: 'payment_was_reversed', status: 409 }),
  )
  expect(bank.world).toBe(before)
})

it('takes an inbound wire back only while its money is there [§2.4]', () => {
  const bank = createBank({ masterAccount: { balance: 0 } })
  const { accountNumber } = bank.masterAccount
  const first = bank.wires.simulateInbound(inboundWire(accountNumber))
  const second = bank.wires.simulateInbound(inboundWire(accountNumber, { amount: 1 }))
  bank.clock.advance({ minutes: 1 })
  bank.wires.create(outboundWire(accountNumber, { amount: 2 }))
  bank.clock.advance({ seconds: 5 })
  const before = bank.world

  expect(() => bank.desk.reverse(first.id)).toThrow(expect.objectContaining({ code: 'posting_was_refused' }))
  expect(bank.world).toBe(before)
  expect(bank.desk.reverse(second.id).wasReversed).toBe(true)
  expect(bank.masterAccount).toMatchObject({ currentBalance: 10_000, availableBalance: 9_998 })
})

it.each([
  [255, true],
  [256, false],
])(
  'counts an emoji of a title as one character, and cuts the name of a party after 35: %i [§2.2]',
  (length, isTaken) => {
    const bank = createBank()
    const open = () => bank.accounts.open({ title: '🏦'.repeat(length) })

    if (!isTaken) expect(open).toThrow('must have at most 255 characters')
    else {
      const wire = bank.wires.create(outboundWire(open().accountNumber))
      expect(wire.originator.name).toBe('🏦'.repeat(35))
    }
  },
)
