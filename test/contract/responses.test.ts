import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import type * as z from 'zod/mini'
import { endpoints } from '../../src/contract/endpoints.ts'
import { bankingError, loanError, oauthError } from '../../src/contract/error.ts'
import { notification } from '../../src/contract/webhook.ts'
import { restrictionRequest, subledgerRequest } from '../support/calls.ts'
import { inboundWire, outboundWire } from '../support/wire.ts'

type Answer = Record<string, unknown>

const answers: { name: keyof typeof endpoints; answer: () => Answer }[] = [
  { name: 'requestToken', answer: () => ({ ...createBank().tokens.issue() }) },
  {
    name: 'createWire',
    answer: () => {
      const bank = createBank()
      return { ...bank.wires.create(outboundWire(bank)) }
    },
  },
  {
    name: 'getWire',
    answer: () => {
      const bank = createBank({ release: 'instant' })
      return { ...bank.wires.get(bank.wires.create(outboundWire(bank)).id) }
    },
  },
  {
    name: 'simulateInboundWire',
    answer: () => {
      const bank = createBank()
      return { ...bank.wires.simulateInbound(inboundWire(bank)) }
    },
  },
  {
    name: 'registerWebhook',
    answer: () => {
      const bank = createBank()
      const eventName = 'Wire.Payment.Sent'
      const callbackUrl = 'https://partner.example/hooks'
      return { ...bank.webhooks.register({ partnerId: bank.partner.id, eventName, type: 'Push', callbackUrl }) }
    },
  },
  {
    name: 'createRestriction',
    answer: () => {
      const bank = createBank()
      const request = { ...restrictionRequest(), appliesTo: 'All' } as const
      return { ...bank.restrictions.create({ accountNumber: bank.masterAccount.accountNumber, ...request }) }
    },
  },
  {
    name: 'createSubledger',
    answer: () => {
      const bank = createBank()
      return { ...bank.subledgers.create(subledgerRequest(bank)) }
    },
  },
  { name: 'listSubledgers', answer: () => ({ ...createBank().subledgers.list() }) },
  { name: 'getLoanSummary', answer: () => ({ ...createBank().loans.summary() }) },
  { name: 'listWires', answer: () => ({ ...createBank().wires.list() }) },
]

it.each(answers)('accepts the answer of $name and refuses it with a field too much [§4]', ({ name, answer }) => {
  const response = endpoints[name].response as z.ZodMiniType
  const value = answer()

  const [asItIs, withMore] = [response.safeParse(value), response.safeParse({ ...value, surprise: 1 })]

  expect(asItIs.error?.issues).toBeUndefined()
  expect(withMore.error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['surprise'] }])
})

/** The fields that an answer may be without. */
const optional =
  /^(coreTransactionId|fedBatch|imad|omad|receipt|purpose|.*At$|postingCode)|^(beneficiaryReference|beneficiary|notes|Meta)$/

it.each(answers)('refuses an answer of $name without any one of its needed fields [§4]', ({ name, answer }) => {
  const response = endpoints[name].response as z.ZodMiniType
  const whole = answer()
  const needed = Object.keys(whole).filter((field) => !optional.test(field))

  expect(needed).not.toEqual([])
  for (const field of needed) {
    const { [field]: _, ...rest } = whole
    expect(response.safeParse(rest).error?.issues, field).toMatchObject([{ path: [field] }])
  }
})

it('refuses a loan event name that is not documented [§4 call 10]', () => {
  const response = endpoints.getLoanEvents.response as z.ZodMiniType

  expect(response.safeParse(createBank().loans.events()).success).toBe(true)
  expect(response.safeParse(['LoanUpdated']).success).toBe(false)
})

it('refuses a party in a wire with a field too much [§2.2]', () => {
  const bank = createBank()
  const wire = bank.wires.create(outboundWire(bank))

  const result = (endpoints.getWire.response as z.ZodMiniType).safeParse({
    ...wire,
    beneficiary: { ...wire.beneficiary, city: 'x' },
  })

  expect(result.error?.issues).toMatchObject([{ path: ['beneficiary'], keys: ['city'] }])
})

it.each([
  ['status', 'created'],
  ['direction', 'Out'],
  ['amount', 0.5],
  ['amount', '100'],
  ['imad', '20260302SIMULATE1'],
  ['createdAt', '2026-03-02T09:00:00Z'],
  ['effectiveDate', '2026-03-02T09:00:00.000-05:00'],
  ['id', '17'],
  ['postingCode', 'NO'],
  ['referenceId', 'X00000000000'],
])('refuses a wire record whose %s is %j [§2.4]', (field, value) => {
  const bank = createBank()
  const wire = bank.wires.create(outboundWire(bank))

  const result = (endpoints.getWire.response as z.ZodMiniType).safeParse({ ...wire, [field]: value })

  expect(result.error?.issues).toMatchObject([{ path: [field] }])
})

it('accepts the notifications of a bank and refuses them with a field too much [§2.7]', () => {
  const bank = createBank()
  bank.wires.simulateInbound(inboundWire(bank))
  const [event] = bank.events

  expect(notification.safeParse(event).error?.issues).toBeUndefined()
  expect(notification.safeParse({ ...event, surprise: 1 }).success).toBe(false)
})

it.each([
  ['banking', bankingError, { errors: [{ code: 1000, message: 'no' }] }],
  ['token', oauthError, { error: 'access_denied', error_description: 'Unauthorized' }],
  ['loan', loanError, { ResponseStatus: { ErrorCode: 'NotFound', Message: 'no', Errors: [] } }],
] as const)('knows the error body of the %s service, and no more than it [§7]', (_, schema, body) => {
  expect(schema.safeParse(body).success).toBe(true)
  expect(schema.safeParse({ ...body, surprise: 1 }).success).toBe(false)
  expect(schema.safeParse({}).success).toBe(false)
})

it.each([999, 10_000, 1000.5])('refuses the error code %d [§7]', (code) => {
  const result = bankingError.safeParse({ errors: [{ code, message: 'no' }] })

  expect(result.success).toBe(false)
})
