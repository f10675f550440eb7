/** The inputs and answers of control calls: those of the function API as JSON. (§1, §3) */
import * as z from 'zod/mini'
import type { Performed } from '../../../bank/api/calls.ts'
import { inAddress } from '../../../contract/endpoint.ts'
import { anyFaultOptions } from '../../../contract/fault.ts'
import { loanRecord } from '../../../contract/loan.ts'
import type { Schema } from '../../../contract/operation.ts'
import { operations } from '../../../contract/operations.ts'
import { choiceOf, digits, duration, timestamp as now, shortText } from '../../../contract/primitives.ts'
import { page } from '../../../contract/record.ts'
import { notification } from '../../../contract/webhook.ts'
import { faultKinds } from '../../../core/faults/fault-kinds.ts'
import { namesOf } from '../../../core/kernel/names.ts'
import * as records from './records.ts'

const text = z.string()
const count = z.pipe(digits, z.number())
const flag = z.pipe(
  z.pipe(
    z.enum(['true', 'false'], { error: 'must be true or false' }),
    z.transform((word) => word === 'true'),
  ),
  z.boolean(),
)

/** Bodies, by what they are for. */
export const bodies = {
  /** `{ "hours": 2 }` */
  duration,
  instant: z.strictObject({ to: text }),
  /** The options of `createBank`, which checks them, and the name of the test. */
  bank: z.looseObject({ name: z.optional(shortText) }),
  /** A snapshot, which `bank.restore` checks. */
  anything: z.record(text, z.unknown()),
  /** The options of `faults.inject`, which checks them, and the kind of the fault. */
  fault: z.looseObject({ fault: choiceOf(namesOf(faultKinds)), ...anyFaultOptions(), for: z.optional(duration) }),
  delivery: z.strictObject({ loseAnswer: z.optional(z.boolean()) }),
  reason: z.strictObject({ reason: z.optional(z.nullable(text)) }),
  accessToken: z.strictObject({ accessToken: text }),
}

/** Parameters of the query, by what they are for. */
export const queries = {
  /** How many items from the end of a list. */
  last: z.strictObject({ last: z.optional(count) }),
  timeline: z.strictObject({ as: z.optional(choiceOf(['text', 'mermaid'])), last: z.optional(count) }),
  trace: z.strictObject({ title: z.optional(text) }),
  sparse: z.strictObject({ isSparse: z.optional(flag) }),
}

/** Answers that are no single record, by what they tell. */
export const answers = {
  health: z.strictObject({ status: z.literal('ok') }),
  banks: z.array(records.bankRecord),
  clock: z.strictObject({ now }),
  /** What an advance brought about, or would. */
  advance: z.strictObject({ now, happened: z.array(records.happening) }),
  agenda: z.strictObject({ now, agenda: z.array(records.agendaItem) }),
  /** A whole bank, for `restore`: its content may change with each version. */
  snapshot: z.looseObject({ checksum: text }),
  /** The id of a snapshot that is kept. */
  snapshotId: z.strictObject({ id: text }),
  pushes: z.strictObject({ pushes: z.array(records.push), waiting: z.array(records.waitingPush) }),
  settled: z.strictObject({ now, waiting: z.array(records.waitingPush) }),
  bothPushes: z.array(records.push).check(z.length(2)),
  secret: z.strictObject({ secret: text }),
  /** Null where none waits. */
  batch: z.nullable(records.batch),
  outcomes: z.array(records.outcome),
  masterOrSubledger: z.union([records.masterAccount, records.subledger]),
  events: z.array(notification),
  requests: z.array(records.exchange),
  conduct: z.array(records.finding),
  assumptions: z.array(records.assumptionUse),
  journal: z.array(records.journalEntry),
  coverage: z.strictObject({
    met: z.record(text, z.record(text, z.int())),
    unmet: z.array(z.strictObject({ axis: text, name: text, line: text })),
    text,
  }),
  /** A document of OpenAPI. */
  document: z.looseObject({ openapi: z.literal('3.1.0') }),
}

/** The record of each resource; the answer to a list has all of them, or a page. */
const ofResources: { readonly [resource: string]: z.ZodMiniType } = {
  accounts: records.masterAccount,
  desk: records.wire,
  faults: records.fault,
  holds: records.hold,
  loans: loanRecord,
  partners: records.partner,
  policies: records.policy,
  restrictions: records.restriction,
  transactions: records.transaction,
}

const schemaOf = (name: Performed) => operations[name].schema as z.ZodMiniType | undefined

/** The query or the body of a call that performs an operation; `field`: the one field of the body that is the input of the operation. */
export function takenBy(name: Performed, method: string, field?: string): { query?: Schema; body?: Schema } {
  const schema = schemaOf(name)
  if (schema === undefined) return {}
  if (method === 'GET') return { query: z.strictObject(inAddress(schema as z.ZodMiniObject).shape) }
  return { body: field === undefined ? schema : z.strictObject({ [field]: schema }) }
}

/** The answer of a call that hands an operation on. */
export function answerOf(name: Performed): z.ZodMiniType | null {
  const [resource = '', verb] = name.split('.')
  const record = ofResources[resource] ?? null
  if (record === null || verb !== 'list') return record
  return schemaOf(name) ? page(record) : z.array(record)
}
