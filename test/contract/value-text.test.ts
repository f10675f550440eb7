/** How a message shows a value that was given. */
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { valueText } from '../../src/contract/value-text.ts'

it.each<[unknown, string]>([
  [Number.NaN, 'NaN'],
  [{ hours: Number.NaN, days: null }, '{"hours":NaN,"days":null}'],
  [[Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY], '[-Infinity,Infinity]'],
  ['NaN', '"NaN"'],
  [undefined, 'undefined'],
  [() => {}, 'a function'],
  [1n, 'of type bigint'],
])('shows a number that JSON cannot write as itself, %s as %s [§3]', (given, text) => {
  expect(valueText(given)).toBe(text)
})

it('shows NaN, not null, for a duration that is not a number [§3]', () => {
  const bank = createBank()

  expect(() => bank.clock.advance({ hours: Number.NaN })).toThrow('{"hours":NaN}')
})
