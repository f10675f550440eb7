/** What the calls of the control API answer: the records of the function API as JSON, and what is refused. (§3, §7) */
import * as z from 'zod'
import { type EndpointName, endpoints } from '../../../contract/endpoints.ts'
import { loanRecord } from '../../../contract/loan.ts'
import type { Schema } from '../../../contract/operation.ts'
import { timestamp } from '../../../contract/primitives.ts'
import { page } from '../../../contract/record.ts'
import { notification } from '../../../contract/webhook.ts'
import { namesOf } from '../../../core/kernel/names.ts'
import { rejections } from '../../../core/rejection.ts'
import {
  agendaItem,
  assumptionUse,
  bankRecord,
  batch,
  exchange,
  explanation,
  fault,
  finding,
  happening,
  hold,
  journalEntry,
  masterAccount,
  partner,
  policy,
  push,
  snapshot,
  waitingPush,
} from './records.ts'

const answerOf = (name: EndpointName) => endpoints[name].response as z.ZodType
const wire = answerOf('getWire')
const restriction = answerOf('getRestriction')
const transaction = answerOf('getTransaction')
const now = timestamp

/** Answers, by what they tell. */
export const controlAnswers = {
  health: z.strictObject({ status: z.literal('ok') }),
  bank: bankRecord,
  banks: z.array(bankRecord),
  clock: z.strictObject({ now }),
  /** What an advance brought about, or would. */
  advance: z.strictObject({ now, happened: z.array(happening) }),
  agenda: z.strictObject({ now, agenda: z.array(agendaItem) }),
  snapshot,
  /** By which a snapshot that was kept is restored. */
  snapshotId: z.strictObject({ id: z.string() }),
  fault,
  faults: z.array(fault),
  push,
  pushes: z.strictObject({ pushes: z.array(push), waiting: z.array(waitingPush) }),
  settled: z.strictObject({ now, waiting: z.array(waitingPush) }),
  bothPushes: z.array(push).length(2),
  secret: z.strictObject({ secret: z.string() }),
  wire,
  /** Null where none waits. */
  batch: batch.nullable(),
  restriction,
  restrictions: page(restriction),
  hold,
  holds: page(hold),
  policy,
  partner,
  partners: z.array(partner),
  account: masterAccount,
  masterOrSubledger: z.union([masterAccount, answerOf('getSubledger')]),
  accounts: z.array(masterAccount),
  transaction,
  transactions: page(transaction),
  token: answerOf('requestToken'),
  loan: loanRecord,
  events: z.array(notification),
  requests: z.array(exchange),
  conduct: z.array(finding),
  explanation,
  assumptions: z.array(assumptionUse),
  journal: z.array(journalEntry),
  /** A document of OpenAPI. */
  document: z.looseObject({ openapi: z.literal('3.1.0') }),
} as const satisfies { readonly [name: string]: Schema }

/** What the server itself refuses, beside what its banks do. */
export const serverRefusals = [
  'bank_not_found',
  /** The path names one, and the header another. */
  'bank_is_ambiguous',
  'credentials_are_gone',
  'too_many_banks',
  'snapshot_not_found',
  'first_bank_stays',
  'call_not_found',
  'method_is_not_allowed',
  'body_is_too_long',
  'body_is_too_deep',
  'body_is_not_json',
  'request_is_invalid',
  'host_is_foreign',
  'origin_is_foreign',
  'control_token_is_needed',
  'server_is_closed',
  /** What was done could not be written into the state file. */
  'not_kept',
  'defect',
] as const

/** What any call answers that is refused. */
export const controlError = z.strictObject({
  error: z.strictObject({
    /** As a state of affairs. */
    code: z.enum([...new Set([...serverRefusals, ...namesOf(rejections)])]),
    message: z.string(),
    /** Each problem that was found, with the path of its field. */
    problems: z.array(z.strictObject({ path: z.string(), message: z.string() })),
  }),
})

/** The names by which documents show records. */
export const controlRecordNames: ReadonlyMap<Schema, string> = new Map<Schema, string>([
  [controlError, 'ControlError'],
  [bankRecord, 'BankRecord'],
  [happening, 'Happening'],
  [fault, 'Fault'],
  [push, 'Push'],
  [waitingPush, 'WaitingPush'],
  [hold, 'Hold'],
  [policy, 'Policy'],
  [partner, 'Partner'],
  [masterAccount, 'MasterAccount'],
  [loanRecord, 'LoanOnFile'],
  [exchange, 'Exchange'],
  [journalEntry, 'JournalEntry'],
  [finding, 'Finding'],
  [explanation, 'Explanation'],
  [assumptionUse, 'AssumptionUse'],
])
