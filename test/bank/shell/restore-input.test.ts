/** What `restore` and `replay` are given beside a snapshot: refused in words, before anything changes. (§3) */
import { expect, it } from 'vitest'
import { createBank, replay } from 'vostro'

const usage = (message: string) =>
  expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(message) })

it.each<[string, unknown, string]>([
  ['null', null, 'options: must be a record, and this is null\nWrite'],
  ['a number', 5, 'options: must be a record, and this is of type number'],
  ['null predicates', { predicates: null }, 'predicates: must be a record, and is null'],
  ['a function as predicates', { predicates: () => true }, 'predicates: must be a record, and is a function'],
])('says what options are where restore and replay are given %s [§7]', (_, options, message) => {
  const bank = createBank({ seed: 7 })
  const { world } = bank
  const given = options as object

  expect(() => bank.restore(bank.snapshot(), given)).toThrow(usage(message))
  expect(() => bank.restore(JSON.stringify(bank.snapshot()), given)).toThrow(usage(message))
  expect(() => replay(bank.journal, given)).toThrow(usage(message))
  expect(bank.world).toBe(world)
})
