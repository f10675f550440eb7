/** Wires: the requests, the payment record, the operations and the endpoints. (§2.3, §2.4, §2.5) */
import * as z from 'zod/mini'
import { isRecord } from '../core/kernel/json.ts'
import { keysOf } from '../core/kernel/keys.ts'
import { postingCodes } from '../core/ledger/posting-codes.ts'
import { businessFunctionCodes, meaningOf, paymentTypes } from '../core/wires/business-function-code.ts'
import { simulateInbound } from '../core/wires/inbound.ts'
import { cancelWire, createWire } from '../core/wires/outbound.ts'
import { plausibleInbound, plausibleWire } from '../core/wires/plausible-wire.ts'
import { getWire, listWires } from '../core/wires/read-wire.ts'
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
import { party, partyRecord, unnamedParty } from './party.ts'
import {
  type AsJson,
  accountNumber,
  amountFrom,
  amountText,
  choiceOf,
  midnight,
  narrow,
  pageQuery,
  routingNumber,
  type Statement,
  text,
  textLike,
  timestamp,
  uuid,
  waivable,
} from './primitives.ts'
import { type Decides, inOrder, page, recordFrom, request, strictObject } from './record.ts'

const businessFunctionCode = z.string().check(
  z.regex(/^[A-Z]{3}$/, 'must be three capital letters'),
  z.refine(
    (code) => !/^[A-Z]{3}$/.test(code) || businessFunctionCodes.includes(code),
    waivable('wires.businessFunctionCodes', `must be one of ${businessFunctionCodes.join(' ')}`, {
      enum: businessFunctionCodes,
    }),
  ),
)

const codesWithoutAmount = businessFunctionCodes.filter((code) => !meaningOf(code).needsAmount)

const hasAmountUnlessService = z.refine<Pick<Unchecked<WirePaymentRequest>, 'amount' | 'businessFunctionCode'>>(
  ({ amount, businessFunctionCode }) => Boolean(amount) || !meaningOf(businessFunctionCode).needsAmount,
  {
    path: ['amount'],
    // Checked even if other fields are wrong, so that one answer lists all problems. The schema of the field refuses other amounts.
    when: ({ value }) => isRecord(value) && (value.amount === undefined || value.amount === 0),
    error: ({ input }) => ((input as { amount?: unknown }).amount === undefined ? 'is required' : amountText(1)),
    params: {
      states: {
        if: { properties: { businessFunctionCode: { enum: codesWithoutAmount } }, required: ['businessFunctionCode'] },
        else: {
          additionalProperties: true,
          properties: { amount: { type: 'integer', minimum: 1 } },
          required: ['amount'],
        },
      },
    } satisfies Statement,
  },
)

const isOutbound: Decides = (_, { direction }) => direction === 'Outbound'
const lineToBeneficiary = ['wires.originatorToBeneficiary', z.optional(narrow(35))] as const

export const wirePaymentRequest = request(
  'wires.requiredFields',
  () =>
    ({
      accountNumber,
      businessFunctionCode: ['wires.businessFunctionCodes', businessFunctionCode],
      receiverRoutingNumber: [
        'wires.ownAccounts',
        routingNumber,
        (number, _, values) => number === values['bank.routingNumber'],
      ],
      beneficiaryFi: z.optional(unnamedParty),
      intermediaryFi: ['wires.intermediary', z.optional(unnamedParty)],
      beneficiary: party,
      beneficiaryReference: z.optional(narrow(16)),
      originatorToBeneficiary1: lineToBeneficiary,
      originatorToBeneficiary2: lineToBeneficiary,
      originatorToBeneficiary3: lineToBeneficiary,
      originatorToBeneficiary4: lineToBeneficiary,
      originator: z.optional(unnamedParty),
      // A message that moves no money may say 0.
      amount: z.optional(amountFrom(0, 1)),
      purpose: text,
      clientIdentifier: text,
    }) as const,
  z.refine(
    ({ accountNumber, originator }) =>
      !originator || (originator.idCode === 'D' && originator.identifier === accountNumber),
    {
      path: ['originator'],
      // The bank checks this even if other fields are wrong, provided that the originator itself can be read.
      when: ({ value }) => typeof (value as Partial<WirePaymentRequest> | null)?.originator?.idCode === 'string',
      ...waivable(
        'wires.originator',
        'must have idCode D and the originating account as identifier',
        { properties: { originator: { properties: { idCode: { const: 'D' } } } } },
        'The identifier of the originator is the accountNumber.',
      ),
    },
  ),
  hasAmountUnlessService,
) satisfies z.ZodMiniType<Unchecked<WirePaymentRequest>>

/** The options that the function API takes besides the request. Over HTTP, the key is a header. */
export const createWireOptions = strictObject(() => ({ idempotencyKey: z.optional(z.string()) }))

export const inboundWireRequest = request(
  'wires.inboundRequiredFields',
  () => ({
    accountNumber,
    originator: party,
    businessFunctionCode: ['wires.businessFunctionCodes', businessFunctionCode],
    senderRoutingNumber: routingNumber,
    senderDiName: narrow(35).check(z.minLength(1, 'must not be empty')),
    originatorFi: party,
    beneficiaryReference: z.optional(narrow(16)),
    amount: z.optional(amountFrom(0, 1)),
  }),
  hasAmountUnlessService,
) satisfies z.ZodMiniType<Unchecked<InboundWireRequest>>

