import { expect, it } from 'vitest'
import { createBank } from 'vostro'

it('hands out a world that no assignment reaches, and goes on [§1]', () => {
  const bank = createBank({ seed: 7 })
  const world = bank.world as { now: number; settings: { timeZone: string }; wires: { payments: unknown } }

  expect(() => {
    world.now = 5
  }).toThrow(TypeError)
  expect(() => {
    world.settings.timeZone = 'UTC'
  }).toThrow(TypeError)
  expect(() => {
    world.wires.payments = null
  }).toThrow(TypeError)
  bank.clock.advance({ hours: 1 })
  expect(bank.clock.now).toBe('2026-03-02T10:00:00.000-05:00')
})
