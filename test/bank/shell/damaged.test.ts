import { expect, it } from 'vitest'
import { type Bank, createBank, type Journal, replay } from 'vostro'
import { pushOf } from '../../support/requests.ts'
import { sealed } from '../../support/sealed.ts'
import { outboundWire } from '../../support/wire.ts'

/** A bank with one of each: a hold, a subledger, a wire that is out and one that waits, a fault. */
function smallBank(): Bank {
  const bank = createBank({ seed: 7 })
  const { accountNumber } = bank.masterAccount
  bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id))
  bank.subledgers.create({ masterAccountNumber: accountNumber, title: 'Customer' })
  bank.holds.place({ accountNumber, amount: 500 })
  bank.wires.create(outboundWire(accountNumber), { idempotencyKey: 'key' })
  bank.clock.advanceToNextBatch()
  bank.wires.create(outboundWire(accountNumber))
  bank.clock.advance({ seconds: 5 })
  bank.faults.inject('timeout', { endpoint: 'getWire' })
  return bank
}

// biome-ignore lint/suspicious/noExplicitAny: what JSON.parse gives has no type.
type Plain = any

it.each<[what: string, spoil: (state: Plain) => unknown, fact: string]>([
  ['a room is missing', ({ world }) => delete world.webhooks, 'webhooks is missing'],
  ['a table is missing', ({ world }) => delete world.wires.payments, 'wires.payments is missing'],
  ['a table is a record', ({ world }) => (world.wires.payments = {}), 'wires.payments is no list'],
  [
    'a number is a text',
    ({ world }) => (world.wires.networkSequence = '7'),
    'wires.networkSequence is no whole number',
  ],
  ['the clock is a text', ({ world }) => (world.now = '2026'), 'the field "now" is no whole number'],
  ['the agenda is none', ({ world }) => (world.schedule = [{ at: 1 }]), 'schedule is no list of due operations'],
  ['the journal is missing', (state) => delete state.journal, 'journal is no list'],
  ['an entry is half', (state) => state.journal[4].pop(), 'the list of happenings is cut off'],
  ['an entry is none', (state) => (state.journal[4] = {}), 'the journal has an invalid entry'],
  ['the next request is a text', (state) => (state.nextRequest = '1'), 'nextRequest is no whole number'],
  ['the requests are numbers', (state) => (state.requests = [1]), 'requests has an entry that is no record'],
  ['a record is a number', ({ world }) => (world.accounts.holds[0] = 1), 'accounts.holds at 0 is no record'],
  ['a status is none', ({ world }) => (world.wires.payments[0].status = 'Lost'), 'wires.payments at 0 names "Lost"'],
  ['a fault is none', ({ world }) => (world.faults.injected[0] = null), 'faults.injected at 0 is no record'],
  ['a fault is of no kind', ({ world }) => (world.faults.injected[0].kind = 'luck'), 'names "luck"'],
  ['a slot is of nothing', ({ world }) => (world.webhooks.events[0].delivery = 9), 'webhooks.events at 0 names 9'],
  ['a batch names no wire', ({ world }) => (world.wires.batches[0].wires = [4]), 'wires.batches at 0 names 4'],
  ['a balance was changed', ({ world }) => world.accounts.subledgers[0].current++, 'add up to'],
  [
    'both sides were changed',
    changeBothSides,
    'current of the subledger at 0 is 100990000, but its records add up to 99990000',
  ],
  [
    'a hold was taken out',
    ({ world }) => world.accounts.holds.pop(),
    'held of the subledger at 0 is 500, but its records add up to 0',
  ],
  [
    'a reservation was changed',
    ({ world }) => (world.wires.payments[1].isReserved = false),
    'reserved of the subledger',
  ],
  ['an amount is a text', ({ world }) => (world.ledger.transactions[0].amount = '1'), 'add up to'],
  [
    'the settlement was changed',
    ({ world }) => world.ledger.settlement.Wire--,
    'the whole bank sums to -1, not to zero',
  ],
  ['something is overdue', ({ world }) => (world.schedule[0].at = 5), 'something is due at 5'],
])('restores nothing from a snapshot in which %s [§3]', (_, spoil, fact) => {
  const bank = smallBank()
  const before = bank.snapshot()
  const state = JSON.parse(JSON.stringify(before))
  bank.restore(JSON.stringify(state))
  const { world } = bank

  spoil(state)
  const spoilt = sealed(state)
  const refusal = expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(fact) })

  expect(() => bank.restore(JSON.stringify(spoilt))).toThrow(refusal)
  expect(bank.world).toBe(world)
})

/** So that all sums agree, and only the transactions tell. */
function changeBothSides({ world }: Plain): void {
  const { masters, subledgers } = world.accounts
  for (const account of [masters[0], subledgers[0]]) account.current += 1_000_000
  world.ledger.deposits += 1_000_000
  world.ledger.settlement.Wire -= 1_000_000
}

it.each<[what: string, spoil: (entries: Plain[]) => unknown, fact: RegExp]>([
  [
    'names an operation that there is not',
    (entries) => (entries[2].operation = 'wires.lose'),
    /entry 2 has the unknown operation/,
  ],
  ['has no actor', (entries) => delete entries[2].actor, /entry 2 has no actor/],
  ['has no call', (entries) => delete entries[2].call, /entry 2 has no call/],
  ['is no record', (entries) => (entries[2] = null), /entry 2 is no record/],
  ['lost its input', (entries) => delete entries[4].input, /entry 4 cannot be done again/],
  [
    'was changed, so that it is refused',
    (entries) => (entries[4].input.amount = -1),
    /ended as "done", and ends as "amount_is/,
  ],
  [
    'tells another id',
    (entries) => (entries[2].happenings[0].accountNumber = '399999999999'),
    /entry 2 has the happening \{.+"399999999999".*\}, which is \{.+\} in the replay/,
  ],
  [
    'tells less',
    (entries) => entries[2].happenings.pop(),
    /entry 2 has the happening nothing, which is \{.+\} in the replay/,
  ],
  [
    'is missing before it',
    (entries) => entries.splice(5, 1),
    /entry \d+ happened at .+, and happens at .+ in the replay/,
  ],
])('replays nothing of a journal in which an entry %s [§3]', (_, spoil, fact) => {
  const journal = JSON.parse(JSON.stringify(smallBank().journal)) as Plain[]
  expect(replay(structuredClone(journal) as unknown as Journal).world).toEqual(smallBank().world)

  spoil(journal)

  expect(() => replay(journal as unknown as Journal)).toThrow(
    expect.objectContaining({ name: 'UsageError', message: expect.stringMatching(fact) }),
  )
})
