import { format } from 'node:util'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { outboundWire } from '../support/wire.ts'

it('is printed by its seed, its time and its wires, in a console and in a counterexample [§1]', () => {
  const bank = createBank({ seed: 7 })
  bank.wires.create(outboundWire(bank))

  const text = 'Bank { seed 7, 2026-03-02T09:00:00.000-05:00, 1 wire }'
  expect(format('%o', bank)).toBe(text)
  expect(`${bank}`).toBe(text)
  expect(fc.stringify(bank)).toBe(text)
})
