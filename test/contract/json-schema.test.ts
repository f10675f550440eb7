/** What documents say of a value is what the bank does with it: a value that one refuses the other refuses too. */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AssumptionOverrides, createBank } from 'vostro'
import { openapi } from 'vostro/server'
import * as z from 'zod/mini'
import { endpoints } from '../../src/contract/endpoints.ts'
import {
  answerSchemas,
  jsonSchemaOf,
  jsonSchemasOf,
  parametersOf,
  requestName,
  requestSchemas,
} from '../../src/contract/json-schema.ts'
import { loanParameters } from '../../src/contract/loan.ts'
import { parse } from '../../src/contract/parse.ts'
import { AssumptionNotes, valuesWith } from '../../src/core/assumptions/notes.ts'
import { keysOf } from '../../src/core/kernel/keys.ts'
import { runCalls } from '../../src/openapi/runs/calls.ts'
import { runEvents } from '../../src/openapi/runs/events.ts'
import { eventNamesOf } from '../../src/openapi/webhooks.ts'
import { anyJson, nearly } from '../properties/anything.ts'
import { always } from '../properties/history.ts'
import { validatorOf } from '../support/openapi/validator.ts'
import { fullInboundWire, fullOutboundWire } from '../support/wire.ts'

const bank = createBank({ seed: 7 })
const { accountNumber } = bank.masterAccount
const subledger = bank.subledgers.create({ masterAccountNumber: accountNumber, title: 'Customer' }).accountNumber

/** Values at which checks turn: the right ones, and those that miss by one. */
const turning = fc.constantFrom<unknown>(
  ...[accountNumber, subledger, '2497519675', '312345678902', '3123456789', '24975196740'],
  ...['011000138', '011000139', '000000000', '01100013', '0110001380'],
  ...[0, 1, -1, 0.5, 10_000, 9_007_199_254_740_991, 9_007_199_254_740_992, 1e21, -0, null, true, [], {}],
  ...['', 'x', 'x'.repeat(16), 'x'.repeat(17), 'x'.repeat(34), 'x'.repeat(35), 'x'.repeat(36), 'x'.repeat(255)],
  ...['x'.repeat(256), 'CTR', 'SVC', 'ABC', 'ctr', 'D', 'F', 'd', 'Push', 'Poll', 'push', 'Basic', 'Extended'],
  ...['All', 'Account', 'SubAccounts', 'SubAccount', 'Ach', 'Wire', 'Internal', 'ach', 'Debit', 'Credit', 'usd', 'USD'],
  ...['Deposit', 'Incoming ACH', 'Fee', 'Partner', 'Internal', 'Wire.Payment.Sent', 'LoanUpdated', 'Outbound'],
  ...[
    'f78aaf22-435e-45a4-81e5-058273e47797',
    'F78AAF22-435E-45A4-81E5-058273E47797',
    'f78aaf22435e45a481e5058273e47797',
  ],
  ...['https://p.example', 'HTTP://p.example', 'http:p.example', 'ftp://p.example', 'https://', 'https://p .example'],
  ...['https://exämple.test/ä', ' https://p.example', 'https://[::1]:80/?#', 'http://256.256.256.256'],
  ...['2026-03-02T09:00:00.000-05:00', '2026-02-30T09:00:00.000-05:00', '2026-03-02T00:00:00.000-05:00'],
  ...[
    '2026-03-02T24:00:00.000-05:00',
    '2026-03-02T09:00:60.000-05:00',
    '2026-03-02T09:00:00Z',
    '2026-03-02T09:60:00.000-05:00',
  ],
  ...['2026-03-02T09:00:00.000+24:00', '2026-03-02T09:00:00.000+23:59', '2026-03-02T23:59:60.000-00:00'],
)

const party = { idCode: 'F', identifier: '011000138', name: 'Example', address1: 'a', address2: 'b', address3: 'c' }

