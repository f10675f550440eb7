/** What calls of the control API take and answer that hand on no operation: the inputs and records of the function API as JSON. (§1, §3) */
import * as z from 'zod/mini'
import { choiceOf, digits, duration, timestamp as now } from '../../../contract/primitives.ts'
import { notification } from '../../../contract/webhook.ts'
import { faultKinds } from '../../../core/faults/fault-kinds.ts'
import { namesOf } from '../../../core/kernel/names.ts'
import {
  agendaItem,
  assumptionUse,
  bankRecord,
  batch,
  exchange,
  finding,
  happening,
  journalEntry,
  masterAccount,
  push,
  subledger,
  waitingPush,
} from './records.ts'

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
  /** The options of `createBank`, or a snapshot: what is done with it checks what is in it. */
  anything: z.record(text, z.unknown()),
  /** The options of `faults.inject`, which checks them, and what goes wrong. */
  fault: z.looseObject({ fault: choiceOf(namesOf(faultKinds)), for: z.optional(duration) }),
  delivery: z.strictObject({ loseAnswer: z.optional(z.boolean()) }),
  reason: z.strictObject({ reason: z.optional(z.nullable(text)) }),
  accessToken: z.strictObject({ accessToken: text }),
}

/** Parameters behind the question mark, by what they are for. */
export const queries = {
  /** Only the last so many of a list. */
  last: z.strictObject({ last: z.optional(count) }),
  timeline: z.strictObject({ as: z.optional(choiceOf(['text', 'mermaid'])), last: z.optional(count) }),
  trace: z.strictObject({ title: z.optional(text) }),
  sparse: z.strictObject({ isSparse: z.optional(flag) }),
}

/** Answers that are no single record, by what they tell. */
export const answers = {
  health: z.strictObject({ status: z.literal('ok') }),
  banks: z.array(bankRecord),
  clock: z.strictObject({ now }),
  /** What an advance brought about, or would. */
  advance: z.strictObject({ now, happened: z.array(happening) }),
  agenda: z.strictObject({ now, agenda: z.array(agendaItem) }),
  /** By which a snapshot that was kept is restored. */
  snapshotId: z.strictObject({ id: text }),
  pushes: z.strictObject({ pushes: z.array(push), waiting: z.array(waitingPush) }),
  settled: z.strictObject({ now, waiting: z.array(waitingPush) }),
  bothPushes: z.array(push).check(z.length(2)),
  secret: z.strictObject({ secret: text }),
  /** Null where none waits. */
  batch: z.nullable(batch),
  masterOrSubledger: z.union([masterAccount, subledger]),
  events: z.array(notification),
  requests: z.array(exchange),
  conduct: z.array(finding),
  assumptions: z.array(assumptionUse),
  journal: z.array(journalEntry),
  /** A document of OpenAPI. */
  document: z.looseObject({ openapi: z.literal('3.1.0') }),
}
