/**
 * Rejections: every way in which the bank says no, in one list that the operations, the HTTP edge, the reference and the tests share;
 * each folder has its own part, in its rejections.ts. The words stand where the operation refuses: `return reject(code, 'Failed to …')`;
 * for a record that is not found, in finder.ts and in the lookups. A rejection is a value; only the shell turns it into an error. (§7)
 */

import { accessRejections } from './access/rejections.ts'
import { accountRejections } from './accounts/rejections.ts'
import { type AssumptionId, assumptions, type Source } from './assumptions/catalogue.ts'
import type { AssumptionNotes } from './assumptions/notes.ts'
import { faultRejections } from './faults/rejections.ts'
import { ledgerRejections } from './ledger/rejections.ts'
import { loanRejections } from './loans/rejections.ts'
import { webhookRejections } from './webhooks/rejections.ts'
import { wireRejections } from './wires/rejections.ts'

interface RejectionRow {
  readonly status: number
  readonly number: number
  readonly from: Source
}

/**
 * Code by code: the HTTP status and the number in the error body. 1000–1999: the request is not well formed; 2000–2999: it breaks a
 * rule; 3000–3999: the caller may not. The ranges are published, the numbers are ours. `from` is the section or the assumption that the
 * refusal comes from.
 */
export const rejections = {
  request_is_invalid: { status: 400, number: 1000, from: 'errors.body' },
  body_is_not_json: { status: 400, number: 1001, from: 'errors.codes' },
  content_type_is_not_json: { status: 400, number: 1002, from: 'http.contentType' },
  path_is_too_long: { status: 414, number: 1040, from: 'limits.pathLength' },
  query_is_too_long: { status: 414, number: 1041, from: 'limits.queryLength' },
  headers_are_too_long: { status: 431, number: 1042, from: 'limits.headerLength' },
  body_is_too_long: { status: 413, number: 1043, from: 'limits.bodyLength' },
  body_is_too_deep: { status: 400, number: 1044, from: 'limits.bodyDepth' },
  endpoint_not_found: { status: 404, number: 2006, from: 'http.unknownCalls' },
  method_is_not_allowed: { status: 405, number: 2007, from: 'http.unknownCalls' },
  ...accessRejections,
  ...accountRejections,
  ...ledgerRejections,
  ...wireRejections,
  ...webhookRejections,
  ...faultRejections,
  ...loanRejections,
} as const satisfies { readonly [code: string]: RejectionRow }

/** The code of a refusal, as a state of affairs. */
export type RejectionCode = keyof typeof rejections

/** One thing that is wrong, and where: `path` is the field, `''` for the whole. */
export interface Problem {
  readonly path: string
  readonly message: string
}

/** The bank's "no", as a value. */
export interface Rejection {
  readonly isRejection: true
  readonly code: RejectionCode
  readonly message: string
  /** Each problem found, with the path of the field where there is one. */
  readonly details: readonly Problem[]
}

/** The bank's "no", with one sentence of fact and one of advice. */
export function reject(code: RejectionCode, message: string, details: readonly Problem[] = []): Rejection {
  return { isRejection: true, code, message, details }
}

/**
 * Whether the result of `transition` or `inquire` is the bank's "no".
 *
 * @example
 * ```ts
 * const found = inquire(createWorld(), 'wires.get', { id: 'none' }, { kind: 'internal' })
 * isRejection(found) // true
 * ```
 */
export function isRejection(result: unknown): result is Rejection {
  return typeof result === 'object' && result !== null && 'isRejection' in result
}

/** Notes the assumption that a refusal comes from, where it comes from one. */
export function noteOrigin({ code }: Rejection, notes: AssumptionNotes): void {
  const { from } = rejections[code]
  if (Object.hasOwn(assumptions, from)) notes.add(from as AssumptionId)
}
