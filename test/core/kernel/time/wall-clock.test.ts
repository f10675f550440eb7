import { addDays } from 'date-fns/addDays'
import { expect, it } from 'vitest'
import { WallClock } from '../../../../src/core/kernel/time/wall-clock.ts'

/** Each method of a date that reads or sets the host's time, and its twin that does so in UTC. */
const twins = Object.getOwnPropertyNames(Date.prototype)
  .map((name) => [name, name.replace(/^(get|set)(?!UTC)/, '$1UTC')] as const)
  .filter(([name, twin]) => name !== twin && twin in Date.prototype)

it.each(twins)('takes %s from itself, as %s of a date [§1]', (name, twin) => {
  const [clock, date] = [new WallClock(1_772_460_000_123), new Date(1_772_460_000_123)]
  const call = (target: Date, method: string) =>
    (target as unknown as Record<string, (n: number) => number>)[method]?.(5)

  expect(Object.hasOwn(WallClock.prototype, name)).toBe(true)
  expect(call(clock, name)).toBe(call(date, twin))
  expect(clock.getTime()).toBe(date.getTime())
})

it('is as far from UTC as UTC is, and stays a wall clock in what date-fns makes of it [§1]', () => {
  const clock = new WallClock(0)

  expect(clock.getTimezoneOffset()).toBe(0)
  expect(addDays(clock, 1)).toBeInstanceOf(WallClock)
  expect(addDays(clock, 1).getTime()).toBe(86_400_000)
})
