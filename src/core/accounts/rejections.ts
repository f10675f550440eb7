/** What is refused of accounts, restrictions and holds: each with its HTTP status, and the number in the error body. (§7) */
export const accountRejections = {
  account_not_found: { status: 404, number: 2000, from: 'http.foreignRecords' },
  restriction_not_found: { status: 404, number: 2002, from: 'http.foreignRecords' },
  account_is_not_a_master: { status: 400, number: 2008, from: '§4' },
  subledger_has_another_master: { status: 400, number: 2009, from: '§2.8' },
  hold_not_found: { status: 404, number: 2019, from: 'http.foreignRecords' },
  hold_was_released: { status: 409, number: 2020, from: 'holds.record' },
  hold_exceeds_available: { status: 400, number: 2021, from: 'holds.beyondAvailable' },
  product_not_found: { status: 404, number: 2022, from: 'http.foreignRecords' },
  restriction_is_internal: { status: 403, number: 3007, from: '§2.8' },
  restriction_type_is_not_yours: { status: 403, number: 3008, from: 'restrictions.type' },
  hold_is_internal: { status: 403, number: 3009, from: '§2.8' },
  policy_is_internal: { status: 403, number: 3010, from: '§2.8' },
} as const
