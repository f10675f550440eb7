import { loanRequest, loanSummaryQuery } from '../contract/loan.ts'
import type { Loan, LoanFields } from '../core/loans/loan.ts'
import type { LoanSummary, LoanSummaryQuery } from '../core/loans/loan-summary.ts'
import { type Access, checked, textOf } from './input.ts'

/** Loans on file at the loan service (§2.10). Dates are ISO 8601 texts, decimals are texts. */
export interface Loans {
  /**
   * Puts a loan on file. Give the fields that your test is about; `Id` and `Status` are filled in.
   *
   * @param fields - decimals as texts with at most six places (`'12500.000000'`), dates as ISO 8601 with an offset
   * @throws {UsageError} where a field is of the wrong shape
   * @throws {RejectionError} `loan_exists`
   */
  add(fields?: LoanFields): Loan
  /** Changes fields of a loan. @throws {RejectionError} `loan_not_found` */
  update(id: string, changes: Omit<LoanFields, 'Id'>): Loan
  /** @throws {RejectionError} `loan_not_found` */
  get(id: string): Loan
  /**
   * The deprecated summary query (§4 call 9). Each field is an exact filter; then `Skip`, `Take`, `OrderBy`, `OrderByDesc`,
   * `Include: 'Total'`, `jsconfig: 'dh:ut'`.
   *
   * @throws {RejectionError} `query_is_not_a_number`, `order_field_is_unknown`
   */
  summary(query?: LoanSummaryQuery): LoanSummary
  /** The loan webhook event names, in the order of the specification (§4 call 10). */
  events(): string[]
}

/** The loans resource. */
export function loans(access: Access): Loans {
  const { shell, actor } = access
  return {
    add: (fields = {}) =>
      shell.perform('loans.add', checked(access, 'loans.add', loanRequest, fields, 'add a loan'), actor).output,
    update: (id, changes) => {
      const known = textOf(id, 'loan id')
      const schema = loanRequest.omit({ Id: true })
      const input = {
        id: known,
        changes: checked(access, 'loans.update', schema, changes, `change the loan "${known}"`),
      }
      return shell.perform('loans.update', input, actor).output
    },
    get: (id) => shell.inquire('loans.get', { id: textOf(id, 'loan id') }, actor),
    summary: (query = {}) =>
      shell.inquire('loans.summary', checked(access, 'loans.summary', loanSummaryQuery, query, 'query loans'), actor),
    events: () => shell.inquire('loans.events', undefined, actor),
  }
}
