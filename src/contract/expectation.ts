/** Outcomes by name: what a test gives to ask for one. (§2.4, §3) */
import * as z from 'zod/mini'
import { expectOutcome } from '../core/faults/expectation.ts'
import type { ExpectationRequest } from '../core/faults/state.ts'
import { namesOf } from '../core/kernel/names.ts'
import { nearest } from '../core/kernel/nearest.ts'
import { type PostingCode, postingCodes, type RefusalCode } from '../core/ledger/posting-codes.ts'
import { operation, type Schema } from './operation.ts'
import { duration, type JsonSchema, type Statement, shortText, stated } from './primitives.ts'
import { strictObject } from './record.ts'
import { transactionRequest } from './transaction.ts'
import { inboundWireRequest, wirePaymentRequest } from './wire-payment.ts'

const isRefusal = (code: PostingCode): code is RefusalCode => code !== 'OK'
const refusals = namesOf(postingCodes).filter(isRefusal)

/** The fields by which a payment can be told from others. */
const fieldsOf = {
  wire: () => ['direction', ...namesIn(wirePaymentRequest), ...namesIn(inboundWireRequest)],
  transaction: () => namesIn(transactionRequest),
} as const satisfies Record<ExpectationRequest['of'], () => string[]>

function has(field: string, value: string): JsonSchema {
  return { properties: { [field]: { const: value } } }
}

const namesIn = (schema: Schema) => Object.keys((schema as z.ZodMiniObject).shape)
const unknownField = ({ of, match }: ExpectationRequest) =>
  Object.keys(match).find((name) => !fieldsOf[of]().includes(name))

function problemOfMatch(request: ExpectationRequest): string {
  const name = unknownField(request) as string
  return `has the field "${name}", which no request has${nearest(name, fieldsOf[request.of]())}`
}

/** What goes together: each with what is told where it does not, and the same as JSON Schema. */
const agreements: readonly (readonly [
  path: string,
  holds: (request: ExpectationRequest) => boolean,
  told: string,
  states: JsonSchema,
])[] = [
  [
    'status',
    ({ of, status }) => of === 'wire' || status === 'Rejected',
    'must be Rejected: a transaction is decided at once, and is on no hold',
    { anyOf: [has('of', 'wire'), has('status', 'Rejected')] },
  ],
  [
    'postingCode',
    ({ status, postingCode, reason }) => status === 'Rejected' || (postingCode ?? reason) === undefined,
    'and reason are of an outcome that is Rejected',
    { dependentSchemas: { postingCode: has('status', 'Rejected'), reason: has('status', 'Rejected') } },
  ],
  [
    'afterHold',
    ({ status, afterHold, reversedAfter }) => status === 'Completed' || (afterHold ?? reversedAfter) === undefined,
    'and reversedAfter are of an outcome that is Completed',
    { dependentSchemas: { afterHold: has('status', 'Completed'), reversedAfter: has('status', 'Completed') } },
  ],
  [
    'nth',
    ({ nth, every }) => nth === undefined || every !== true,
    'and every exclude each other',
    { dependentSchemas: { nth: { properties: { every: { const: false } } } } },
  ],
]

export const expectation = strictObject(
  () => ({
    of: z.enum(['wire', 'transaction']),
    match: z.record(z.string(), z.unknown()),
    nth: z.optional(z.int('must be a whole number').check(z.gte(1, 'must be at least 1'))),
    every: z.optional(z.boolean()),
    status: z.enum(['Completed', 'Rejected', 'Hold'], { error: 'must be Completed, Rejected or Hold' }),
    postingCode: z.optional(z.enum(refusals, { error: `must be one of ${refusals.join(', ')}` })),
    reason: z.optional(shortText),
    afterHold: z.optional(duration),
    reversedAfter: z.optional(duration),
  }),
  z.refine((given) => unknownField(given as ExpectationRequest) === undefined, {
    path: ['match'],
    error: ({ input }) => problemOfMatch(input as ExpectationRequest),
    params: { states: {}, beyond: 'Each field of match is one of the request, or its direction.' } satisfies Statement,
  }),
  ...agreements.map(([path, holds, told, states]) =>
    z.refine((given) => holds(given as ExpectationRequest), { path: [path], ...stated(told, states) }),
  ),
) satisfies z.ZodMiniType<ExpectationRequest>

export const expectationOperations = {
  'outcomes.expect': operation(expectOutcome, 'expect the outcome', '§3', expectation),
} as const
