import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { Table } from '../../../src/core/kernel/table.ts'
import { always } from '../../properties/history.ts'
import { numbers, sizes } from './table-sizes.ts'

/** The beginnings to test for tables of a size: around every border of their nodes. */
const beginnings = (size: number) =>
  [...new Set([1, 31, 32, 33, 1_024, 1_056, 1_087, 32_768, size - 33, size - 32, size - 31, size - 1, size])]
    .filter((first) => first > 0 && first <= size)
    .sort((first, second) => first - second)
const cut = (size: number, first: number) => Table.from(numbers(size)).forget(first)

it.each(sizes)('forgets the oldest of %i records, and the others keep their slots [§3]', (size) => {
  const whole = Table.from(numbers(size))

  for (const first of beginnings(size)) {
    const table = whole.forget(first)
    const rest = numbers(size).slice(first)
    expect([table.first, table.size]).toEqual([first, size])
    expect([...table].join()).toBe(rest.join())
    expect([...table.from(0)].join()).toBe(rest.join())
    expect([...table.from(first + 1)].join()).toBe(rest.slice(1).join())
    expect([table.get(first - 1), table.get(first), table.get(size)]).toEqual([undefined, rest[0], undefined])
    expect(table.forget(first - 1)).toBe(table)
  }
  expect([whole.first, whole.size, [...whole].join()]).toEqual([0, size, numbers(size).join()])
})

it('has no record before its beginning, and names the kept ones in the error [§3]', () => {
  const table = cut(70, 40)

  expect(() => table.at(39)).toThrow(
    'Failed to read slot 39: the table holds records 40 to 69, and older ones are forgotten.',
  )
  expect(() => table.set(39, 0)).toThrow(
    'Failed to replace slot 39: the table holds records 40 to 69, and older ones are forgotten.',
  )
})

it.each(sizes)('has a shape that depends on contents and beginning alone, of %i records [§3]', (size) => {
  for (const first of beginnings(size)) {
    const direct = cut(size, first)
    const rest = numbers(size).slice(first)

    const grown = numbers(size)
      .slice(first)
      .reduce((table, record) => table.add(record), cut(first, first))
    const inSteps = Table.from(numbers(size))
      .forget(first >>> 1)
      .forget(first)
    const meanwhile = rest.reduce((table, record) => table.add(record), cut(first, first >>> 1)).forget(first)
    const replaced = Table.from(numbers(size).map((record) => -record - 1))
    const repaired = rest.reduce((table, record, index) => table.set(first + index, record), replaced.forget(first))

    for (const other of [grown, inSteps, meanwhile, repaired, Table.from(rest, first)]) {
      expect({ ...other }).toStrictEqual({ ...direct })
    }
  }
})

it('frees the memory of what is forgotten: nothing in it holds a record that is gone [§3]', () => {
  const records = Array.from({ length: 3_000 }, (_, slot) => ({ slot }))

  for (const first of [1, 31, 32, 1_000, 1_024, 2_975, 2_976, 2_990, 3_000]) {
    const held: unknown[] = Object.values(Table.from(records).forget(first)).flat(9)
    const slots = held.flatMap((each) =>
      typeof each === 'object' && each !== null ? (each as { slot: number }).slot : [],
    )
    expect(slots).toEqual(records.slice(first).map(({ slot }) => slot))
  }
})

it.each([5, 32, 33, 1_025])('goes to JSON with its beginning and comes back equal, of %i records [§3]', (size) => {
  for (const first of beginnings(size)) {
    const table = cut(size, first)

    const text = JSON.stringify(table)

    expect(text).toBe(JSON.stringify({ first, records: numbers(size).slice(first) }))
    expect(Table.from(JSON.parse(text).records, first)).toStrictEqual(table)
  }
})

it('behaves like an array without its oldest items, in any order of additions, changes and forgetting [§3]', () => {
  const step = fc.oneof(
    fc.record({ does: fc.constant('add' as const), count: fc.integer({ min: 1, max: 1_100 }) }),
    fc.record({ does: fc.constant('forget' as const), count: fc.integer({ min: 0, max: 1_100 }) }),
    fc.record({ does: fc.constant('set' as const), count: fc.nat(5_000) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let table: Table<number> = Table.empty
      const model: number[] = []
      let first = 0
      for (const [index, { does, count }] of steps.entries()) {
        const before = table
        const [earlier, from] = [model.slice(), first]
        if (does === 'add') {
          for (let each = 0; each < count; each++) {
            table = table.add(model.length)
            model.push(model.length)
          }
        } else if (does === 'forget') {
          first = Math.min(first + count, model.length)
          table = table.forget(first)
        } else if (first < model.length) {
          const slot = first + (count % (model.length - first))
          model[slot] = -index - 1
          table = table.set(slot, -index - 1)
        }
        expect([...table]).toEqual(model.slice(first))
        expect({ ...table }).toStrictEqual({ ...Table.from(model.slice(first), first) })
        const [thisHas, thatHas] = [
          (slot: number) => slot >= first && slot < model.length,
          (slot: number) => slot >= from && slot < earlier.length,
        ]
        const changed = [...model.keys()].filter(
          (slot) => thisHas(slot) !== thatHas(slot) || (thisHas(slot) && model[slot] !== earlier[slot]),
        )
        expect(table.changesFrom(before)).toEqual(changed)
        expect(before.changesFrom(table)).toEqual(changed)
      }
    }),
    always(60),
  )
})
