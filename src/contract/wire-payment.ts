/** Wire requests and the payment record. (§2.3, §2.4, §2.5) */

import * as z from 'zod'
import { isRecord } from '../core/kernel/is-record.ts'
import { namesOf } from '../core/kernel/names.ts'
import { postingCodes } from '../core/ledger/posting-codes.ts'
import { businessFunctionCodes, meaningOf, paymentTypes } from '../core/wires/business-function-code.ts'
import { getWire, listWires } from '../core/wires/find-wire.ts'
import { simulateInbound } from '../core/wires/inbound.ts'
import { cancelWire, createWire } from '../core/wires/outbound.ts'
import {
  type InboundWireRequest,
  postingStatuses,
  type Unchecked,
  type WirePayment,
  type WirePaymentRequest,
} from '../core/wires/wire.ts'
import { wireStatuses } from '../core/wires/wire-status.ts'
import { endpointsOf } from './endpoint.ts'
import { inquiry, operation } from './operation.ts'
import { intermediaryParty, party, partyRecord } from './party.ts'
import {
  type AsJson,
  accountNumber,
  amountFrom,
  amountText,
  choiceOf,
  midnight,
  narrow,
  page,
  pageParameters,
  pageQuery,
  routingNumber,
  text,
  timestamp,
  uuid,
} from './primitives.ts'
import { type Statement, waivable } from './statement.ts'

const businessFunctionCode = z
  .string()
  .regex(/^[A-Z]{3}$/, 'must be three capital letters')
  .refine(
    (code) => !/^[A-Z]{3}$/.test(code) || businessFunctionCodes.includes(code),
    waivable('wires.businessFunctionCodes', `must be one of ${businessFunctionCodes.join(' ')}`, {
      enum: businessFunctionCodes,
    }),
  )

const codesWithoutAmount = businessFunctionCodes.filter((code) => !meaningOf(code).needsAmount)

/** Every message but a service message has an amount. */
const lacksNoAmount = ({
  businessFunctionCode,
  amount,
}: {
  businessFunctionCode: string
  amount?: number | undefined
}) => Boolean(amount) || !meaningOf(businessFunctionCode).needsAmount
const amountProblem = {
  path: ['amount'],
  // Looked at beside other problems too; what is no amount at all is told by the field.
  when: ({ value }: { value: unknown }) => isRecord(value) && (value.amount === undefined || value.amount === 0),
  error: ({ input }: { input?: unknown }) =>
    (input as { amount?: unknown }).amount === undefined ? 'is required' : amountText(1),
  params: {
    states: {
      if: { properties: { businessFunctionCode: { enum: codesWithoutAmount } }, required: ['businessFunctionCode'] },
      else: { properties: { amount: { type: 'integer', minimum: 1 } }, required: ['amount'] },
    },
  } satisfies Statement,
}

const wireFields = z.strictObject({
  accountNumber,
  businessFunctionCode,
  receiverRoutingNumber: routingNumber,
  beneficiaryFi: party.optional(),
  intermediaryFi: intermediaryParty.optional(),
  beneficiary: party,
  beneficiaryReference: narrow(16).optional(),
  originatorToBeneficiary1: narrow(35).optional(),
  originatorToBeneficiary2: narrow(35).optional(),
  originatorToBeneficiary3: narrow(35).optional(),
  originatorToBeneficiary4: narrow(35).optional(),
  originator: party.optional(),
  amount: amountFrom(0).optional(),
  purpose: text,
  clientIdentifier: text,
})

/** The originator, when supplied, is the account that pays. */
const originatorProblem = {
  path: ['originator'],
  // Looked at beside other problems too, where the originator itself can be read.
  when: ({ value }: { value: unknown }) =>
    typeof (value as Partial<WirePaymentRequest> | null)?.originator?.idCode === 'string',
  ...waivable(
    'wires.originator',
    'must have idCode D and the originating account as identifier',
    { properties: { originator: { properties: { idCode: { const: 'D' } } } } },
    'The identifier of the originator is the accountNumber.',
  ),
}

export const wirePaymentRequest = wireFields
  .refine(
    ({ accountNumber, originator }) =>
      !originator || (originator.idCode === 'D' && originator.identifier === accountNumber),
    originatorProblem,
  )
  .refine(lacksNoAmount, amountProblem) satisfies z.ZodType<Unchecked<WirePaymentRequest>>

/** What goes with a request of the function API; over HTTP it is a header. */
export const createWireOptions = z.strictObject({ idempotencyKey: z.string().optional() })

