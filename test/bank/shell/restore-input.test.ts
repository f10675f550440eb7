/** What `restore`, `restoreFrom` and `replay` are given beside a snapshot: refused in words, before anything changes. (§3) */
import { expect, it } from 'vitest'
import { type Bank, createBank, replay } from 'vostro'

const usage = (message: string) =>
  expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(message) })

it.each<[string, (bank: Bank) => unknown, string]>([
  ['null', () => null, 'restoreFrom takes lines that come one after the other, and this is null. Pass the lines of'],
  ['undefined', () => undefined, 'and this is undefined. Pass the lines of bank.snapshot().lines() here'],
  ['a number', () => 5, 'and this is 5. Pass the lines of'],
  [
    'a snapshot',
    (bank) => bank.snapshot(),
    'and this is a value as a whole. bank.restore() takes a snapshot, its text, or that text parsed; pass the lines of bank.snapshot().lines() here, or read them from a file with createInterface of node:readline. (§3)',
  ],
  ['a text', (bank) => JSON.stringify(bank.snapshot()), 'and this is a text as a whole. bank.restore() takes'],
  ['the text of lines', (bank) => [...bank.snapshot().lines()].join('\n'), 'and this is a text as a whole.'],
])('says what restoreFrom takes where it is given %s [§3]', async (_, given, message) => {
  const bank = createBank({ seed: 7 })
  const { world } = bank

  await expect(bank.restoreFrom(given(bank) as string[])).rejects.toThrow(usage(message))

  expect(bank.world).toBe(world)
})

it.each<[string, unknown, string]>([
  ['null', null, 'options: must be a record, and this is null\nWrite'],
  ['a number', 5, 'options: must be a record, and this is of type number'],
  ['null predicates', { predicates: null }, 'predicates: must be a record, and is null'],
  ['a function as predicates', { predicates: () => true }, 'predicates: must be a record, and is a function'],
])('says what options are where restore, restoreFrom and replay are given %s [§7]', async (_, options, message) => {
  const bank = createBank({ seed: 7 })
  const { world } = bank
  const given = options as object

  expect(() => bank.restore(bank.snapshot(), given)).toThrow(usage(message))
  expect(() => bank.restore(JSON.stringify(bank.snapshot()), given)).toThrow(usage(message))
  await expect(bank.restoreFrom(bank.snapshot().lines(), given)).rejects.toThrow(usage(message))
  expect(() => replay(bank.journal, given)).toThrow(usage(message))
  expect(bank.world).toBe(world)
})
