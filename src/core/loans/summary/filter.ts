/** Filters of the loan summary: each field name is a parameter, matched exactly. (§4 call 9) */
import { parseTimestamp } from '../../kernel/time/instant.ts'
import { sixPlaces } from '../decimal.ts'
import { isLoanDate, isLoanDecimal, isLoanInteger, type Loan, type LoanField } from '../loan.ts'

/** Tells whether a loan passes the filters. These are read once, not for each loan. */
export function filterOf(filters: readonly (readonly [LoanField, string])[]): (loan: Loan) => boolean {
  const matchers = filters.map(([field, asked]) => ({ field, matches: matcherOf(field, asked) }))
  return (loan) => matchers.every(({ field, matches }) => matches(loan[field]))
}

type Matcher = (held: string | number | undefined) => boolean

/** A value that the field cannot have matches no loan. */
function matcherOf(field: LoanField, asked: string): Matcher {
  if (isLoanDecimal(field)) {
    const [, decimal] = /^(-?\d+(?:\.\d{1,6})?)0*$/.exec(asked) ?? []
    const wanted = decimal === undefined ? null : sixPlaces(decimal)
    return (held) => held === wanted
  }
  if (isLoanInteger(field)) {
    const wanted = /^-?\d+$/.test(asked) ? Number(asked) : null
    return (held) => held === wanted
  }
  if (isLoanDate(field)) {
    const wanted = dateOf(asked)
    return (held) => wanted !== undefined && held !== undefined && Date.parse(held as string) === wanted
  }
  const wanted = field === 'Id' ? asked.toLowerCase() : asked
  return (held) => held === wanted
}

/** A date as partners write it: ISO 8601, a day alone (midnight in UTC), or what the service itself writes. */
function dateOf(text: string): number | undefined {
  const match = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/.exec(text)
  if (match) return Number(match[1])
  return parseTimestamp(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text)
}
