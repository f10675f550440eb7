import { expect, it } from 'vitest'
import { Table } from '../../../src/core/kernel/table.ts'
import { numbers, sizes } from './table-sizes.ts'

it.each([0, ...sizes])('holds %i records, each at the slot at which it was added [§2]', (size) => {
  const table = Table.from(numbers(size))

  expect(table.size).toBe(size)
  expect([...table]).toHaveLength(size)
  expect(numbers(size).every((record, slot) => table.get(slot) === record && table.at(slot) === record)).toBe(true)
})

it.each(sizes)('replaces any of %i records and leaves the old table as it was [§2]', (size) => {
  const table = Table.from(numbers(size))
  const slots = [0, 30, 31, 32, 33, 1_023, 1_024, 32_767, 32_768, size - 2, size - 1].filter((s) => s >= 0 && s < size)

  const changed = slots.map((slot) => table.set(slot, -slot - 1))

  expect([...table].every((record, slot) => record === slot * 3)).toBe(true)
  changed.forEach((next, index) => {
    const slot = slots[index]!
    expect(next.size).toBe(size)
    expect([...next].every((record, other) => record === (other === slot ? -slot - 1 : other * 3))).toBe(true)
  })
})

it('shares nothing that a later record can change, however often one table is continued [§2]', () => {
  const table = Table.from(numbers(1_056))

  const first = table.add(-1)
  const second = table.add(-2)

  expect(table.size).toBe(1_056)
  expect(table.get(1_056)).toBeUndefined()
  expect([first.at(1_056), second.at(1_056)]).toEqual([-1, -2])
  expect([first.at(0), second.at(1_055)]).toEqual([0, 3_165])
})

it.each([-1, 3, 32])('has no record at slot %i of three [§2]', (slot) => {
  const table = Table.from(['a', 'b', 'c'])

  expect(table.get(slot)).toBeUndefined()
  expect(() => table.at(slot)).toThrow(`Failed to read slot ${slot}: the table holds 3 records.`)
  expect(() => table.set(slot, 'd')).toThrow(`Failed to replace slot ${slot}: the table holds 3 records.`)
})

it('begins to iterate at any slot [§2]', () => {
  const table = Table.from(numbers(70))

  expect([...table.from(66)]).toEqual([198, 201, 204, 207])
  expect([...table.from(70)]).toEqual([])
})

it.each([0, 5, 32, 33, 1_025])('goes to JSON with %i records and comes back equal [§2]', (size) => {
  const table = Table.from(numbers(size))

  const text = JSON.stringify(table)

  expect(text).toBe(JSON.stringify(numbers(size)))
  expect(Table.from(JSON.parse(text))).toEqual(table)
})

it('has a shape that depends on the contents alone [§2]', () => {
  const direct = Table.from(numbers(2_100))

  const detour = Table.from(numbers(2_100).map((record) => -record))
  const repaired = numbers(2_100).reduce((table, record, slot) => table.set(slot, record), detour)

  expect({ ...repaired }).toStrictEqual({ ...direct })
})

it.each([0, ...sizes])(
  'names the slots at which a table of %i records differs from another, shorter or longer [§2]',
  (size) => {
    const table = Table.from(numbers(size))
    const others = [
      table,
      Table.from(numbers(size)),
      ...[0, ...sizes].map((other) => Table.from(numbers(other))),
      ...[0, 31, 32, size - 1].filter((slot) => slot >= 0 && slot < size).map((slot) => table.set(slot, -1)),
      table.add(-1),
    ]

    for (const other of others) {
      const longer = Math.max(size, other.size)
      const expected = Array.from({ length: longer }, (_, slot) => slot)
        .filter((slot) => other.get(slot) !== table.get(slot))
        .join()
      expect(other.changesFrom(table).join()).toBe(expected)
      expect(table.changesFrom(other).join()).toBe(expected)
    }
  },
)