/** A right body of each call that takes one, with every field. */
const bodies: Partial<Record<keyof typeof endpoints, object>> = {
  createWire: fullOutboundWire(bank, { intermediaryFi: party as never }),
  simulateInboundWire: fullInboundWire(bank),
  registerWebhook: {
    partnerId: bank.partner.id,
    eventName: 'Wire.Payment.Sent',
    registrationType: 'Push',
    type: 'Push',
    callbackUrl: 'https://partner.example/hooks',
    format: 'Basic',
    authUsername: 'a',
    authPassword: 'b',
  },
  updateWebhook: {
    eventName: 'Wire.Payment.Sent',
    type: 'Poll',
    callbackUrl: 'https://partner.example',
    format: 'Basic',
  },
  createRestriction: {
    subAccountNumber: subledger,
    appliesTo: 'All',
    rail: 'Ach',
    transactionType: 'Debit',
    otherAccountType: 'Deposit',
    amountThreshold: 0,
    transactionCode: 'Fee',
    reason: 'a',
    notes: 'b',
    type: 'Partner',
  },
  updateRestriction: { appliesTo: 'All', amountThreshold: 1, reason: 'a' },
  createSubledger: {
    masterAccountNumber: accountNumber,
    title: 'Customer 17',
    beneficiary: { entityName: 'a', city: 'b', countryCode: 'c', notes: 'd' },
    customerId: 'e',
    clientIdentifier: 'f',
  },
  transferFunds: {
    debitAccountNumber: accountNumber,
    creditAccountNumber: subledger,
    transactionCode: 'Fee',
    amount: 1,
    description: 'a',
    currency: 'usd',
    clientIdentifier: 'b',
  },
}

const strict: AssumptionOverrides = {
  'errors.unknownFields': 'refused',
  'requests.null': 'refused',
  'webhooks.eventNames': 'listed',
}
const lax: AssumptionOverrides = {
  'wires.routingNumberCheck': 'ignored',
  'wires.originator': 'ignored',
  'wires.fieldLengths': 'ignored',
  'wires.businessFunctionCodes': 'any',
  'restrictions.values': 'any',
  'subledgers.titleLength': 'ignored',
}
const worlds = { 'the defaults': {}, 'the strictest assumptions': strict, 'the laxest assumptions': lax }
// The bounds of a wire, and what a token request needs, are the operations' business: the tests of the document hold them.
const unbounded: AssumptionOverrides = { 'limits.amountMaximum': Number.MAX_SAFE_INTEGER }
const cases = keysOf(endpoints).flatMap((name) =>
  endpoints[name].body && name !== 'requestToken'
    ? Object.entries(worlds).map(([words, assume]) => [name, words, { ...assume, ...unbounded }] as const)
    : [],
)

it.each(cases)('says of a body of %s under %s what the bank does with it [§4]', async (name, _, assume) => {
  const right = bodies[name] as object
  const schema = endpoints[name].body as z.ZodMiniType
  const isValid = validatorOf(await openapi({ assume: assume as AssumptionOverrides }))
  const documented = { $ref: `#/components/schemas/${requestName(name)}` }
  const check = (value: unknown) => {
    const notes = new AssumptionNotes(name)
    const parsed = parse(schema, value, { overrides: assume as AssumptionOverrides, notes })
    const problems = 'problems' in parsed ? parsed.problems : []
    // JSON Schema has no words for the equality of two fields.
    const isBeyond =
      problems.length > 0 && problems.every(({ path }) => path === 'originator') && isValid(documented, value)
    if (!isBeyond)
      expect({ value, isAccepted: isValid(documented, value) }).toEqual({ value, isAccepted: problems.length === 0 })
  }

  check(right)
  expect(isValid(documented, right)).toBe(true)
  const json = fc.oneof({ weight: 4, arbitrary: turning }, { weight: 1, arbitrary: anyJson })
  const nested = fc.constantFrom(...Object.keys({ ...party, ...right, city: 1 }))
  const deep = fc.tuple(fc.constantFrom(...Object.keys(right)), nested, json).map(([at, inner, value]) => {
    const before = (right as Record<string, unknown>)[at]
    return typeof before === 'object' && before !== null ? { ...right, [at]: { ...before, [inner]: value } } : right
  })
  const less = fc.subarray(Object.entries(right)).map((fields) => Object.fromEntries(fields))
  const lesser = fc
    .tuple(less, fc.constantFrom(...Object.keys(right)), json)
    .map(([body, at, value]) => ({ ...body, [at]: value }))
  const values = fc.oneof(nearly(right, json), deep, less, lesser, json)
  fc.assert(fc.property(values.map(asJson), check), always(400))
})