export const inboundWireRequest = z
  .strictObject({
    accountNumber,
    originator: party,
    businessFunctionCode,
    senderRoutingNumber: routingNumber,
    senderDiName: narrow(35).min(1, 'must not be empty'),
    originatorFi: party,
    beneficiaryReference: narrow(16).optional(),
    amount: amountFrom(0).optional(),
  })
  .refine(lacksNoAmount, amountProblem) satisfies z.ZodType<Unchecked<InboundWireRequest>>

/** The form of an `imad` and an `omad`. */
const accountability = z.string().regex(/^\d{8}[A-Z0-9]{8}\d{6}$/)
const fourDigits = z.string().regex(/^\d{4}$/)
const wirePayment = z.strictObject({
  id: uuid,
  accountNumber,
  coreTransactionId: uuid.optional(),
  referenceId: z.string().regex(/^W[0-9A-Z]{11}$/),
  fedBatchId: uuid.optional(),
  fedBatchSequence: z.int().min(1).optional(),
  direction: z.enum(['Outbound', 'Inbound']),
  paymentType: choiceOf(paymentTypes),
  source: z.enum(['Api', 'API']),
  status: z.enum(namesOf(wireStatuses)),
  posting: z.enum(postingStatuses),
  amount: amountFrom(0),
  currency: z.literal('usd'),
  purpose: text,
  imad: accountability.optional(),
  omad: accountability.optional(),
  businessFunctionCode: z.string(),
  typeCode: fourDigits,
  senderRoutingNumber: z.string(),
  senderName: z.string(),
  senderReference: z.string().regex(/^[0-9A-Z]{1,16}$/),
  receiverRoutingNumber: z.string(),
  receiverName: z.string(),
  originatingFi: partyRecord,
  originator: partyRecord,
  beneficiaryFi: partyRecord,
  beneficiary: partyRecord,
  beneficiaryReference: text,
  receiptDate: fourDigits.optional(),
  receiptTime: fourDigits.optional(),
  wasReversed: z.boolean(),
  isInternational: z.boolean(),
  createdAt: timestamp,
  processedAt: timestamp.optional(),
  completedAt: timestamp.optional(),
  postedAt: timestamp.optional(),
  lastModifiedAt: timestamp.optional(),
  effectiveDate: midnight,
  originalPaymentId: uuid,
  partnerId: uuid,
  productId: uuid,
  postingCode: z.enum(namesOf(postingCodes)).optional(),
}) satisfies z.ZodType<AsJson<WirePayment>>

const id = z.strictObject({ id: uuid })

// biome-ignore format: read it as a table
export const wireOperations = {
  'wires.create': operation(createWire, 'originate a wire', '§2.3', wirePaymentRequest),
  'wires.simulateInbound': operation(simulateInbound, 'simulate an inbound wire', '§2.5', inboundWireRequest),
  'wires.cancel': operation(cancelWire, 'cancel the wire', '§3'),
  'wires.get': inquiry(getWire, 'read the wire', '§2.4'),
  'wires.list': inquiry(listWires, 'list wires', '§4', pageQuery),
} as const

// biome-ignore format: read it as a table
export const wireEndpoints = endpointsOf('banking', wireOperations, {
  createWire: {
    method: 'POST', path: '/wires/v1/payments', aliases: ['/v1/payments'], operation: 'wires.create',
    body: wirePaymentRequest, response: wirePayment, summary: 'originate an outbound wire', section: '§2.3',
    source: 'specified',
  },
  getWire: {
    method: 'GET', path: '/wires/v1/payments/{id}', aliases: ['/v1/payments/{id}'], operation: 'wires.get', parameters: id,
    response: wirePayment, summary: 'look a wire up', section: '§2.4', source: 'specified',
  },
  simulateInboundWire: {
    method: 'POST', path: '/wires/v1/payments/simulations', aliases: ['/v1/payments/simulations'],
    operation: 'wires.simulateInbound', body: inboundWireRequest, response: wirePayment, summary: 'simulate an inbound wire',
    section: '§2.5', source: 'specified',
  },
  listWires: {
    method: 'GET', path: '/wires/v1/payments', aliases: ['/v1/payments'], operation: 'wires.list',
    query: z.object(pageParameters), response: page(wirePayment), summary: 'list wires, page by page', section: '§4',
  },
  cancelWire: {
    method: 'POST', path: '/wires/v1/payments/{id}/cancel', aliases: ['/v1/payments/{id}/cancel'], operation: 'wires.cancel',
    parameters: id, response: wirePayment, summary: 'withdraw a wire on Hold or Pending', section: '§3',
  },
})
