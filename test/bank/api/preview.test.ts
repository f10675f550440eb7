import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { outboundWire } from '../../support/wire.ts'

it('shows what an advance would bring about, and brings nothing about [§3]', () => {
  const bank = createBank()
  bank.wires.create(outboundWire(bank.masterAccount.accountNumber))
  const [world, journal] = [bank.world, bank.journal.length]

  const previewed = bank.clock.preview({ hours: 1 })

  expect(previewed.map(({ what }) => what)).toContain('event.emitted')
  expect(bank.world).toBe(world)
  expect(bank.journal.length).toBe(journal)
  expect(bank.clock.advance({ hours: 1 })).toEqual(previewed)
})

it('gives copies: what is done to them changes neither the bank nor the next preview [§3]', () => {
  const bank = createBank()
  bank.wires.create(outboundWire(bank.masterAccount.accountNumber))
  const [world, expected] = [JSON.stringify(bank.world), structuredClone(bank.clock.preview({ hours: 1 }))]

  for (const happening of bank.clock.preview({ hours: 1 })) {
    for (const value of Object.values(happening)) if (Array.isArray(value)) value.push('spoilt')
    Object.assign(happening, { what: 'spoilt' })
  }

  expect(bank.clock.preview({ hours: 1 })).toEqual(expected)
  expect(JSON.stringify(bank.world)).toBe(world)
  expect(bank.clock.advance({ hours: 1 })).toEqual(expected)
})

it('refuses a duration that makes no sense [§3]', () => {
  expect(() => createBank().clock.preview({ hours: -1 })).toThrow(/must not be negative/)
})
