/** The schemas of the records that the control API returns. (§7) */
import * as z from 'zod/mini'
import { subledger } from '../../../contract/account.ts'
import { type EndpointName, endpoints } from '../../../contract/endpoints.ts'
import { expectation } from '../../../contract/expectation.ts'
import { loanRecord } from '../../../contract/loan.ts'
import type { Schema } from '../../../contract/operation.ts'
import { operations } from '../../../contract/operations.ts'
import {
  type AsJson,
  accountNumber,
  amountFrom,
  choiceOf,
  text,
  timestamp,
  uuid,
} from '../../../contract/primitives.ts'
import type { PartnerRecord } from '../../../core/access/partner.ts'
import type { MasterAccount } from '../../../core/accounts/account-record.ts'
import { type Hold, holdStatuses } from '../../../core/accounts/hold.ts'
import type { Policy } from '../../../core/accounts/policy.ts'
import type { CriterionVerdict } from '../../../core/accounts/restriction.ts'
import { restrictionTypes } from '../../../core/accounts/state.ts'
import { type AgendaItem, dueOperationNames } from '../../../core/advance.ts'
import type { Fault } from '../../../core/faults/fault.ts'
import { faultKinds } from '../../../core/faults/fault-kinds.ts'
import type { Expectation } from '../../../core/faults/state.ts'
import { happeningNames } from '../../../core/happening.ts'
import { namesOf } from '../../../core/kernel/names.ts'
import { postingCodes } from '../../../core/ledger/posting-codes.ts'
import { rejections } from '../../../core/rejection.ts'
import type { Push, WaitingPush } from '../../../core/webhooks/push-record.ts'
import { pushOutcomes } from '../../../core/webhooks/webhook-status.ts'
import type { Batch } from '../../../core/wires/batch.ts'
import { refusals } from '../../refusal.ts'

const anything = z.record(z.string(), z.unknown())
const texts = z.array(z.string())
const instant = timestamp

/** The names of records in OpenAPI documents. */
export const recordNames = new Map<Schema, string>()

function named<Record extends Schema>(name: string, schema: Record): Record {
  recordNames.set(schema, name)
  return schema
}

const record = <Fields extends z.core.$ZodShape>(name: string, fields: Fields) => named(name, z.strictObject(fields))

const answerOf = (name: EndpointName) => endpoints[name].response as z.ZodMiniType

/** The records of the three services. */
export const wire = answerOf('getWire')
export const restriction = answerOf('getRestriction')
export const transaction = answerOf('getTransaction')
export const token = answerOf('requestToken')

export const controlError = record('ControlError', {
  error: z.strictObject({
    code: z.enum([...new Set([...namesOf(refusals), ...namesOf(rejections)])]),
    message: z.string(),
    problems: z.array(z.strictObject({ path: z.string(), message: z.string() })),
  }),
})

export const bankRecord = record('BankRecord', {
  id: z.string(),
  baseUrl: z.string(),
  authUrl: z.string(),
  loanBaseUrl: z.string(),
  controlUrl: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  audience: z.string(),
  loanAudience: z.string(),
  partnerId: uuid,
  productId: uuid,
  masterAccountNumber: accountNumber,
  now: instant,
})

/** A happening: its name, its time, and the facts of its kind. */
export const happening = named('Happening', z.looseObject({ what: z.enum(happeningNames), at: instant }))

export const fault = record('Fault', {
  id: uuid,
  fault: z.enum(namesOf(faultKinds)),
  endpoint: text,
  event: text,
  nth: z.optional(z.int()),
  uses: z.optional(z.int()),
  until: z.optional(instant),
  struck: z.int(),
}) satisfies z.ZodMiniType<AsJson<Fault>>

export const outcome = record('Outcome', {
  ...expectation.shape,
  met: z.int(),
  taken: z.int(),
}) satisfies z.ZodMiniType<Expectation>

export const push = record('Push', {
  id: uuid,
  at: instant,
  registrationId: uuid,
  eventName: z.string(),
  callbackUrl: z.string(),
  attempt: z.int(),
  outcome: z.enum(namesOf(pushOutcomes)),
  endedAt: z.optional(instant),
  answer: z.optional(z.strictObject({ status: z.int(), body: z.string() })),
  failure: text,
  headers: z.optional(z.record(z.string(), z.string())),
  notification: anything,
  payload: z.optional(anything),
}) satisfies { readonly _zod: { readonly output: { readonly [Field in keyof Push]?: unknown } } }

