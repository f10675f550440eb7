/** The bank's words and copies are its own, whatever a user does to a zod that they have themselves. */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createBank, isUsageError } from 'vostro'
import * as z from 'zod'
import type { ZodMiniType } from 'zod/mini'
import type { Schema } from '../../src/contract/operation.ts'
import { operations } from '../../src/contract/operations.ts'
import { checked } from '../../src/contract/parse.ts'
import { anyJson, anything, nearly } from '../properties/anything.ts'
import { always } from '../properties/history.ts'
import { bankingToken, post, registrationRequest, restrictionRequest, subledgerRequest } from '../support/calls.ts'
import { fullInboundWire, fullOutboundWire } from '../support/wire.ts'

/** Does `work` while the user's zod is set so, and sets it back. */
async function withZod<Result>(settings: z.core.$ZodConfig, work: () => Result | Promise<Result>): Promise<Result> {
  const before = { customError: undefined, ...z.config() }
  z.config(settings)
  try {
    return await work()
  } finally {
    z.config(before as z.core.$ZodConfig)
  }
}

const french = z.locales.fr()
const throwing = {
  customError: () => {
    throw new Error('of the user')
  },
}

it.each([
  ['a French one', french],
  ['one whose map of errors throws', throwing],
  ['both', { ...french, ...throwing }],
])('refuses a body in its own words beside a zod of the user: %s [§7]', async (_, settings) => {
  const bank = createBank()
  const token = bankingToken(bank)

  const body = { ...registrationRequest(bank), partnerId: 17, eventName: undefined }
  const response = await withZod(settings, () => post(bank, token, '/webhooks/v1/registrations', body))

  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    errors: [
      { code: 1000, message: 'Failed to register for an event: partnerId must be string, received number.' },
      { code: 1000, message: 'Failed to register for an event: eventName is required.' },
    ],
  })
})

it('refuses options and inputs in its own words beside a zod of the user [§7]', async () => {
  const said = await withZod({ ...french, ...throwing }, () => {
    const bank = createBank()
    const attempts = [
      () => createBank({ seed: 'one' } as never),
      () => bank.clock.advance({ hours: '1' } as never),
      () => bank.accounts.open({ title: 5 } as never),
    ]
    return attempts.map((attempt) => {
      try {
        return attempt()
      } catch (error) {
        return isUsageError(error) ? error.message : error
      }
    })
  })

  expect(said).toEqual([
    expect.stringContaining('seed: must be number, received string'),
    expect.stringContaining('hours: must be number, received string'),
    expect.stringContaining('title must be string, received number'),
  ])
})

const bank = createBank({ seed: 7 })
/** For each operation that takes more than an id, something that is right or nearly so. */
const inputs: [name: string, schema: ZodMiniType, right: object][] = Object.entries(operations).flatMap(
  ([name, { schema }]) => {
    const right: Record<string, object> = {
      'wires.create': fullOutboundWire(bank),
      'wires.simulateInbound': fullInboundWire(bank),
      'webhooks.register': registrationRequest(bank),
      'restrictions.create': restrictionRequest(),
      'subledgers.create': subledgerRequest(bank),
      'transactions.transfer': {
        debitAccountNumber: bank.masterAccount.accountNumber,
        creditAccountNumber: bank.masterAccount.accountNumber,
        amount: 5,
        currency: 'usd',
      },
      'loans.add': { LoanAmount: '12.5', Term: 36, Rails: [{ Amount: '3', Priority: 1 }] },
    }
    return schema === undefined
      ? []
      : [[name, schema as Schema as ZodMiniType, right[name] ?? { pageSize: 10 }] as const]
  },
) as never

it.each(inputs)('reads what %s takes just as zod does, only quicker [§4]', (_, schema, right) => {
  const values = fc.oneof(
    fc.constant(right),
    nearly(right, anyJson),
    nearly(right, anything),
    anyJson,
    anything,
    fc.constant(undefined),
  )
  fc.assert(
    fc.property(values, (value) => {
      const slow = schema.safeParse(value, { jitless: true })

      const quick = checked(schema, value)

      expect(quick.success).toBe(slow.success)
      expect(quick.data).toStrictEqual(slow.data)
      expect(Object.keys(quick.data ?? {})).toEqual(Object.keys(slow.data ?? {}))
    }),
    always(150),
  )
})
