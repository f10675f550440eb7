/** What is refused of partners, tokens and repeated calls: each with its HTTP status, and the number in the error body. (§7) */
export const accessRejections = {
  idempotency_key_is_too_long: { status: 400, number: 1004, from: 'idempotency.keyLength' },
  grant_type_is_unsupported: { status: 400, number: 1005, from: 'tokens.errors' },
  partner_not_found: { status: 404, number: 2004, from: 'webhooks.foreignPartner' },
  partner_exists: { status: 409, number: 2030, from: 'errors.codes' },
  idempotency_key_has_another_body: { status: 409, number: 2016, from: 'idempotency.changedBody' },
  idempotency_key_is_under_way: { status: 409, number: 2029, from: 'idempotency.underWay' },
  token_is_missing: { status: 401, number: 3000, from: '§7' },
  token_is_invalid: { status: 401, number: 3001, from: '§7' },
  token_has_expired: { status: 401, number: 3002, from: '§7' },
  token_was_revoked: { status: 401, number: 3003, from: '§7' },
  token_has_another_audience: { status: 401, number: 3004, from: 'tokens.audience' },
  client_is_unknown: { status: 401, number: 3005, from: 'tokens.errors' },
  audience_is_unknown: { status: 403, number: 3006, from: 'tokens.unknownAudience' },
  audience_is_missing: { status: 400, number: 1008, from: 'tokens.withoutAudience' },
} as const
