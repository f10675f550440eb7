/** The schemas of the inputs and answers of control calls. They are those of the function API, as JSON. (§1, §3) */
import * as z from 'zod/mini'
import type { Performed } from '../../../bank/api/calls.ts'
import { subledger } from '../../../contract/account.ts'
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
const flag = z.stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive', error: 'must be true or false' })

export const bodies = {
  duration,
  instant: z.strictObject({ to: text }),
  /** The name of the test, and options. `createBank` checks the options. */
  bank: z.looseObject({ name: z.optional(shortText) }),
  /** A snapshot. `bank.restore` checks it. */
  anything: z.record(text, z.unknown()),
  /** The kind of the fault, and options. `faults.inject` checks the options. */
  fault: z.looseObject({ fault: choiceOf(namesOf(faultKinds)), ...anyFaultOptions(), for: z.optional(duration) }),
  delivery: z.strictObject({ loseAnswer: z.optional(z.boolean()) }),
  reason: z.strictObject({ reason: z.optional(z.nullable(text)) }),
  accessToken: z.strictObject({ accessToken: text }),
}

export const queries = {
  /** How many items from the end of a list. */
  last: z.strictObject({ last: z.optional(count) }),
  timeline: z.strictObject({ as: z.optional(choiceOf(['text', 'mermaid'])), last: z.optional(count) }),
  trace: z.strictObject({ title: z.optional(text) }),
  sparse: z.strictObject({ isSparse: z.optional(flag) }),
}

/** The schemas of answers that are not a single record. */
export const answers = {
  health: z.strictObject({ status: z.literal('ok') }),
  banks: z.array(records.bankRecord),
  clock: z.strictObject({ now }),
  /** What happened in an advance, or would happen in a preview. */
  advance: z.strictObject({ now, happened: z.array(records.happening) }),
  agenda: z.strictObject({ now, agenda: z.array(records.agendaItem) }),
  /** A snapshot, for `restore`. Its fields may change with each version of vostro. */
  snapshot: z.looseObject({ checksum: text }),
  snapshotId: z.strictObject({ id: text }),
  pushes: z.strictObject({ pushes: z.array(records.push), waiting: z.array(records.waitingPush) }),
  settled: z.strictObject({ now, waiting: z.array(records.waitingPush) }),
  bothPushes: z.array(records.push).check(z.length(2)),
  secret: z.strictObject({ secret: text }),
  /** Null if no wire was pending. */
  batch: z.nullable(records.batch),
  outcomes: z.array(records.outcome),
  masterOrSubledger: z.union([records.masterAccount, subledger]),
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
  document: z.looseObject({ openapi: z.literal('3.1.0') }),
}

/** The record of each resource. The answer to `list` is an array or a page of these records. */
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
