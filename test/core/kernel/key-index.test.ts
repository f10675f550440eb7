import { expect, it } from 'vitest'
import { hashText } from '../../../src/core/kernel/identity.ts'
import { KeyIndex } from '../../../src/core/kernel/key-index.ts'

it('finds the slot of each of 20,000 keys, and of no other [§4]', () => {
  const keys = Array.from({ length: 20_000 }, (_, slot) => `order-${slot}`)

  const index = KeyIndex.from(keys.map((key, slot) => [key, slot] as const))

  expect(keys.every((key, slot) => index.get(key) === slot)).toBe(true)
  expect(['order-20000', 'order-', '', 'ORDER-1'].map((key) => index.get(key))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

it('points a known key elsewhere and leaves the old index as it was [§4]', () => {
  const index = KeyIndex.from([
    ['a', 1],
    ['b', 2],
  ])

  const changed = index.set('a', 9)

  expect([changed.get('a'), changed.get('b')]).toEqual([9, 2])
  expect([index.get('a'), index.get('b')]).toEqual([1, 2])
})

it('keeps two keys apart whose 32-bit hashes are the same [§4]', () => {
  const [first, second] = twoKeysOfOneHash()

  const index = KeyIndex.empty.set(first, 1).set(second, 2)

  expect(hashText(first)).toBe(hashText(second))
  expect([index.get(first), index.get(second)]).toEqual([1, 2])
})

it.each(['', 'a key', 'Schlüssel', '鍵', '__proto__', 'constructor', 'x'.repeat(1_000)])(
  'takes the key "%s" [§4]',
  (key) => {
    const index = KeyIndex.empty.set(key, 7)

    expect(index.get(key)).toBe(7)
    expect(KeyIndex.empty.get(key)).toBeUndefined()
  },
)

it('is the same whatever the order of its entries, and goes to JSON and back [§4]', () => {
  const entries = Array.from({ length: 500 }, (_, slot) => [`key ${slot}`, slot] as const)

  const forwards = KeyIndex.from(entries)
  const backwards = KeyIndex.from(entries.toReversed())
  const parsed = KeyIndex.from(JSON.parse(JSON.stringify(forwards)))

  expect({ ...backwards }).toStrictEqual({ ...forwards })
  expect({ ...parsed }).toStrictEqual({ ...forwards })
  expect([...forwards]).toHaveLength(500)
})

/** A birthday search: among some hundred thousand texts two share a hash of 32 bits. */
function twoKeysOfOneHash(): [string, string] {
  const known = new Map<number, string>()
  for (let number = 0; ; number++) {
    const key = `key ${number}`
    const other = known.get(hashText(key))
    if (other !== undefined) return [other, key]
    known.set(hashText(key), key)
  }
}

it('lists the keys that another index lacks, or has for another slot [§4]', () => {
  const index = KeyIndex.from(Array.from({ length: 5_000 }, (_, slot) => [`order-${slot}`, slot] as const))
  const other = index.set('order-7', 9).set('order-5000', 5_000).set('order-8', 8)

  expect(other.changesFrom(index).sort()).toEqual(['order-5000', 'order-7'])
  expect(index.changesFrom(other).sort()).toEqual(['order-5000', 'order-7'])
  expect(index.changesFrom(KeyIndex.empty)).toHaveLength(5_000)
  expect(index.changesFrom(index)).toEqual([])
})
