import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { bankingToken, bodyCalls, make, post } from '../../support/calls.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

const wireCalls = bodyCalls.filter(({ name }) => name.endsWith('wire'))
const refused: [string, number, string][] = [
  ['0', 1000, 'amount must be a whole number of minor units'],
  ['-1', 1000, 'amount must be a whole number of minor units'],
  ['0.5', 1000, 'amount must be a whole number of minor units'],
  ['100.01', 1000, 'amount must be a whole number of minor units'],
  ['1e-7', 1000, 'amount must be a whole number of minor units'],
  ['9007199254740992', 1000, 'amount must be a whole number of minor units'],
  ['9007199254740993', 1000, 'amount must be a whole number of minor units'],
  ['1e21', 1000, 'amount must be a whole number of minor units'],
  ['1e999', 1000, 'amount must be'],
  ['1000000000000', 1003, 'the amount 1000000000000 is not from 1 to 999999999999 minor units'],
  ['9007199254740991', 1003, 'the amount 9007199254740991 is not from 1 to 999999999999 minor units'],
  ['"100"', 1000, 'amount must be number, received string'],
  ['"100.00"', 1000, 'amount must be number, received string'],
  ['null', 1000, 'amount is required'],
  ['true', 1000, 'amount must be number, received boolean'],
  ['[100]', 1000, 'amount must be number, received array'],
  ['{"value":100}', 1000, 'amount must be number, received object'],
]
const cases = wireCalls.flatMap((call) =>
  refused.map(([written, code, problem]) => ({ name: call.name, call, written, code, problem })),
)

it.each(cases)('answers 400 to $name with the amount $written [§8]', async ({ call, written, code, problem }) => {
  const bank = createBank()
  const token = bankingToken(bank)
  const before = bank.world

  const text = JSON.stringify({ ...call.body(bank), amount: 'AMOUNT' }).replace('"AMOUNT"', written)
  const response = await make(bank, call, { token, text })

  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ errors: [{ code, message: expect.stringContaining(problem) }] })
  expect(bank.world).toBe(before)
})

it.each([
  ['1', 1],
  ['999999999999', 999_999_999_999],
  ['1e2', 100],
  ['100.0', 100],
])('accepts the amount %s [§8]', async (written, amount) => {
  const bank = createBank()
  const token = bankingToken(bank)

  for (const call of wireCalls) {
    const text = JSON.stringify({ ...call.body(bank), amount: 'AMOUNT' }).replace('"AMOUNT"', written)
    const response = await make(bank, call, { token, text })
    expect(await response.json()).toMatchObject({ amount })
  }
})

it('takes the bounds of the amount from the catalogue [§8]', async () => {
  const bank = createBank({ assume: { 'limits.amountMinimum': 100, 'limits.amountMaximum': 200 } })
  const token = bankingToken(bank)

  const statuses = []
  for (const amount of [99, 100, 200, 201]) {
    const out = await post(bank, token, '/wires/v1/payments', outboundWire(bank, { amount }))
    const back = await post(bank, token, '/wires/v1/payments/simulations', inboundWire(bank, { amount }))
    statuses.push([out.status, back.status])
  }

  expect(statuses).toEqual([
    [400, 400],
    [200, 200],
    [200, 200],
    [400, 400],
  ])
})

it('says once what is wrong with the amount [§7]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)

  const response = await post(bank, token, '/wires/v1/payments', outboundWire(bank, { amount: 1_000_000_000_000 }))
  const { errors } = await response.json()

  expect(errors[0].message.split('is not from 1 to 999999999999').length - 1).toBe(1)
})
