import { types } from 'node:util'
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { amend } from '../../../src/core/kernel/amend.ts'
import { Table } from '../../../src/core/kernel/table.ts'

interface Item {
  readonly name: string
  readonly lists: { readonly open: readonly number[]; readonly closed: readonly number[] }
  readonly table: Table<number>
}
const items: Table<Item> = Table.from([{ name: 'a', lists: { open: [1], closed: [2] }, table: Table.from([3]) }])

it('changes what is deep inside a record and shares the rest [§2]', () => {
  const amended = amend(items, 0, ({ lists }) => {
    lists.open.push(4)
  })

  expect(amended.at(0)).toEqual({ ...items.at(0), lists: { open: [1, 4], closed: [2] } })
  expect(amended.at(0).table).toBe(items.at(0).table)
  expect(amended.at(0).lists.closed).toBe(items.at(0).lists.closed)
  expect(items.at(0).lists.open).toEqual([1])
})

it('gives the same table where nothing changes [§2]', () => {
  expect(amend(items, 0, () => {})).toBe(items)
})

it('leaves plain values behind, neither drafts nor frozen [§2]', () => {
  const added = { deep: [5] }
  const holders = Table.from([{ kept: [{ deep: [1] }] }])

  const [amended] = amend(holders, 0, ({ kept }) => {
    kept.push(added)
    kept.reverse()
  })

  expect(drafts(amended)).toEqual([])
  expect(amended?.kept[0]).toBe(added)
  expect([amended, added, added.deep].some(Object.isFrozen)).toBe(false)
})

it('leaves no draft in the world, in happenings or in reports [§2]', () => {
  const bank = createBank({ seed: 7 })
  const { accountNumber } = bank.masterAccount
  bank.restrictions.create({ accountNumber, appliesTo: 'All', rail: 'Ach' })
  bank.restrictions.remove(bank.restrictions.create({ accountNumber, appliesTo: 'All', rail: 'Card' }).id)
  const loan = bank.loans.add({ Status: 'InFunding' })
  bank.loans.fund(loan.Id, { failedRails: loan.Rails?.map(({ Id }) => Id as string) ?? [] })

  expect(bank.world.loans.records.at(0).loan.Rails?.every(({ IsFailed }) => IsFailed)).toBe(true)
  expect(drafts([{ ...bank.world }, bank.events, bank.journal, bank.loans.get(loan.Id)])).toEqual([])
})

/** Every proxy in a value, and in the records of its tables. */
function drafts(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  if (types.isProxy(value)) return [value]
  return Object.values(value).flatMap(drafts)
}
