import { expect, it } from 'vitest'
import { combine } from '../../../src/core/kernel/identity.ts'
import { Schedule } from '../../../src/core/kernel/schedule.ts'

const written = (schedule: Schedule) =>
  [...schedule].map(({ at, timers }) => [at, [...timers].map(({ subject }) => subject)])

it('is empty at first [§3]', () => {
  expect(Schedule.empty.first()).toBeUndefined()
  expect(Schedule.empty.withoutFirst()).toBe(Schedule.empty)
  expect(JSON.stringify(Schedule.empty)).toBe('[]')
})

it('orders what is due by instant, and at one instant by the order in which it was set [§3]', () => {
  const schedule = Schedule.empty
    .set(300, { operation: 'review', subject: 1 })
    .set(100, { operation: 'release', subject: 2 })
    .set(300, { operation: 'release', subject: 3 })
    .set(200, { operation: 'review', subject: 4 })
    .set(100, { operation: 'review', subject: 5 })
    .set(300, { operation: 'review', subject: 6 })

  expect(written(schedule)).toEqual([
    [100, [2, 5]],
    [200, [4]],
    [300, [1, 3, 6]],
  ])
})

it('takes 2,000 instants away one by one in ascending order [§3]', () => {
  const instants = Array.from({ length: 2_000 }, (_, index) => combine(17, index) * 1_000)
  let schedule = Schedule.empty
  instants.forEach((at, subject) => {
    schedule = schedule.set(at, { operation: 'review', subject })
  })

  const taken: number[] = []
  for (let first = schedule.first(); first !== undefined; first = schedule.first()) {
    taken.push(first.at)
    schedule = schedule.withoutFirst()
  }

  expect(taken).toEqual(instants.toSorted((a, b) => a - b))
})

it('leaves an older schedule as it was [§3]', () => {
  const older = Schedule.empty
    .set(100, { operation: 'review', subject: 1 })
    .set(50, { operation: 'review', subject: 2 })

  const more = older.set(50, { operation: 'review', subject: 3 })
  const less = older.withoutFirst()

  expect(written(older)).toEqual([
    [50, [2]],
    [100, [1]],
  ])
  expect(written(more)).toEqual([
    [50, [2, 3]],
    [100, [1]],
  ])
  expect(written(less)).toEqual([[100, [1]]])
})

it('has a shape that depends on the contents alone, and comes back from JSON equal [§3]', () => {
  const instants = Array.from({ length: 200 }, (_, index) => combine(3, index))
  const build = (order: readonly number[]) =>
    order.reduce((schedule, at) => schedule.set(at, { operation: 'review', subject: at % 7 }), Schedule.empty)

  const forwards = build(instants)
  const backwards = build(instants.toReversed())
  const parsed = Schedule.from(JSON.parse(JSON.stringify(forwards)))

  expect({ ...backwards }).toStrictEqual({ ...forwards })
  expect({ ...parsed }).toStrictEqual({ ...forwards })
})

it('finds the earliest of 20,000 instants that were set in ascending order [§3]', () => {
  let schedule = Schedule.empty
  for (let at = 0; at < 20_000; at++) schedule = schedule.set(at, { operation: 'review', subject: at })

  expect(schedule.first()?.at).toBe(0)
  expect([...schedule]).toHaveLength(20_000)
})

it('names the instants at which it differs from another, whatever was set and taken between them [§3]', () => {
  const instants = Array.from({ length: 300 }, (_, index) => combine(3, index) % 1_000)
  const full = instants.reduce((agenda, at, subject) => agenda.set(at, { operation: 'x', subject }), Schedule.empty)
  const other = full
    .withoutFirst()
    .withoutFirst()
    .set(500, { operation: 'x', subject: 1 })
    .set(2_000, { operation: 'x', subject: 2 })

  for (const [one, two] of [
    [full, full],
    [full, other],
    [other, full],
    [full, Schedule.empty],
    [Schedule.empty, full],
  ] as const) {
    const all = [...new Set([...one, ...two].map(({ at }) => at))].sort((first, second) => first - second)
    expect(one.changesFrom(two)).toEqual(all.filter((at) => one.at(at) !== two.at(at)))
  }
  expect(other.changesFrom(full)).toHaveLength(4)
})
