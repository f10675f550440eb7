/** What is refused of postings: each with its HTTP status, and the number in the error body. (§7) */
export const ledgerRejections = {
  posting_was_refused: { status: 400, number: 2013, from: 'transactions.reversal' },
  amount_exceeds_safe_range: { status: 400, number: 2014, from: 'limits.exactAmounts' },
  transaction_not_found: { status: 404, number: 2018, from: 'http.foreignRecords' },
} as const
