/**
 * Sorts the loans of a summary. No two loans rank equal, so that every loan is on exactly one page. (§4 call 9)
 */
import type { Loan, LoanField } from '../loan.ts'
import { compareKeys, keyReader } from './field.ts'

export interface Order {
  readonly field: LoanField
  readonly sign: 1 | -1
}

/** Returns the loans in this order, and by Id where they rank equal. Reads the keys of each loan once. */
export function ordered(loans: readonly Loan[], orders: readonly Order[]): Loan[] {
  const keysOf = orders.map(({ field }) => keyReader(field))
  const signs = orders.map(({ sign }) => sign)
  const rows = loans.map((loan) => ({ loan, id: loan.Id, keys: keysOf.map((keyOf) => keyOf(loan)) }))
  rows.sort((first, second) => {
    for (let index = 0; index < signs.length; index++) {
      const difference = compareKeys(first.keys[index], second.keys[index])
      if (difference !== 0) return difference * (signs[index] as number)
    }
    return compareKeys(first.id, second.id)
  })
  return rows.map(({ loan }) => loan)
}
