/** The input with which a test decides how a payment will end. (§2.4, §3) */
import * as z from 'zod/mini'
import { expectOutcome } from '../core/faults/outcomes.ts'
import type { ExpectationRequest } from '../core/faults/state.ts'
import { isRecord } from '../core/kernel/json.ts'
import { keysOf } from '../core/kernel/keys.ts'
import { didYouMean } from '../core/kernel/nearest.ts'
import { type PostingCode, postingCodes, type RefusalCode } from '../core/ledger/posting-codes.ts'
import { operation, type Schema } from './operation.ts'
import { checked, statementOf } from './parse.ts'
import { choiceOf, duration, type JsonSchema, type Statement, shortText, stated } from './primitives.ts'
import { strictObject } from './record.ts'
import { transactionRequest } from './transaction.ts'
import { type AnySchema, type Definition, definitionOf, fieldsAt } from './walk-schema.ts'
import { inboundWireRequest, wirePaymentRequest } from './wire-payment.ts'

const isRefusal = (code: PostingCode): code is RefusalCode => code !== 'OK'
const refusals = keysOf(postingCodes).filter(isRefusal)

/** A schema that makes every field of a request optional, and every field of a party in it. */
const someOf = (shape: ShapeFields): z.ZodMiniType =>
  z.strictObject(Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, z.optional(partOf(field))])))
type ShapeFields = NonNullable<Definition['shape']>

function partOf(field: AnySchema): AnySchema {
  const { shape, innerType } = definitionOf(field)
  if (innerType) return partOf(innerType)
  return shape ? someOf(shape) : field
}

/** The fields that `match` may name, by kind of payment. */
const fieldsOf = {
  wire: () =>
    someOf({
      direction: choiceOf(['Inbound', 'Outbound']),
      ...shapeOf(inboundWireRequest),
      ...shapeOf(wirePaymentRequest),
    }),
  transaction: () => someOf(shapeOf(transactionRequest)),
} as const satisfies Record<ExpectationRequest['of'], () => Schema>

const shapeOf = (schema: Schema): ShapeFields => (schema as z.ZodMiniObject).shape

/** Checks that a payment can have each field and value of `match`. Only `isOfTest` includes the checks that assumptions can switch off. */
const canCome = (isOfTest: boolean) =>
  z.check<Pick<ExpectationRequest, 'of' | 'match'>>(
    ({ value, issues }) => {
      const schema = fieldsOf[value.of]()
      for (const issue of checked(schema, value.match).error?.issues ?? []) {
        const params = statementOf(issue)
        if (params?.assumption !== undefined && !isOfTest) continue
        const message = issue.code === 'unrecognized_keys' ? unknownField(schema, issue) : issue.message
        const path = ['match', ...issue.path]
        issues.push({ code: 'custom', path, message, input: value, ...(params && { params }), continue: true })
      }
    },
    {
      params: {
        states: {},
        beyond: 'A field of `match` is a field of the request, or `direction`. Its value must fit that field.',
      } satisfies Statement,
    } as object,
  )

function unknownField(schema: Schema, { keys: [name = ''], path }: z.core.$ZodIssueUnrecognizedKeys): string {
  const of = path.length === 0 ? 'request' : 'party'
  return `has the field "${name}", which no ${of} has${didYouMean(name, fieldsAt(schema, path))}`
}

function has(field: string, value: string): JsonSchema {
  return { properties: { [field]: { const: value } } }
}

/** A rule between fields: as a function, as a message, and in JSON Schema. */
const agreement = (path: string, holds: (request: ExpectationRequest) => boolean, told: string, states: JsonSchema) =>
  z.refine<ExpectationRequest>(holds, { path: [path], ...stated(told, states) })

const agreements = [
  agreement(
    'status',
    ({ of, status }) => of === 'wire' || status === 'Rejected',
    'must be Rejected: a transaction is decided at once, and is never on hold',
    { anyOf: [has('of', 'wire'), has('status', 'Rejected')] },
  ),
  agreement(
    'status',
    ({ status, postingCode, reason }) => status === 'Rejected' || (postingCode ?? reason) === undefined,
    'must be Rejected: only a Rejected outcome has postingCode and reason',
    { dependentSchemas: { postingCode: has('status', 'Rejected'), reason: has('status', 'Rejected') } },
  ),
  agreement(
    'status',
    ({ status, afterHold, reversedAfter }) => status === 'Completed' || (afterHold ?? reversedAfter) === undefined,
    'must be Completed: only a Completed outcome has afterHold and reversedAfter',
    { dependentSchemas: { afterHold: has('status', 'Completed'), reversedAfter: has('status', 'Completed') } },
  ),
  agreement(
    'nth',
    ({ nth, every }) => nth === undefined || every !== true,
    'cannot be given if every is true: give only one of the two',
    { dependentSchemas: { nth: { properties: { every: { const: false } } } } },
  ),
]

/** Keeps every name: zod's own record drops "__proto__", and a match without it would fit every payment. `canCome` checks the names. */
const asGiven = z
  .unknown()
  .check(
    z.refine(isRecord, { ...stated('must be a record', { type: 'object' }), abort: true }),
  ) as unknown as z.ZodMiniType<ExpectationRequest['match']>

const expectationWith = (isOfTest: boolean) =>
  strictObject(
    () => ({
      of: choiceOf(['wire', 'transaction'] as const),
      match: asGiven,
      nth: z.optional(z.int('must be a whole number').check(z.gte(1, 'must be at least 1'))),
      every: z.optional(z.boolean()),
      status: choiceOf(['Completed', 'Rejected', 'Hold'] as const),
      postingCode: z.optional(z.enum(refusals, { error: `must be one of ${refusals.join(', ')}` })),
      reason: z.optional(shortText),
      afterHold: z.optional(duration),
      reversedAfter: z.optional(duration),
    }),
    canCome(isOfTest) as never,
    ...agreements,
  ) satisfies z.ZodMiniType<ExpectationRequest>

export const expectation = expectationWith(true)
/** The schema for options of a new bank, which does not know its assumptions yet: without the checks that an assumption can switch off. */
export const expectationOfBank = expectationWith(false)

export const expectationOperations = {
  'outcomes.expect': operation(expectOutcome, 'expect the outcome', '§3', expectation),
} as const
