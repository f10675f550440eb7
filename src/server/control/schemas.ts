/** The schemas of the inputs and answers of control calls. They are those of the function API, as JSON. (§1, §3, §7) */
import * as z from 'zod/mini'
import type { Performed } from '../../bank/api/calls.ts'
import { subledger } from '../../contract/account.ts'
import { inAddress } from '../../contract/endpoint.ts'
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import { expectation } from '../../contract/expectation.ts'
import { anyFaultOptions } from '../../contract/fault.ts'
import { loanRecord } from '../../contract/loan.ts'
import type { Schema } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import {
  accountNumber,
  amountFrom,
  choiceOf,
  digits,
  duration,
  shortText,
  text,
  timestamp,
  uuid,
} from '../../contract/primitives.ts'
import { page } from '../../contract/record.ts'
import { notification } from '../../contract/webhook.ts'
import { holdStatuses } from '../../core/accounts/hold.ts'
import { restrictionTypes } from '../../core/accounts/state.ts'
import { faultKinds } from '../../core/faults/fault-kinds.ts'
import { namesOf } from '../../core/kernel/names.ts'
import { rejections } from '../../core/rejection.ts'
import { pushOutcomes } from '../../core/webhooks/webhook-status.ts'
import { refusals } from '../refusal.ts'

const string = z.string()
const anything = z.record(string, z.unknown())
/** The names of records in OpenAPI documents. */
export const recordNames = new Map<Schema, string>()

function named<Record extends Schema>(name: string, schema: Record): Record {
  recordNames.set(schema, name)
  return schema
}

const record = <Fields extends z.core.$ZodShape>(name: string, fields: Fields) => named(name, z.strictObject(fields))

const responseOf = (name: EndpointName) => endpoints[name].response as z.ZodMiniType

/** The records of the three services. */
const wire = responseOf('getWire')
const restriction = responseOf('getRestriction')
const transaction = responseOf('getTransaction')
const token = responseOf('requestToken')

export const controlError = record('ControlError', {
  error: z.strictObject({
    code: z.enum([...new Set([...namesOf(refusals), ...namesOf(rejections)])]),
    message: string,
    problems: z.array(z.strictObject({ path: string, message: string })),
  }),
})

const bankRecord = record('BankRecord', {
  id: string,
  baseUrl: string,
  authUrl: string,
  loanBaseUrl: string,
  controlUrl: string,
  clientId: string,
  clientSecret: string,
  audience: string,
  loanAudience: string,
  partnerId: uuid,
  productId: uuid,
  masterAccountNumber: accountNumber,
  now: timestamp,
})

/** A record of a report, as the function of the same name returns it. */
const report = named('Report', z.looseObject({}))

const fault = record('Fault', {
  id: uuid,
  fault: z.enum(namesOf(faultKinds)),
  endpoint: text,
  event: text,
  nth: z.optional(z.int()),
  uses: z.optional(z.int()),
  until: z.optional(timestamp),
  struck: z.int(),
})

const outcome = record('Outcome', {
  ...expectation.shape,
  met: z.int(),
  taken: z.int(),
})

const push = record('Push', {
  id: uuid,
  at: timestamp,
  registrationId: uuid,
  eventName: string,
  callbackUrl: string,
  attempt: z.int(),
  outcome: z.enum(namesOf(pushOutcomes)),
  endedAt: z.optional(timestamp),
  answer: z.optional(z.strictObject({ status: z.int(), body: string })),
  failure: text,
  headers: z.optional(z.record(string, string)),
  notification: anything,
  payload: z.optional(anything),
})

const waitingPush = record('WaitingPush', {
  eventId: uuid,
  eventName: string,
  callbackUrl: string,
  tries: z.int(),
})

const hold = record('Hold', {
  id: uuid,
  accountNumber,
  amount: amountFrom(1),
  reason: string,
  notes: text,
  type: choiceOf(restrictionTypes),
  status: z.enum(holdStatuses),
  createdAt: timestamp,
  releasedAt: z.optional(timestamp),
})

const policy = record('Policy', {
  productId: uuid,
  allowed: operations['policies.set'].schema as z.ZodMiniType,
})

const partner = record('Partner', {
  id: uuid,
  productId: uuid,
  name: string,
  clientId: string,
  clientSecret: string,
  audience: string,
  loanAudience: string,
})

