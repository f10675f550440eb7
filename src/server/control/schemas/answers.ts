/** What the control API refuses, and the names by which documents show its records. (§7) */
import * as z from 'zod/mini'
import { loanRecord } from '../../../contract/loan.ts'
import type { Schema } from '../../../contract/operation.ts'
import { namesOf } from '../../../core/kernel/names.ts'
import { rejections } from '../../../core/rejection.ts'
import {
  assumptionUse,
  bankRecord,
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
  waitingPush,
} from './records.ts'

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
