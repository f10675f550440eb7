/** The options of the timeline. (§3) */
import { expect, it } from 'vitest'
import { createBank, type TimelineOptions } from 'vostro'

it.each<[unknown, string]>([
  [{ last: -1 }, 'last: must be a whole number, at least 0'],
  [{ last: 1.5 }, 'last: must be a whole number'],
  [{ last: Number.NaN }, 'last: must be a whole number'],
  [{ last: 'x' }, 'last: must be a whole number'],
  [{ last: null }, 'last: must be a whole number'],
  [
    { foo: 1, last: -1 },
    '2 of its options cannot be used.\n  last: must be a whole number, at least 0, and is -1\n  foo: unknown option',
  ],
  [null, 'options: must be a record'],
  [10, 'options: must be a record'],
])('refuses the options %j, and says why [§3]', (options, message) => {
  const bank = createBank({ seed: 7 })

  expect(() => bank.timeline(options as TimelineOptions)).toThrow(
    expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(message) }),
  )
})

it('accepts undefined options, and `last: 0` [§3]', () => {
  const bank = createBank({ seed: 7 })
  bank.tokens.issue()

  expect(bank.timeline({ last: undefined })).toBe(bank.timeline())
  expect(bank.timeline({ last: 0 })).toBe('')
})
