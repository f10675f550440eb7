/** Options are the own fields of what a test gives: nothing on `Object.prototype` is one. (§8) */
import { expect, it } from 'vitest'
import { createBank } from 'vostro'

/** Runs with enumerable properties on the prototype of all objects, as some old libraries leave them there. */
function polluted<Result>(added: Record<string, unknown>, run: () => Result): Result {
  const extended = Object.prototype as unknown as Record<string, unknown>
  Object.assign(extended, added)
  try {
    return run()
  } finally {
    for (const name of Object.keys(added)) delete extended[name]
  }
}

it.each([{ last: 1 }, { hours: 5 }, { maxRuns: 3 }, { as: 'other' }])(
  'reads no %j that all objects inherit [§8]',
  (added) => {
    const bank = createBank()
    const { now } = bank.clock

    const [timeline, moved] = polluted(added, () => {
      bank.clock.advance({ minutes: 90 })
      return [bank.timeline({}), bank.clock.now]
    })

    expect(timeline).toBe(bank.timeline())
    expect(Date.parse(moved ?? '') - Date.parse(now)).toBe(90 * 60_000)
  },
)
