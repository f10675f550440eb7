/** A body with very many mistakes is refused with a text that can be read, at every door. (§4, §7) */
import { expect, it } from 'vitest'
import { createBank, UsageError } from 'vostro'
import { createBankServer } from '../../src/server/server.ts'
import { bankingToken, initOf } from '../support/calls.ts'
import { thoroughly } from '../support/thorough.ts'
import { outboundWire } from '../support/wire.ts'

const many = (number: number, value: unknown = 1) =>
  Object.fromEntries(Array.from({ length: number }, (_, index) => [`unknown.field${index}`, value]))
/** What a reader reads, and a client takes. */
const READABLE = 10_000

it('lists the first of three thousand unknown assumptions, and counts the others [§7]', () => {
  const create = () => createBank({ assume: many(3_000) as never })

  expect(create).toThrow('Failed to create a bank: 3000 of its options cannot be used.')
  expect(create).toThrow('\n  …: and 2980 more')
  expect(refusalOf(create).length).toBeLessThan(READABLE)
})

const fields = thoroughly(90_000, 9_000)
it(`names some of ${fields} unknown fields, through the function API [§2.3]`, () => {
  const bank = createBank()
  const create = () => bank.wires.create({ ...outboundWire(bank), ...many(fields) })

  expect(create).toThrow(`and ${fields - 20} more`)
  expect(refusalOf(create).length).toBeLessThan(READABLE)
})

it('names some of ten thousand unknown fields, through the HTTP edge [§7]', async () => {
  const bank = createBank({ assume: { 'errors.unknownFields': 'refused' } })
  const body = { ...outboundWire(bank), ...many(10_000) }

  const response = await bank.fetch(
    `${bank.urls.baseUrl}/wires/v1/payments`,
    initOf('POST', { token: bankingToken(bank), body }),
  )

  expect(response.status).toBe(400)
  expect((await response.text()).length).toBeLessThan(READABLE)
})

it('names some of the unknown options of a bank that a process is asked for [§7]', async () => {
  const server = createBankServer({ origin: 'http://127.0.0.1:4010' })

  const response = await server.answer(
    new Request(`${server.controlUrl}/banks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ assume: many(3_000), ...many(3_000) }),
    }),
  )

  expect(response.status).toBe(400)
  expect((await response.text()).length).toBeLessThan(3 * READABLE)
})

it('looks for no name near one of a hundred thousand letters [§7]', () => {
  expect(refusalOf(() => createBank({ assume: { ['a'.repeat(100_000)]: 1 } as never })).length).toBeLessThan(READABLE)
})

function refusalOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof UsageError) return error.message
  }
  return 'x'.repeat(1_000_000)
}
