/** What is refused of loans: each with its HTTP status, and the number in the error body. (§7) */
export const loanRejections = {
  query_is_not_a_number: { status: 400, number: 1006, from: 'loans.errors' },
  order_field_is_unknown: { status: 400, number: 1007, from: 'loans.errors' },
  loan_not_found: { status: 404, number: 2005, from: 'http.foreignRecords' },
  loan_exists: { status: 409, number: 2017, from: 'loans.id' },
  loan_has_another_status: { status: 409, number: 2050, from: 'loans.moves' },
  loan_rail_not_found: { status: 404, number: 2051, from: 'loans.funding' },
} as const
