import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { expect as jestExpect } from 'expect'
import { expect, it } from 'vitest'
import { viewOf } from '../../../src/bank/shell/state/view.ts'

const SIZE = 1_000
const itemOf = (index: number) => ({ id: `item ${index}`, index })
const plain = Array.from({ length: SIZE }, (_, index) => itemOf(index))

/** A view of a thousand items, and the indexes of the items that were made, in order. */
function counted(size = SIZE) {
  const made: number[] = []
  const view = viewOf(size, (index) => {
    made.push(index)
    return itemOf(index)
  })
  return { view, made }
}

it.each<[what: string, read: (view: { id: string; index: number }[]) => unknown, made: number]>([
  ['the length', (view) => view.length, 0],
  ['whether it is an array', (view) => Array.isArray(view), 0],
  ['one by its index', (view) => view[500], 1],
  ['the last one', (view) => view.at(-1), 1],
  ['the same one twice', (view) => [view[7], view.at(7)], 1],
  ['a slice', (view) => view.slice(-20), 20],
  ['the first three, by destructuring', ([one, two, three]) => [one, two, three], 3],
  ['the first that fits', (view) => view.find(({ index }) => index === 9), 10],
  ['the last that fits', (view) => view.findLast(({ index }) => index === 990), 10],
  ['whether one past its end is there', (view) => 1_000 in view, 0],
  ['all, by iteration', (view) => [...view, ...view], 1_000],
])('makes only what is read: %s [§3]', (_, read, count) => {
  const { view, made } = counted()

  read(view)

  expect(made).toHaveLength(count)
})

it.each<[what: string, read: (list: { id: string; index: number }[]) => unknown]>([
  ['map', (list) => list.map(({ id }) => id)],
  ['filter', (list) => list.filter(({ index }) => index % 7 === 0)],
  ['reduce', (list) => list.reduce((sum, { index }) => sum + index, 0)],
  ['concat', (list) => list.concat(list)],
  ['entries', (list) => [...list.entries()]],
  ['keys', (list) => Object.keys(list)],
  ['includes', (list) => list.includes(list[3] as { id: string; index: number })],
  ['a text', (list) => String(list)],
  ['JSON', (list) => JSON.stringify(list)],
  ['a clone of a copy', (list) => structuredClone([...list])],
  ['what Node prints', (list) => inspect(list)],
  ['what Node prints of all', (list) => inspect(list, { maxArrayLength: null })],
  ['its tag', (list) => Object.prototype.toString.call(list)],
])('shows what a plain array shows: %s [§3]', (_, read) => {
  expect(read(counted().view)).toEqual(read(plain))
})

it('equals a plain array of the same items, to vitest, jest and Node, and no other [§3]', () => {
  const other = plain.with(999, { id: 'another', index: 999 })

  for (const check of [expect, jestExpect as unknown as typeof expect]) {
    check(counted().view).toEqual(plain)
    check(plain).toEqual(counted().view)
    check(counted().view).toStrictEqual(plain)
    check(counted().view).toMatchObject(plain)
    check(counted().view).toHaveLength(SIZE)
    check(counted().view).toContainEqual(itemOf(4))
    check(counted().view).not.toEqual(other)
    check(counted().view).not.toEqual(plain.slice(1))
  }
  assert.deepEqual(counted().view, plain)
  expect(() => assert.deepEqual(counted().view, other)).toThrow('another')
  expect(() => expect(counted().view).toEqual(other)).toThrow('to deeply equal')
})

it('is a plain array where it is short, which structuredClone takes [§3]', () => {
  const { view, made } = counted(100)

  expect(structuredClone(view)).toEqual(plain.slice(0, 100))
  expect(made).toHaveLength(100)
})

it.each<[what: string, change: (list: { id: string; index: number }[]) => unknown]>([
  ['pop', (list) => list.pop()],
  ['shift', (list) => list.shift()],
  ['push', (list) => list.push(itemOf(-1))],
  ['reverse', (list) => list.reverse()],
  ['splice', (list) => list.splice(10, 900, itemOf(-1))],
  ['sort', (list) => list.sort((first, second) => second.index - first.index)],
  ['a shorter length', (list) => Object.assign(list, { length: 200 })],
  ['an item', (list) => Object.assign(list, { 5: itemOf(-1) })],
  ['a deletion', (list) => Reflect.deleteProperty(list, 5)],
])('keeps what is written to it, as a plain array does: %s [§3]', (_, change) => {
  const { view } = counted()
  const array = [...plain]

  expect(change(view)).toEqual(change(array))

  expect(view).toEqual(array)
  expect(view.length).toBe(array.length)
})

it('can be frozen, and then is whole [§3]', () => {
  const { view, made } = counted()

  Object.freeze(view)

  expect(Object.isFrozen(view)).toBe(true)
  expect(made).toHaveLength(SIZE)
  expect(() => view.push(itemOf(-1))).toThrow(TypeError)
})

it('has the keys of an array and no more, whatever has been read of it [§3]', () => {
  const { view, made } = counted()
  const printed = inspect.custom

  expect([printed in view, Reflect.get(view, printed), Object.getOwnPropertyDescriptor(view, printed)]).toEqual([
    false,
    undefined,
    undefined,
  ])
  expect(made).toEqual([])
  expect(Reflect.ownKeys(view)).toEqual(Reflect.ownKeys(plain))
  expect(Object.getOwnPropertySymbols(Object.freeze(counted().view))).toEqual([])
  expect(inspect(view)).toBe(inspect(plain))
})

it('is printed by the function that a test defines for it [§3]', () => {
  const { view } = counted()

  Object.defineProperty(view, inspect.custom, { value: () => 'printed' })

  expect(inspect(view)).toBe('printed')
  expect(inspect.custom in view).toBe(true)
})
