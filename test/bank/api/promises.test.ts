import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { outboundWire } from '../../support/wire.ts'

it('names a canceled payment as the bank writes it, however its id was typed [§6]', () => {
  const bank = createBank({ assume: { 'events.wires': 'always' } })
  const { id } = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))
  bank.clock.advance({ minutes: 1 })

  bank.wires.cancel(id.toUpperCase())

  expect(bank.events).toMatchObject([{ eventName: 'Wire.Payment.Canceled', resources: [`wires/v1/payments/${id}`] }])
})

it('keeps its events whatever a test does to what the clock gave it [§6]', () => {
  const bank = createBank()
  const { id } = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))

  const happened = bank.clock.advanceToNextBatch()
  for (const happening of happened) if ('resources' in happening) Reflect.set(happening.resources, 0, 'spoilt')

  expect(bank.events[0]?.resources).toEqual([`wires/v1/payments/${id}`])
  expect(JSON.stringify(bank.journal)).not.toContain('spoilt')
})

it('plans one release for a batch, though the desk released one before its time [§3]', () => {
  const bank = createBank()
  bank.wires.create(outboundWire(bank.masterAccount.accountNumber))
  bank.clock.advance({ minutes: 1 })
  bank.desk.releaseBatch()
  const { id } = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))
  bank.clock.advance({ minutes: 1 })

  const agenda = bank.clock.agenda()
  bank.clock.advanceToNextBatch()

  expect(agenda).toEqual([{ at: '2026-03-02T10:00:00.000-05:00', operation: 'batches.release', count: 1 }])
  expect(bank.wires.get(id).status).toBe('Completed')
})

it('takes only the account that pays as originator, by default [§2.3]', () => {
  const [strict, lax] = [createBank(), createBank({ assume: { 'wires.originator': 'ignored' } })]
  const { accountNumber } = strict.masterAccount
  const originator = { idCode: 'F', identifier: '011000138', name: 'Somebody else' }

  expect(() => strict.wires.create(outboundWire(accountNumber, { originator }))).toThrow(
    'originator must have idCode D and the originating account as identifier',
  )
  expect(lax.wires.create(outboundWire(accountNumber, { originator })).originator).toEqual(originator)
})

it('allows no longer idempotency key through the function API than over HTTP [§4]', () => {
  const bank = createBank()
  const { world } = bank

  expect(() =>
    bank.wires.create(outboundWire(bank.masterAccount.accountNumber), { idempotencyKey: 'k'.repeat(51) }),
  ).toThrow('it has 51 characters, and 50 are allowed')
  expect(bank.world).toBe(world)
})

it('gives records that are plain objects [§2.4]', () => {
  const bank = createBank()
  const created = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))
  bank.clock.advanceToNextBatch()

  for (const wire of [created, bank.wires.get(created.id), ...bank.wires.list().results]) {
    expect(wire).toStrictEqual(JSON.parse(JSON.stringify(wire)))
    expect(Object.getPrototypeOf(wire)).toBe(Object.prototype)
  }
})