export const waitingPush = record('WaitingPush', {
  eventId: uuid,
  eventName: z.string(),
  callbackUrl: z.string(),
  tries: z.int(),
}) satisfies { readonly _zod: { readonly output: { readonly [Field in keyof WaitingPush]: unknown } } }

export const hold = record('Hold', {
  id: uuid,
  accountNumber,
  amount: amountFrom(1),
  reason: z.string(),
  notes: text,
  type: choiceOf(restrictionTypes),
  status: z.enum(holdStatuses),
  createdAt: instant,
  releasedAt: z.optional(instant),
}) satisfies z.ZodMiniType<AsJson<Hold>>

export const policy = record('Policy', {
  productId: uuid,
  allowed: operations['policies.set'].schema as unknown as z.ZodMiniType<Policy['allowed']>,
}) satisfies z.ZodMiniType<Policy>

export const partner = record('Partner', {
  id: uuid,
  productId: uuid,
  name: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  audience: z.string(),
  loanAudience: z.string(),
}) satisfies z.ZodMiniType<PartnerRecord>

export const masterAccount = named(
  'MasterAccount',
  z.extend(z.omit(subledger, { masterAccountNumber: true, beneficiary: true }), { productId: uuid }),
) satisfies z.ZodMiniType<AsJson<MasterAccount>>

named('LoanOnFile', loanRecord)

export const agendaItem = z.strictObject({
  at: instant,
  operation: z.enum(dueOperationNames),
  count: z.int(),
}) satisfies z.ZodMiniType<AgendaItem>

export const batch = z.strictObject({ fedBatchId: uuid, paymentIds: z.array(uuid) }) satisfies z.ZodMiniType<Batch>

export const exchange = record('Exchange', {
  id: uuid,
  at: instant,
  method: z.string(),
  url: z.string(),
  endpoint: z.nullable(z.string()),
  isDeprecated: z.boolean(),
  headers: z.record(z.string(), z.string()),
  body: z.unknown(),
  status: z.int(),
  answer: z.unknown(),
  fault: z.optional(z.enum(namesOf(faultKinds))),
  retryAfter: z.optional(z.number()),
  journalSize: z.int(),
})

/** The first entry is the opening of the bank, with its settings. This entry has no actor. */
export const journalEntry = record('JournalEntry', {
  at: instant,
  actor: z.optional(z.strictObject({ kind: z.enum(['partner', 'internal', 'clock']), partner: z.optional(z.int()) })),
  operation: z.enum(['bank.open', ...namesOf(operations)]),
  input: z.unknown(),
  call: z.optional(anything),
  outcome: text,
  happenings: z.array(happening),
  forgotten: z.optional(z.int()),
})

export const finding = record('Finding', {
  rule: z.string(),
  section: z.string(),
  requests: texts,
  pushes: texts,
  fact: z.string(),
  advice: z.string(),
  text: z.string(),
})

const criterionVerdict = z.strictObject({
  criterion: z.string(),
  verdict: z.enum(['matched', 'wildcard', 'missed']),
  required: z.nullable(z.string()),
  actual: z.nullable(z.string()),
}) satisfies { readonly _zod: { readonly output: { readonly [Field in keyof CriterionVerdict]: unknown } } }

export const explanation = record('Explanation', {
  id: uuid,
  kind: z.enum(['payment', 'transaction', 'loan']),
  accountNumber: z.optional(accountNumber),
  amount: z.optional(amountFrom(0)),
  status: z.string(),
  postingCode: z.optional(z.enum(namesOf(postingCodes))),
  why: z.string(),
  restrictions: z.array(
    z.strictObject({
      restrictionId: uuid,
      reason: z.string(),
      type: choiceOf(restrictionTypes),
      blocks: z.boolean(),
      criteria: z.array(criterionVerdict),
    }),
  ),
  waitsFor: text,
  counterfactual: text,
  text: z.string(),
})

export const assumptionUse = record('AssumptionUse', {
  id: z.string(),
  section: z.string(),
  provenance: z.enum(['observed', 'published', 'assumed']),
  value: z.unknown(),
  usedBy: texts,
})
