/**
 * Rejections: every way in which the bank says no, in one ordered list that the operations, the HTTP edge, the README and
 * the tests share. A rejection is a value; only the shell turns it into an error. (§7)
 */

/** Code by code: the HTTP status and the number in the error body. The ranges are published, the numbers are ours. */
export const rejections = {
  // 1000–1999: the request is not well formed.
  request_is_invalid: { status: 400, number: 1000 },
  body_is_not_json: { status: 400, number: 1001 },
  content_type_is_not_json: { status: 400, number: 1002 },
  amount_is_out_of_range: { status: 400, number: 1003 },
  idempotency_key_is_too_long: { status: 400, number: 1004 },
  grant_type_is_unsupported: { status: 400, number: 1005 },
  query_is_not_a_number: { status: 400, number: 1006 },
  order_field_is_unknown: { status: 400, number: 1007 },
  // 2000–2999: the request breaks a rule.
  account_not_found: { status: 404, number: 2000 },
  payment_not_found: { status: 404, number: 2001 },
  restriction_not_found: { status: 404, number: 2002 },
  registration_not_found: { status: 404, number: 2003 },
  partner_not_found: { status: 404, number: 2004 },
  loan_not_found: { status: 404, number: 2005 },
  endpoint_not_found: { status: 404, number: 2006 },
  method_is_not_allowed: { status: 405, number: 2007 },
  account_is_not_a_master: { status: 400, number: 2008 },
  subledger_has_another_master: { status: 400, number: 2009 },
  payment_has_another_status: { status: 409, number: 2010 },
  payment_has_another_direction: { status: 409, number: 2011 },
  payment_was_reversed: { status: 409, number: 2012 },
  posting_was_refused: { status: 400, number: 2013 },
  amount_exceeds_safe_range: { status: 400, number: 2014 },
  registration_exists: { status: 409, number: 2015 },
  idempotency_key_has_another_body: { status: 409, number: 2016 },
  loan_exists: { status: 409, number: 2017 },
  transaction_not_found: { status: 404, number: 2018 },
  hold_not_found: { status: 404, number: 2019 },
  hold_was_released: { status: 409, number: 2020 },
  hold_exceeds_available: { status: 400, number: 2021 },
  product_not_found: { status: 404, number: 2022 },
  event_not_found: { status: 404, number: 2023 },
  fault_not_found: { status: 404, number: 2024 },
  loan_has_another_status: { status: 409, number: 2050 },
  loan_rail_not_found: { status: 404, number: 2051 },
  // 3000–3999: the caller may not.
  token_is_missing: { status: 401, number: 3000 },
  token_is_invalid: { status: 401, number: 3001 },
  token_has_expired: { status: 401, number: 3002 },
  token_was_revoked: { status: 401, number: 3003 },
  token_has_another_audience: { status: 401, number: 3004 },
  client_is_unknown: { status: 401, number: 3005 },
  audience_is_unknown: { status: 403, number: 3006 },
  restriction_is_internal: { status: 403, number: 3007 },
  restriction_type_is_not_yours: { status: 403, number: 3008 },
  hold_is_internal: { status: 403, number: 3009 },
  policy_is_internal: { status: 403, number: 3010 },
} as const

/** What the bank refuses, as a state of affairs. */
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
  readonly problems: readonly Problem[]
}

/** The bank's "no", with one sentence of fact and one of advice. */
export function reject(code: RejectionCode, message: string, problems: readonly Problem[] = []): Rejection {
  return { isRejection: true, code, message, problems }
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
