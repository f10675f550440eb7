/**
 * Orders of the loan summary. They are total, so that every loan is on exactly one page. Each loan's keys are read once, and compared
 * as numbers or texts; decimals compare exactly, at any length. (§4 call 9)
 */
import { isLoanDate, isLoanDecimal, type Loan, type LoanField } from '../loan.ts'

export interface Order {
  readonly field: LoanField
  readonly sign: 1 | -1
}

/** The value by which a loan is sorted; undefined for a loan without one. */
export type Key = string | number | bigint | undefined

/** The loans in this order, and by Id where the order is equal. */
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

export function keyReader(field: LoanField): (loan: Loan) => Key {
  if (isLoanDecimal(field)) return (loan) => decimalKey(loan[field] as string | undefined)
  if (isLoanDate(field)) return (loan) => dateKey(loan[field] as string | undefined)
  return (loan) => loan[field]
}

/** A loan without a value comes before those with one. Texts compare by code units, as the service's collation is unknown. */
export function compareKeys(first: Key, second: Key): number {
  if (first === second) return 0
  if (first === undefined) return -1
  if (second === undefined) return 1
  // Both are of one kind; a number and a bigint compare exactly.
  if ((first as number) < (second as number)) return -1
  return (first as number) > (second as number) ? 1 : 0
}

/** Millionths, as a number where that is exact. */
function decimalKey(decimal: string | undefined): Key {
  if (decimal === undefined) return undefined
  const digits = decimal.slice(0, -7) + decimal.slice(-6)
  return digits.length <= 15 ? Number(digits) : BigInt(digits)
}

function dateKey(date: string | undefined): Key {
  return date === undefined ? undefined : Date.parse(date)
}
