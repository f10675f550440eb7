import {
  addLoanOptions,
  failedRules,
  fundingAttempt,
  loanChanges,
  loanRequest,
  loanStatus,
  loanSummaryQuery,
} from '../contract/loan.ts'
import type { FundingAttempt } from '../core/loans/funding.ts'
import type { Loan, LoanChanges, LoanFields } from '../core/loans/loan.ts'
import type { LoanStatus } from '../core/loans/loan-status.ts'
import type { AddLoanOptions } from '../core/loans/loans.ts'
import type { FailedRuleRequest } from '../core/loans/move-loan.ts'
import type { LoanSummaryQuery } from '../core/loans/summary/query.ts'
import type { LoanSummary } from '../core/loans/summary/summary.ts'
import { type Access, checked, textOf } from './input.ts'

/** Loans on file at the loan service (§2.10). Dates are ISO 8601 texts, decimals are texts. */
export interface Loans {
  /**
   * Puts a loan on file: complete, with plausible values (of people who cannot exist) for what you do not give. Name the fields
   * that your test is about; `{ isSparse: true }` leaves the others out.
   *
   * @param fields - decimals as texts with at most six places (`'12500.000000'`), dates as ISO 8601 with an offset
   * @throws {UsageError} where a field is of the wrong shape
   * @throws {RejectionError} `loan_exists`
   * @example
   * ```ts
   * const loan = bank.loans.add({ LoanAmount: '12500', Term: 36 })
   * loan.Status // 'Received'
   * loan.NetFunding // '12125.000000'
   * ```
   */
  add(fields?: LoanFields, options?: AddLoanOptions): Loan
  /**
   * Changes details of a loan; its status has `advance` and `setStatus`. A changed rail is told of with `RailUpdated`, any change
   * after funding with `AdjustmentActionUpdate`.
   *
   * @throws {UsageError} where a field is of the wrong shape
   * @throws {RejectionError} `loan_not_found`
   */
  update(id: string, changes: LoanChanges): Loan
  /** @throws {RejectionError} `loan_not_found` */
  get(id: string): Loan
  /**
   * Takes a loan to its next status: Received, DocsComplete, PassedCompliance, Approved, InFunding, then by a funding attempt that
   * succeeds Funded, and on to Settled. `LoanStatusUpdated` is emitted each time. With `assume: { 'loans.stepSeconds': 60 }` the
   * clock does it, as far as Funded.
   *
   * @throws {RejectionError} `loan_not_found`, `loan_has_another_status` where it has ended
   * @example
   * ```ts
   * const { Id } = bank.loans.add()
   * bank.loans.advance(Id).Status // 'DocsComplete'
   * ```
   */
  advance(id: string): Loan
  /**
   * Gives a loan another status that it can go to from the one it has, and emits `LoanStatusUpdated`. That is all it does: no
   * funding attempt is made.
   *
   * @throws {UsageError} where the status is not known
   * @throws {RejectionError} `loan_not_found`, `loan_has_another_status`
   */
  setStatus(id: string, status: LoanStatus): Loan
  /**
   * Makes a funding attempt: `RailUpdated` for each rail in order of priority, `FundingAttemptComplete`, then the loan is `Funded`,
   * or `NotFullyFunded` where a rail failed. Another attempt tries the failed ones again.
   *
   * @param attempt - `failedRails`: the Ids of the rails that fail
   * @throws {RejectionError} `loan_not_found`, `loan_has_another_status`, `loan_rail_not_found`
   */
  fund(id: string, attempt?: FundingAttempt): Loan
  /**
   * Lets a loan fail compliance: `LoanStatusUpdated`, then `ComplianceLoanFailed` with the rules.
   *
   * @param rules - what it failed; by default one rule on the APR
   * @throws {RejectionError} `loan_not_found`, `loan_has_another_status`
   */
  failCompliance(id: string, rules?: FailedRuleRequest[]): Loan
  /**
   * The deprecated summary query (§4 call 9). Each field is an exact filter; then `Skip`, `Take`, `OrderBy`, `OrderByDesc`,
   * `Include` (`Total, COUNT(*), SUM(LoanAmount) as Lent`), and of `jsconfig` the form of dates: `dh:ut`. Names, nulls and defaults
   * are matters of the JSON text, so `jsconfig` changes those over HTTP alone.
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
    add: (fields = {}, options = {}) => {
      const { isSparse } = checked(access, 'loans.add', addLoanOptions, options, 'add a loan')
      const input = { fields: checked(access, 'loans.add', loanRequest, fields, 'add a loan') }
      return shell.perform('loans.add', isSparse ? { ...input, isSparse } : input, actor).output
    },
    update: (id, changes) => {
      const known = textOf(id, 'loan id')
      const valid = checked(access, 'loans.update', loanChanges, changes, `change the loan "${known}"`)
      return shell.perform('loans.update', { id: known, changes: valid }, actor).output
    },
    get: (id) => shell.inquire('loans.get', { id: textOf(id, 'loan id') }, actor),
    advance: (id) => shell.perform('loans.advance', { id: textOf(id, 'loan id') }, actor).output,
    setStatus: (id, status) => {
      const known = textOf(id, 'loan id')
      const valid = checked(access, 'loans.setStatus', loanStatus, status, `move the loan "${known}"`)
      return shell.perform('loans.setStatus', { id: known, status: valid }, actor).output
    },
    fund: (id, attempt = {}) => {
      const known = textOf(id, 'loan id')
      const valid = checked(access, 'loans.fund', fundingAttempt, attempt, `fund the loan "${known}"`)
      return shell.perform('loans.fund', { ...valid, id: known }, actor).output
    },
    failCompliance: (id, rules) => {
      const known = textOf(id, 'loan id')
      const verb = `fail the compliance of the loan "${known}"`
      const valid =
        rules === undefined ? {} : { rules: checked(access, 'loans.failCompliance', failedRules, rules, verb) }
      return shell.perform('loans.failCompliance', { ...valid, id: known }, actor).output
    },
    summary: (query = {}) =>
      shell.inquire('loans.summary', checked(access, 'loans.summary', loanSummaryQuery, query, 'query loans'), actor),
    events: () => shell.inquire('loans.events', undefined, actor),
  }
}
