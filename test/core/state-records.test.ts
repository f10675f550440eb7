/** Records of the world are plain literals: a spread inside a literal can take three times the memory, and fifty times as long. */
import { setFlagsFromString } from 'node:v8'
import { expect, it, vi } from 'vitest'
import { createBank } from 'vostro'
import { furnished } from '../endure/furnished.ts'
import { outboundWire } from '../support/wire.ts'

setFlagsFromString('--allow-natives-syntax')
const hasShapeOf = new Function('one', 'other', 'return %HaveSameMap(one, other)') as (...both: object[]) => boolean

/** A plain literal with the fields of a record, in their order. */
function literalOf(record: object): object {
  const fields = Object.keys(record).map((name) => `${name}: record.${name}`)
  return new Function('record', `return { ${fields.join(', ')} }`)(record)
}

const fieldsOf = (record: object) => Object.keys(record).join(' ')
const isRecord = (record: unknown): record is object => record instanceof Object && !Array.isArray(record)

it('makes each record of the world as a plain literal, and keeps its fields in one order [§2]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const Table = bank.world.wires.payments.constructor as new () => Iterable<unknown>
  using add = vi.spyOn(Table.prototype as { add(record: unknown): unknown }, 'add')

  furnished(bank)
  bank.holds.place({ accountNumber, amount: 1 })
  bank.tokens.issue()
  bank.faults.inject('slow', { seconds: 1 })
  bank.wires.expect({ amount: 2 }).toEnd('Rejected')
  bank.wires.create(outboundWire(bank, { amount: 2, clientIdentifier: 'invoice-17' }))
  bank.partners.add()
  bank.clock.advance({ days: 1 })
  const made = add.mock.calls.map(([record]) => record).filter(isRecord)
  const tables = Object.values(bank.world).flatMap((slice) => Object.entries(slice ?? {}))
  const kept = tables.flatMap(([name, part]) => (part instanceof Table ? [[name, [...part]] as const] : []))

  expect(made.filter((record) => !hasShapeOf(record, literalOf(record))).map(fieldsOf)).toEqual([])
  expect(kept.filter(([, records]) => new Set(records.filter(isRecord).map(fieldsOf)).size !== 1)).toEqual([
    ['waiting', []],
    ['outbox', []],
  ])
})
