/** Durations that no clock has: refused where they are given, with what was given; nothing changes. (§3) */
import { expect, it } from 'vitest'
import { type Bank, createBank, type Duration, isUsageError } from 'vostro'
import { explore } from 'vostro/explore'

const absurd: [string, unknown][] = [
  ['too many hours', { hours: 1e300 }],
  ['as many weeks as a number has', { weeks: Number.MAX_VALUE }],
  ['more milliseconds than are exact', { milliseconds: Number.MAX_SAFE_INTEGER }],
  ['parts that are too many together', { weeks: 400_000, days: 400_000 }],
  ['endless days', { days: Number.POSITIVE_INFINITY }],
  ['no number', { minutes: Number.NaN }],
  ['a negative part', { seconds: -1 }],
  ['a big integer', { seconds: 1n }],
  ['a text', { seconds: '1' }],
  ['a part that nobody knows', { years: 1 }],
  ['a number', 5],
  ['nothing', null],
]

const takers: [string, (bank: Bank, duration: Duration) => unknown][] = [
  ['clock.advance', (bank, duration) => bank.clock.advance(duration)],
  ['clock.advanceAsync', (bank, duration) => bank.clock.advanceAsync(duration)],
  ['clock.preview', (bank, duration) => bank.clock.preview(duration)],
  ['faults.inject', (bank, duration) => bank.faults.inject('networkError', { for: duration })],
  ['createBank', (_, every) => createBank({ release: { every } })],
  ['explore', (_, heal) => explore(async () => undefined, { heal })],
]

it.each(takers.flatMap(([taker, take]) => absurd.map(([name, given]) => [taker, name, take, given] as const)))(
  'refuses in %s: %s [§3]',
  async (_, __, take, given) => {
    const bank = createBank()
    const before = bank.world

    const refused = await (async () => take(bank, given as Duration))().catch((error: unknown) => error)

    expect(isUsageError(refused), String(refused)).toBe(true)
    expect(bank.world).toBe(before)
  },
)

it('takes fractions, to the nearest millisecond [§3]', () => {
  const bank = createBank()

  bank.clock.advance({ hours: 1.5, seconds: 0.0014, milliseconds: 0.4 })

  expect(bank.clock.now).toBe('2026-03-02T10:30:00.002-05:00')
})

it.each(['seconds', 'retryAfter'] as const)('refuses a fault with %s beyond a year [§7]', (option) => {
  const bank = createBank()
  const kind = option === 'seconds' ? 'slow' : 'status'

  expect(() => bank.faults.inject(kind, { [option]: Number.MAX_SAFE_INTEGER })).toThrow('must be at most 31536000')
})
