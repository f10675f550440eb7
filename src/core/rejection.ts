/**
 * Rejections: the codes of all refusals by the bank. The message of a refusal is written where an operation refuses, or in finder.ts. A
 * rejection is a value; code outside of src/core turns it into a thrown error. (§7)
 */
import type { Source } from './assumptions/catalogue.ts'
import { bounded } from './kernel/visible.ts'

interface Row {
  readonly status: number
  readonly number: number
  readonly from: Source
  readonly only?: string | number
}

/**
 * The HTTP status of each code, and its number in the error body: 1000–1999 if the request is not well formed, 2000–2999 if it breaks a
 * rule, 3000–3999 if the caller lacks the right. The service publishes these ranges; the numbers within them are our own. `from` is the
 * section of the specification, or the assumption, that demands the refusal. `only` is a value of this assumption without which the bank
 * never refuses in this way, if the default is another.
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
  // Partners, tokens and repeated calls
  idempotency_key_is_too_long: { status: 400, number: 1004, from: 'idempotency.keyLength' },
  grant_type_is_unsupported: { status: 400, number: 1005, from: 'tokens.errors' },
  partner_not_found: { status: 404, number: 2004, from: 'webhooks.foreignPartner' },
  partner_exists: { status: 409, number: 2030, from: '§1' },
  idempotency_key_has_another_body: { status: 409, number: 2016, from: 'idempotency.changedBody', only: 'refused' },
  idempotency_key_is_under_way: { status: 409, number: 2029, from: 'idempotency.underWay' },
  token_is_missing: { status: 401, number: 3000, from: '§7' },
  token_is_invalid: { status: 401, number: 3001, from: '§7' },
  token_has_expired: { status: 401, number: 3002, from: '§7' },
  token_was_revoked: { status: 401, number: 3003, from: '§7' },
  token_has_another_audience: { status: 401, number: 3004, from: 'tokens.audience', only: 'perService' },
  client_is_unknown: { status: 401, number: 3005, from: 'tokens.errors' },
  audience_is_unknown: { status: 403, number: 3006, from: 'tokens.unknownAudience' },
  client_asks_too_often: { status: 429, number: 3011, from: 'limits.requestsPerSecond', only: 10 },
  audience_is_missing: { status: 400, number: 1008, from: 'tokens.withoutAudience', only: 'refused' },
  // Accounts, restrictions and holds
  account_not_found: { status: 404, number: 2000, from: 'http.foreignRecords' },
  restriction_not_found: { status: 404, number: 2002, from: 'http.foreignRecords' },
  account_is_not_a_master: { status: 400, number: 2008, from: '§4' },
  subledger_has_another_master: { status: 400, number: 2009, from: 'restrictions.subledger' },
  hold_not_found: { status: 404, number: 2019, from: 'http.foreignRecords' },
  hold_was_released: { status: 409, number: 2020, from: 'holds.record' },
  hold_exceeds_available: { status: 400, number: 2021, from: 'holds.beyondAvailable', only: 'refused' },
  product_not_found: { status: 404, number: 2022, from: 'http.foreignRecords' },
  restriction_is_internal: { status: 403, number: 3007, from: '§2.8' },
  restriction_type_is_not_yours: { status: 403, number: 3008, from: 'restrictions.type' },
  hold_is_internal: { status: 403, number: 3009, from: '§2.8' },
  policy_is_internal: { status: 403, number: 3010, from: '§2.8' },
  // Postings
  posting_was_refused: { status: 400, number: 2013, from: '§2.8' },
  amount_exceeds_safe_range: { status: 400, number: 2014, from: 'limits.exactAmounts' },
  transaction_not_found: { status: 404, number: 2018, from: 'http.foreignRecords' },
  // Wires
  amount_is_out_of_range: { status: 400, number: 1003, from: 'limits.amountMaximum' },
  payment_not_found: { status: 404, number: 2001, from: 'http.foreignRecords' },
  payment_has_another_status: { status: 409, number: 2010, from: 'wires.canceling' },
  payment_has_another_direction: { status: 409, number: 2011, from: 'wires.canceling' },
  payment_was_reversed: { status: 409, number: 2012, from: 'wires.reversing' },
  payment_moves_no_money: { status: 409, number: 2028, from: 'wires.reversing' },
  // Registrations and events
  registration_not_found: { status: 404, number: 2003, from: 'http.foreignRecords' },
  registration_exists: { status: 409, number: 2015, from: 'webhooks.duplicate' },
  event_not_found: { status: 404, number: 2023, from: 'http.foreignRecords' },
  // Faults
  fault_not_found: { status: 404, number: 2024, from: '§7' },
  // Loans
  query_is_not_a_number: { status: 400, number: 1006, from: 'loans.errors' },
  order_field_is_unknown: { status: 400, number: 1007, from: 'loans.errors' },
  loan_not_found: { status: 404, number: 2005, from: 'http.foreignRecords' },
  loan_exists: { status: 409, number: 2017, from: 'loans.id' },
  loan_has_another_status: { status: 409, number: 2050, from: 'loans.moves' },
  loan_rail_not_found: { status: 404, number: 2051, from: 'loans.funding' },
} as const satisfies { readonly [code: string]: Row }

/** The code of a refusal. It names what is wrong, such as `account_not_found`. */
export type RejectionCode = keyof typeof rejections

/** One problem of an input. `path` is the path of the field, or `''` for the whole input. */
export interface Problem {
  readonly path: string
  readonly message: string
  /** Number of problems for which this entry stands, because the list was cut short. */
  readonly more?: number
  /** The code with which the bank refuses this problem alone, if it is not the code of the refusal that lists it. */
  readonly code?: RejectionCode
}

export const boundedProblems = (problems: readonly Problem[]): readonly Problem[] =>
  problems.map(({ path, message, ...more }) => ({ path: bounded(path), message: bounded(message), ...more }))

/** A refusal by the bank, as a value. */
export interface Rejection {
  readonly isRejection: true
  readonly code: RejectionCode
  readonly message: string
  /** The problems that were found; each has the path of its field, or `''` for the whole input. */
  readonly details: readonly Problem[]
}

/** The message has one sentence of fact and one of advice. */
export function reject(code: RejectionCode, message: string, details: readonly Problem[] = []): Rejection {
  return { isRejection: true, code, message: bounded(message), details: boundedProblems(details) }
}

/**
 * True if the result of `transition` or `inquire` is a rejection: the bank refused.
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