/** The form of an `imad` and an `omad`. */
const accountability = textLike(/^\d{8}[A-Z0-9]{8}\d{6}$/)
const fourDigits = textLike(/^\d{4}$/)
export const wirePayment = recordFrom('§2.4', 'wire payment', () => ({
  id: uuid,
  accountNumber: accountNumber,
  coreTransactionId: z.optional(uuid),
  referenceId: ['wires.reference', textLike(/^W[0-9A-Z]{11}$/)],
  fedBatchId: z.optional(uuid),
  fedBatchSequence: ['wires.batches', z.optional(z.int().check(z.gte(1)))],
  direction: z.enum(['Outbound', 'Inbound']),
  paymentType: ['wires.paymentType', choiceOf(paymentTypes)],
  source: ['wires.source', z.enum(['Api', 'API'])],
  status: z.enum(keysOf(wireStatuses)),
  posting: z.enum(postingStatuses),
  amount: amountFrom(0),
  currency: z.literal('usd'),
  purpose: text,
  imad: ['wires.imadSource', z.optional(accountability)],
  omad: ['wires.imadSource', z.optional(accountability)],
  businessFunctionCode: z.string(),
  typeCode: ['wires.typeCode', fourDigits],
  senderRoutingNumber: ['bank.routingNumber', z.string()],
  senderName: ['bank.name', z.string()],
  senderReference: ['wires.reference', textLike(/^[0-9A-Z]{1,16}$/)],
  receiverRoutingNumber: z.string(),
  receiverName: ['wires.institutionNames', z.string(), isOutbound],
  originatingFi: partyRecord,
  originator: partyRecord,
  beneficiaryFi: partyRecord,
  beneficiary: partyRecord,
  beneficiaryReference: text,
  receiptDate: ['wires.receiptTime', z.optional(fourDigits)],
  receiptTime: ['wires.receiptTime', z.optional(fourDigits)],
  wasReversed: ['wires.reversing', z.boolean(), (wasReversed) => wasReversed === true],
  isInternational: ['wires.isInternational', z.boolean()],
  createdAt: timestamp,
  processedAt: z.optional(timestamp),
  completedAt: z.optional(timestamp),
  postedAt: z.optional(timestamp),
  lastModifiedAt: z.optional(timestamp),
  effectiveDate: ['wires.effectiveDate', midnight, isOutbound],
  originalPaymentId: uuid,
  partnerId: uuid,
  productId: uuid,
  postingCode: ['wires.postingCode', z.optional(z.enum(keysOf(postingCodes)))],
})) satisfies z.ZodMiniType<AsJson<WirePayment>>

// biome-ignore format: read it as a table
export const wireOperations = {
  'wires.create': operation(createWire, 'originate a wire', '§2.3', wirePaymentRequest, { restsOn: ['wires.creationChecks'] }),
  'wires.simulateInbound': operation(simulateInbound, 'simulate an inbound wire', '§2.5', inboundWireRequest, { restsOn: ['wires.inboundAcceptance'] }),
  'wires.cancel': operation(cancelWire, 'cancel the wire', '§3', undefined, { restsOn: ['wires.canceling'] }),
  'wires.get': inquiry(getWire, 'read the wire', '§2.4'),
  'wires.list': inquiry(listWires, 'list wires', '§4', pageQuery, inOrder),
} as const

// biome-ignore format: read it as a table
export const wireEndpoints = endpointsOf('banking', wireOperations, {
  createWire: {
    method: 'POST', path: '/wires/v1/payments', aliases: { '/v1/payments': 'assumed' }, operation: 'wires.create',
    body: wirePaymentRequest, example: ({ accountNumber }) => plausibleWire(accountNumber), response: wirePayment, summary: 'originate an outbound wire', source: 'specified',
  },
  getWire: {
    method: 'GET', path: '/wires/v1/payments/{id}', aliases: { '/v1/payments/{id}': 'specified' }, operation: 'wires.get',
    response: wirePayment, summary: 'look a wire up', source: 'specified',
  },
  simulateInboundWire: {
    method: 'POST', path: '/wires/v1/payments/simulations', aliases: { '/v1/payments/simulations': 'specified' },
    operation: 'wires.simulateInbound', body: inboundWireRequest, example: ({ accountNumber }) => plausibleInbound(accountNumber),
    response: wirePayment, summary: 'simulate an inbound wire', source: 'specified',
  },
  listWires: {
    method: 'GET', path: '/wires/v1/payments', aliases: { '/v1/payments': 'assumed' }, operation: 'wires.list',
    response: page(wirePayment), summary: 'list wires, page by page', assumption: 'subledgers.listQuery',
  },
  cancelWire: {
    method: 'POST', path: '/wires/v1/payments/{id}/cancel', aliases: { '/v1/payments/{id}/cancel': 'assumed' }, operation: 'wires.cancel',
    response: wirePayment, summary: 'withdraw a wire on Hold or Pending', assumption: 'wires.canceling',
  },
})
