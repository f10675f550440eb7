import { expect, it } from 'vitest'
import { type Bank, createBank, type WirePayment, type WireStatus } from 'vostro'
import { inboundWire, outboundWire } from '../../support/wire.ts'

/** A bank with one wire that was brought to a status. */
function bankWith(direction: 'Outbound' | 'Inbound', status: WireStatus): { bank: Bank; id: string } {
  const batchedSeconds = status === 'Batched' ? 60 : 0
  const assume = { 'wires.acknowledgementSeconds': 60, 'wires.batchedSeconds': batchedSeconds }
  const bank = createBank({ seed: 7, assume })
  const { accountNumber } = bank.masterAccount
  const isOut = direction === 'Outbound'
  const { id } = isOut
    ? bank.wires.create(outboundWire(accountNumber))
    : bank.wires.simulateInbound(inboundWire(accountNumber))
  if (isOut && status !== 'Created') bank.clock.advance({ seconds: 5 })
  if (isOut && status === 'Hold') bank.desk.hold(id)
  if (isOut && ['Batched', 'Processing', 'Completed'].includes(status)) bank.clock.advanceToNextBatch()
  if (status === 'Completed') bank.clock.advance({ seconds: 60 })
  if (status === 'Rejected') bank.desk.reject(id)
  if (status === 'Canceled') bank.wires.cancel(id)
  return { bank, id }
}

const operations: Record<string, (bank: Bank, id: string) => WirePayment> = {
  cancel: (bank, id) => bank.wires.cancel(id),
  hold: (bank, id) => bank.desk.hold(id),
  approve: (bank, id) => bank.desk.approve(id),
  reject: (bank, id) => bank.desk.reject(id),
  reverse: (bank, id) => bank.desk.reverse(id),
}

/** Each row: a status, and the status after each operation; a dash if the bank refuses. */
const outbound = [
  //            cancel      hold    approve    reject      reverse
  ['Created', ['-', 'Hold', '-', 'Rejected', '-']],
  ['Hold', ['Canceled', 'Hold', 'Pending', 'Rejected', '-']],
  ['Pending', ['Canceled', 'Hold', '-', 'Rejected', '-']],
  ['Batched', ['-', '-', '-', '-', '-']],
  ['Processing', ['-', '-', '-', '-', '-']],
  ['Completed', ['-', '-', '-', '-', 'Completed']],
  ['Rejected', ['-', '-', '-', '-', '-']],
  ['Canceled', ['-', '-', '-', '-', '-']],
] as const
const inbound = [
  ['Hold', ['!', 'Hold', 'Completed', 'Rejected', '-']],
  ['Completed', ['!', '-', '-', '-', 'Completed']],
  ['Rejected', ['!', '-', '-', '-', '-']],
] as const
const table = [
  ...outbound.map(([status, outcomes]) => ['Outbound', status, outcomes] as const),
  ...inbound.map(([status, outcomes]) => ['Inbound', status, outcomes] as const),
].flatMap(([direction, status, outcomes]) =>
  Object.keys(operations).map((operation, index) => ({ direction, status, operation, outcome: outcomes[index]! })),
)
const codes: Record<string, string> = { '-': 'payment_has_another_status', '!': 'payment_has_another_direction' }
const allowed = table.filter(({ outcome }) => !(outcome in codes))
const refused = table.filter(({ outcome }) => outcome in codes).map((row) => ({ ...row, code: codes[row.outcome]! }))

it.each(allowed)(
  'takes a wire $direction from $status by $operation to $outcome [§3]',
  ({ direction, status, operation, outcome }) => {
    const { bank, id } = bankWith(direction, status)
    expect(bank.wires.get(id).status).toBe(status)

    const answer = operations[operation]!(bank, id)

    expect(answer.status).toBe(outcome)
    expect(bank.wires.get(id)).toEqual(answer)
  },
)

it.each(refused)(
  'refuses to $operation a wire $direction that is $status, and changes nothing [§3]',
  ({ direction, status, operation, code }) => {
    const { bank, id } = bankWith(direction, status)
    expect(bank.wires.get(id).status).toBe(status)
    const before = bank.world

    expect(() => operations[operation]!(bank, id)).toThrow(expect.objectContaining({ code, status: 409 }))
    expect(bank.world).toBe(before)
  },
)

it.each(Object.keys(operations))('finds no payment to %s under an id that it never gave out [§4]', (operation) => {
  const bank = createBank({ seed: 7 })
  const before = bank.world

  for (const id of ['00000000-0000-4000-8000-000000000000', 'nonsense', '']) {
    expect(() => operations[operation]!(bank, id)).toThrow(
      expect.objectContaining({ code: 'payment_not_found', status: 404 }),
    )
  }
  expect(bank.world).toBe(before)
})

it('accepts a wire as Created, reviews it to Pending and completes it with the batch [§3]', () => {
  const bank = createBank({ seed: 7 })
  const { id, ...created } = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))

  bank.clock.advance({ seconds: 4, milliseconds: 999 })
  const before = bank.wires.get(id)
  bank.clock.advance({ milliseconds: 1 })
  const reviewed = bank.wires.get(id)
  bank.clock.advanceToNextBatch()
  const released = bank.wires.get(id)

  expect(created).toMatchObject({ status: 'Created', posting: 'Pending', direction: 'Outbound' })
  expect(before).toMatchObject({ status: 'Created', posting: 'Pending' })
  expect(reviewed).toMatchObject({ status: 'Pending', posting: 'Pending' })
  expect(released).toMatchObject({ status: 'Completed', posting: 'Posted' })
})

it('lets the desk hold a wire before its review, and makes up for the review at approval [§3]', () => {
  const bank = createBank({ masterAccount: { balance: 10_000 } })
  const { accountNumber } = bank.masterAccount
  const held = bank.wires.create(outboundWire(accountNumber))
  const poor = bank.wires.create(outboundWire(accountNumber))

  bank.desk.hold(held.id)
  bank.desk.hold(poor.id)
  bank.clock.advance({ seconds: 5 })
  const reservedOnHold = 10_000 - bank.masterAccount.availableBalance
  const approved = [bank.desk.approve(held.id), bank.desk.approve(poor.id)]

  expect(reservedOnHold).toBe(0)
  expect(approved).toMatchObject([{ status: 'Pending' }, { status: 'Rejected', postingCode: 'NSF' }])
  expect(bank.masterAccount.availableBalance).toBe(0)
})

it('releases a wire once that was held and approved again while it waited [§3]', () => {
  const bank = createBank()
  const wire = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))
  bank.clock.advance({ seconds: 5 })

  bank.desk.hold(wire.id)
  bank.desk.approve(wire.id)
  const happened = bank.clock.advanceToNextBatch()

  expect(happened.filter(({ what }) => what === 'batch.released')).toMatchObject([{ wires: 1, amount: 10_000 }])
  expect(bank.wires.get(wire.id)).toMatchObject({ status: 'Completed', fedBatchSequence: 1 })
  expect(bank.masterAccount.currentBalance).toBe(99_990_000)
})

it('says of a rejected wire why, in the words of the desk [§3]', () => {
  const bank = createBank()
  const wire = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))

  const rejected = bank.desk.reject(wire.id, 'the beneficiary is unknown')

  expect(rejected).toMatchObject({ status: 'Rejected', posting: 'Pending', postingCode: 'ERR' })
  expect(bank.timeline()).toContain('the beneficiary is unknown')
})
