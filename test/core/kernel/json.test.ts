import { expect, it } from 'vitest'
import { asJson } from '../../../src/core/kernel/json.ts'

it.each([
  [{ title: 'Payroll', notes: undefined }, { title: 'Payroll' }],
  [{ party: { name: 'Example', address1: undefined } }, { party: { name: 'Example' } }],
  [{ amount: -0 }, { amount: 0 }],
  [
    [{ amount: -0 }, undefined, 3],
    [{ amount: 0 }, null, 3],
  ],
  [-0, 0],
  [undefined, undefined],
])('reduces %o to what JSON keeps: %o [§2]', (value, expected) => {
  expect(asJson(value)).toStrictEqual(expected)
})

it('gives the very same value where JSON keeps all of it, and changes none that it is given [§2]', () => {
  const kept = { amount: 0, parties: [{ name: 'Example' }, null], text: '' }
  const given = { kept, notes: undefined }

  expect(asJson(kept)).toBe(kept)
  expect(asJson(given).kept).toBe(kept)
  expect(given).toStrictEqual({ kept, notes: undefined })
})

it('keeps names that mean something to an object as they are [§2]', () => {
  const given = JSON.parse('{"__proto__":{"amount":-0},"constructor":-0}')

  expect(JSON.stringify(asJson(given))).toBe('{"__proto__":{"amount":0},"constructor":0}')
  expect(Object.getPrototypeOf(asJson(given))).toBe(Object.prototype)
})
