import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { outboundWire } from '../../support/wire.ts'

it('answers a repeat with the same key and body as before and moves nothing [§4]', () => {
  const bank = createBank()
  const request = outboundWire(bank.masterAccount.accountNumber)

  const first = bank.wires.create(request, { idempotencyKey: 'key 1' })
  bank.clock.advanceToNextBatch()
  const before = bank.world
  const second = bank.wires.create({ ...request }, { idempotencyKey: 'key 1' })

  expect(second).toEqual(first)
  expect(second.status).toBe('Created')
  expect(bank.world).toBe(before)
  expect(bank.journal.at(-1)).toMatchObject({ operation: 'wires.create', outcome: 'repeated', happenings: [] })
})

it('originates another wire for another key, or for no key [§4]', () => {
  const bank = createBank()
  const request = outboundWire(bank.masterAccount.accountNumber)

  const ids = [{ idempotencyKey: 'key 1' }, { idempotencyKey: 'key 2' }, {}, {}].map(
    (options) => bank.wires.create(request, options).id,
  )

  expect(new Set(ids).size).toBe(4)
})

it('originates another wire for the same key with another body, and remembers both [§4]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const ask = (amount: number) =>
    bank.wires.create(outboundWire(accountNumber, { amount }), { idempotencyKey: 'key 1' }).id

  const ids = [ask(1), ask(2), ask(1), ask(2)]

  expect(ids[1]).not.toBe(ids[0])
  expect(ids.slice(2)).toEqual(ids.slice(0, 2))
})

it('refuses the same key with another body by an assumption [§4]', () => {
  const bank = createBank({ assume: { 'idempotency.changedBody': 'refused' } })
  const { accountNumber } = bank.masterAccount
  bank.wires.create(outboundWire(accountNumber), { idempotencyKey: 'key 1' })
  const before = bank.world

  expect(() => bank.wires.create(outboundWire(accountNumber, { amount: 1 }), { idempotencyKey: 'key 1' })).toThrow(
    expect.objectContaining({ code: 'idempotency_key_has_another_body', status: 409 }),
  )
  expect(bank.world).toBe(before)
})

it.each([
  [{ days: 7, milliseconds: -1 }, true],
  [{ days: 7, milliseconds: 0 }, false],
])(
  'remembers a key for seven days of the virtual clock: after %o a repeat is a repeat: %s [§8]',
  (offset, isRepeat) => {
    const bank = createBank()
    const request = outboundWire(bank.masterAccount.accountNumber)
    const first = bank.wires.create(request, { idempotencyKey: 'key 1' })

    bank.clock.advance({ milliseconds: offset.days * 86_400_000 + offset.milliseconds })
    const second = bank.wires.create(request, { idempotencyKey: 'key 1' })

    expect(second.id === first.id).toBe(isRepeat)
  },
)

it('remembers a key for the configured time, or not at all [§8]', () => {
  const isRepeated = [0, 1].map((retentionDays) => {
    const bank = createBank({ assume: { 'idempotency.retentionDays': retentionDays } })
    const request = outboundWire(bank.masterAccount.accountNumber)
    const ask = () => bank.wires.create(request, { idempotencyKey: 'key 1' }).id
    const [first, second] = [ask(), ask()]
    bank.clock.advance({ hours: 24 })
    return [second === first, ask() === first]
  })

  expect(isRepeated).toEqual([
    [false, false],
    [true, false],
  ])
})

it('does not remember a call that was refused [§4]', () => {
  const bank = createBank({ assume: { 'limits.amountMaximum': 5 } })
  const { accountNumber } = bank.masterAccount
  const ask = (amount: number) => () =>
    bank.wires.create(outboundWire(accountNumber, { amount }), { idempotencyKey: 'key 1' })

  expect(ask(6)).toThrow(expect.objectContaining({ code: 'amount_is_out_of_range' }))
  expect(ask(6)).toThrow(expect.objectContaining({ code: 'amount_is_out_of_range' }))
  expect(ask(5)().status).toBe('Created')
})

it('takes clientIdentifier for a key: the same request gives the first answer, another one is new [§2.3]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const ask = (amount: number) =>
    bank.wires.create(outboundWire(accountNumber, { amount, clientIdentifier: 'order 1' })).id

  const ids = [ask(1), ask(1), ask(2)]

  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
  expect(bank.wires.list().results).toHaveLength(2)
})

it('ignores clientIdentifier by an assumption [§2.3]', () => {
  const bank = createBank({ assume: { 'idempotency.clientIdentifier': 'ignored' } })
  const request = outboundWire(bank.masterAccount.accountNumber, { clientIdentifier: 'order 1' })

  expect(bank.wires.create(request).id).not.toBe(bank.wires.create(request).id)
})

it('gives each repeat a copy of the answer, so that changing it does not affect the next repeat [§4]', () => {
  const bank = createBank()
  const request = outboundWire(bank.masterAccount.accountNumber)
  const first = bank.wires.create(request, { idempotencyKey: 'key 1' })
  const kept = structuredClone(first)

  for (const spoilt of [first, bank.wires.create(request, { idempotencyKey: 'key 1' })]) {
    spoilt.amount = 1
    const { originatingFi, originator, beneficiaryFi, beneficiary } = spoilt
    for (const party of [originatingFi, originator, beneficiaryFi, beneficiary]) party.name = 'Somebody else'
  }

  expect(bank.wires.create(request, { idempotencyKey: 'key 1' })).toEqual(kept)
})
