/** What is refused of wires: each with its HTTP status, and the number in the error body. (§7) */
export const wireRejections = {
  amount_is_out_of_range: { status: 400, number: 1003, from: 'limits.amountMaximum' },
  payment_not_found: { status: 404, number: 2001, from: 'http.foreignRecords' },
  payment_has_another_status: { status: 409, number: 2010, from: 'wires.canceling' },
  payment_has_another_direction: { status: 409, number: 2011, from: 'wires.canceling' },
  payment_was_reversed: { status: 409, number: 2012, from: 'wires.reversing' },
  payment_moves_no_money: { status: 409, number: 2028, from: 'wires.nonValue' },
} as const