it('says of an answer what its schema does [§4]', async () => {
  const named = answerSchemas()
  const schemas = [...named.keys()]
  const isValid = validatorOf(await openapi())
  const exchanges = await runCalls(createBank({ seed: 7 }))
  const events = [...runEvents(createBank({ seed: 7 }), eventNamesOf(undefined)).values()]
  const answers = [...exchanges.flatMap(({ answer }) => (answer === '' ? [] : JSON.parse(answer))), ...events]
  const json = fc.oneof({ weight: 4, arbitrary: turning }, { weight: 1, arbitrary: anyJson })
  const objects = answers.filter((answer) => !Array.isArray(answer))
  const value = fc
    .constantFrom(...objects)
    .chain((answer) => nearly(answer, json))
    .map(asJson)
  const check = (schema: (typeof schemas)[number], given: unknown) => {
    const isRight = (schema as z.ZodMiniType).safeParse(given).success
    const name = named.get(schema)
    const isDocumented = isValid({ $ref: `#/components/schemas/${name}` }, given)
    if (isDocumented !== isRight) throw new Error(`${name}: ${JSON.stringify(given)} is ${isRight ? '' : 'not '}right`)
  }

  expect(answers.length).toBeGreaterThan(50)
  for (const answer of answers) for (const schema of schemas) check(schema, answer)
  fc.assert(
    fc.property(value, (given) => {
      for (const schema of schemas) check(schema, given)
    }),
    always(1_000),
  )
})

it('says of a parameter what the bank does with it [§4]', () => {
  const isValid = validatorOf({ components: { schemas: {} } } as never)
  const texts = fc
    .oneof(turning.map(String), fc.constantFrom('1', '50', '51', '999999999', '1000000000', '1.5', '1e1'))
    .filter((text) => !/^0\d+$/.test(text))
  for (const name of keysOf(endpoints)) {
    for (const part of ['parameters', 'query'] as const) {
      const schema = endpoints[name][part] as z.ZodMiniObject | undefined
      if (schema === undefined || name === 'getLoanSummary') continue
      for (const { name: parameter, schema: documented } of parametersOf(schema, valuesWith({}))) {
        fc.assert(
          fc.property(texts, (text) => {
            const meant = documented['type'] === 'integer' && /^[1-9]\d*$/.test(text) ? Number(text) : text
            const isAccepted = (schema.shape[parameter] as z.ZodMiniType).safeParse(text).success
            expect({ parameter, text, is: isValid(documented, meant) }).toEqual({ parameter, text, is: isAccepted })
          }),
          always(100),
        )
      }
    }
  }
  expect.hasAssertions()
})

it('names the parameters of the loan summary that the specification names [§4 call 9]', () => {
  const named = keysOf(loanParameters())

  expect(named).toEqual(['id', 'Skip', 'Take', 'OrderBy', 'OrderByDesc', 'Include', 'Meta', 'jsconfig'])
})

it('refuses to export a check that states nothing [§4]', () => {
  const silent = z.string().check(z.refine((text) => text !== ''))

  expect(() => jsonSchemaOf(silent, { values: valuesWith({}), of: 'request' })).toThrow('it states nothing')
})

it('has one name for each schema [§4]', () => {
  for (const named of [requestSchemas(), answerSchemas()]) {
    const names = [...named.values()]
    expect(new Set(names).size).toBe(names.length)
  }
  const both = { values: valuesWith({}), of: 'answer' } as const
  expect(Object.keys(jsonSchemasOf(answerSchemas(), both))).toContain('WirePayment')
})

/** What is left of a value on its way as JSON. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value) ?? 'null')
}
