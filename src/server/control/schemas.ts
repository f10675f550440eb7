/** The schemas of what control calls answer. They are those of the function API, as JSON. (§1, §3, §7) */
import * as z from 'zod/mini'
import type { Performed } from '../../bank/api/checked-call.ts'
import { subledger } from '../../contract/account.ts'
import type { EndpointRow } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { expectation } from '../../contract/expectation.ts'
import { loanRecord } from '../../contract/loan.ts'
import type { Schema } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import { accountNumber, amount, choiceOf, text, timestamp, uuid } from '../../contract/primitives.ts'
import { page } from '../../contract/record.ts'
import { holdStatuses } from '../../core/accounts/hold.ts'
import { restrictionTypes } from '../../core/accounts/state.ts'
import { faultKinds } from '../../core/faults/fault-kinds.ts'
import { keysOf } from '../../core/kernel/keys.ts'
import { rejections } from '../../core/rejection.ts'
import { pushOutcomes } from '../../core/webhooks/webhook-status.ts'
import { refusals } from '../refusal.ts'

const string = z.string()
const anything = z.record(string, z.unknown())
const faultKind = z.enum(keysOf(faultKinds))
/** The names of records in OpenAPI documents. */
export const recordNames = new Map<Schema, string>([[loanRecord, 'LoanOnFile']])

function named<Record extends Schema>(name: string, schema: Record): Record {
  recordNames.set(schema, name)
  return schema
}

const record = <Fields extends z.core.$ZodShape>(name: string, fields: Fields) => named(name, z.strictObject(fields))

export const controlError = record('ControlError', {
  error: z.strictObject({
    code: z.enum([...new Set([...keysOf(refusals), ...keysOf(rejections)])]),
    message: string,
    problems: z.array(z.strictObject({ path: string, message: string })),
  }),
})

const credentials = { clientId: string, clientSecret: string, audience: string, loanAudience: string }

export const bankRecord = record('BankRecord', {
  id: string,
  name: text,
  baseUrl: string,
  authUrl: string,
  loanBaseUrl: string,
  controlUrl: string,
  ...credentials,
  partnerId: uuid,
  productId: uuid,
  masterAccountNumber: accountNumber,
  now: timestamp,
})

/** A record of a report, as the function of the same name returns it. */
export const report = named('Report', z.looseObject({}))

export const fault = record('Fault', {
  id: uuid,
  fault: faultKind,
  endpoint: text,
  event: text,
  nth: z.optional(z.int()),
  uses: z.optional(z.int()),
  until: z.optional(timestamp),
  struck: z.int(),
})

export const outcome = record('Outcome', { ...expectation.shape, met: z.int(), taken: z.int() })

export const push = record('Push', {
  id: uuid,
  at: timestamp,
  registrationId: uuid,
  eventName: string,
  callbackUrl: string,
  attempt: z.int(),
  outcome: z.enum(keysOf(pushOutcomes)),
  endedAt: z.optional(timestamp),
  answer: z.optional(z.strictObject({ status: z.int(), body: string })),
  failure: text,
  headers: z.optional(z.record(string, string)),
  notification: anything,
  payload: z.optional(anything),
})

export const waitingPush = record('WaitingPush', {
  eventId: uuid,
  eventName: string,
  callbackUrl: string,
  tries: z.int(),
})

const hold = record('Hold', {
  id: uuid,
  accountNumber,
  amount,
  reason: string,
  notes: text,
  type: choiceOf(restrictionTypes),
  status: z.enum(holdStatuses),
  createdAt: timestamp,
  releasedAt: z.optional(timestamp),
})

const policy = record('Policy', { productId: uuid, allowed: operations['policies.set'].schema as z.ZodMiniType })

const partner = record('Partner', { id: uuid, productId: uuid, name: string, ...credentials })

const masterAccount = named(
  'MasterAccount',
  z.extend(z.omit(subledger, { masterAccountNumber: true, beneficiary: true }), { productId: uuid }),
)
export const masterOrSubledger = z.union([masterAccount, subledger])

export const exchange = record('Exchange', {
  id: uuid,
  at: timestamp,
  method: string,
  url: string,
  endpoint: z.nullable(string),
  isDeprecated: z.boolean(),
  headers: z.record(string, string),
  body: z.unknown(),
  status: z.int(),
  answer: z.unknown(),
  fault: z.optional(faultKind),
  retryAfter: z.optional(z.number()),
})

/** The record of each resource that has no call of the API for every operation. The answer to `list` is an array or a page of these records. */
const ofResources: { readonly [resource: string]: z.ZodMiniType } = {
  accounts: masterAccount,
  faults: fault,
  holds: hold,
  loans: loanRecord,
  partners: partner,
  policies: policy,
  transactions: operations['transactions.post'].answer as z.ZodMiniType,
}

/** The schema of the answer of a call that performs an operation; null for no content. */
export function answerSchemaOf(name: Performed): Schema | null {
  const { answer, schema } = operations[name]
  const known = answer ?? Object.values<EndpointRow>(endpoints).find(({ operation }) => operation === name)?.response
  if (known) return known
  const [resource = '', verb] = name.split('.')
  const one = ofResources[resource] ?? null
  if (one === null || verb !== 'list') return one
  return schema ? page(one) : z.array(one)
}
