import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { seedOf } from '../../../src/testing/story/test-identity.ts'

it('derives a seed from the file and the full name of a test, the same on every machine [§1]', () => {
  const seed = seedOf({ file: 'test/pay.test.ts', name: 'invoices > is paid' })

  expect(seed).toBe(4787692402296995)
  expect(seedOf({ file: 'test\\pay.test.ts', name: 'invoices > is paid' })).toBe(seed)
})

it('derives a different seed for each of ten thousand tests, and each is valid for a bank [§1]', () => {
  const seeds = Array.from({ length: 10_000 }, (_, number) => seedOf({ file: 'pay.test.ts', name: `case ${number}` }))

  expect(new Set(seeds).size).toBe(10_000)
  expect(seeds.filter((seed) => !Number.isSafeInteger(seed) || seed < 0)).toEqual([])
  expect(createBank({ seed: seeds[1] as number }).partner.id).not.toBe(
    createBank({ seed: seeds[2] as number }).partner.id,
  )
})