const masterAccount = named(
  'MasterAccount',
  z.extend(z.omit(subledger, { masterAccountNumber: true, beneficiary: true }), { productId: uuid }),
)

named('LoanOnFile', loanRecord)

const exchange = record('Exchange', {
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
  fault: z.optional(z.enum(namesOf(faultKinds))),
  retryAfter: z.optional(z.number()),
  journalSize: z.int(),
})

const count = z.pipe(digits, z.number())
const flag = z.stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive', error: 'must be true or false' })

export const bodies = {
  duration,
  instant: z.strictObject({ to: string }),
  /** The name of the test, and options. `createBank` checks the options. */
  bank: z.looseObject({ name: z.optional(shortText) }),
  /** A snapshot. `bank.restore` checks it. */
  anything: z.record(string, z.unknown()),
  /** The kind of the fault, and options. `faults.inject` checks the options. */
  fault: z.looseObject({ fault: choiceOf(namesOf(faultKinds)), ...anyFaultOptions(), for: z.optional(duration) }),
  delivery: z.strictObject({ loseAnswer: z.optional(z.boolean()) }),
  reason: z.strictObject({ reason: z.optional(z.nullable(string)) }),
  accessToken: z.strictObject({ accessToken: string }),
}

export const queries = {
  /** How many items from the end of a list. */
  last: z.strictObject({ last: z.optional(count) }),
  timeline: z.strictObject({ as: z.optional(choiceOf(['text', 'mermaid'])), last: z.optional(count) }),
  trace: z.strictObject({ title: z.optional(string) }),
  sparse: z.strictObject({ isSparse: z.optional(flag) }),
}

/** The schemas of answers that are not a single record. */
export const answers = {
  health: z.strictObject({ status: z.literal('ok') }),
  bank: bankRecord,
  banks: z.array(bankRecord),
  fault,
  push,
  wire,
  token,
  clock: z.strictObject({ now: timestamp }),
  /** What happened in an advance, or would happen in a preview. */
  advance: z.strictObject({ now: timestamp, happened: z.array(report) }),
  agenda: z.strictObject({ now: timestamp, agenda: z.array(report) }),
  /** A snapshot, for `restore`. Its fields may change with each version of vostro. */
  snapshot: z.looseObject({ checksum: string }),
  snapshotId: z.strictObject({ id: string }),
  pushes: z.strictObject({ pushes: z.array(push), waiting: z.array(waitingPush) }),
  settled: z.strictObject({ now: timestamp, waiting: z.array(waitingPush) }),
  bothPushes: z.array(push).check(z.length(2)),
  secret: z.strictObject({ secret: string }),
  /** Null if no wire was pending. */
  batch: z.nullable(report),
  outcomes: z.array(outcome),
  masterOrSubledger: z.union([masterAccount, subledger]),
  events: z.array(notification),
  requests: z.array(exchange),
  reports: z.array(report),
  report,
  document: z.looseObject({ openapi: z.literal('3.1.0') }),
}

/** The record of each resource. The answer to `list` is an array or a page of these records. */
const ofResources: { readonly [resource: string]: z.ZodMiniType } = {
  accounts: masterAccount,
  desk: wire,
  faults: fault,
  holds: hold,
  loans: loanRecord,
  partners: partner,
  policies: policy,
  restrictions: restriction,
  transactions: transaction,
}

const schemaOf = (name: Performed) => operations[name].schema as z.ZodMiniType | undefined

/** The schema of the query or the body of a call that performs an operation. `field` is as in `Differences`. */
export function takenBy(name: Performed, method: string, field?: string): { query?: Schema; body?: Schema } {
  const schema = schemaOf(name)
  if (schema === undefined) return {}
  if (method === 'GET') return { query: z.strictObject(inAddress(schema as z.ZodMiniObject).shape) }
  return { body: field === undefined ? schema : z.strictObject({ [field]: schema }) }
}

/** The schema of the answer of a call that performs an operation; null for no content. */
export function answerOf(name: Performed): z.ZodMiniType | null {
  const [resource = '', verb] = name.split('.')
  const record = ofResources[resource] ?? null
  if (record === null || verb !== 'list') return record
  return schemaOf(name) ? page(record) : z.array(record)
}
