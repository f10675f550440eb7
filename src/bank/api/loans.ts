import { addLoanOptions } from '../../contract/loan.ts'
import type { FundingAttempt } from '../../core/loans/funding.ts'
import type { Loan, LoanChanges, LoanFields } from '../../core/loans/loan.ts'
import type { FailedRuleRequest } from '../../core/loans/loan-event.ts'
import type { LoanStatus } from '../../core/loans/loan-status.ts'
import type { AddLoanOptions } from '../../core/loans/loans.ts'
import type { LoanSummaryQuery } from '../../core/loans/summary/query.ts'
import type { LoanSummary } from '../../core/loans/summary/summary.ts'
import { type Access, call, callFor, check, type Named, perform, requiredText } from './checked-call.ts'

/** Loans on file at the loan service (§2.10). Dates are ISO 8601 texts, decimals are texts. */
export interface Loans {
  /**
   * Puts a complete loan on file. Fields that you leave out get plausible values that belong to no real person. With `{ isSparse: true }`
   * the loan does not have these fields.
   *
   * @param fields - decimals as texts with at most six places (`'12500.000000'`), dates as ISO 8601 with an offset; `Id` is a UUID, which
   *   the loan shows in lower case; calls may write it in upper or lower case
   * @throws {UsageError} if a field is of the wrong shape
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
   * Changes details of a loan; `advance` and `setStatus` change its status. `RailUpdated` is emitted for each rail that is added, changed
   * or removed, and `AdjustmentActionUpdate` for any change after funding (§6). `RailUpdated` has a `FundResult` only if `changes` say that
   * the rail has failed, because the bank makes up no other outcome.
   *
   * @throws {UsageError} if a field is of the wrong shape
   * @throws {RejectionError} `loan_not_found`
   */
  update(id: string, changes: LoanChanges): Loan
  /** @throws {RejectionError} `loan_not_found` */
  get(id: string): Loan
  /**
   * Moves a loan to its next status on the usual way, from Received to Settled. It becomes Funded by a funding attempt that succeeds. The
   * table of loan statuses in docs/reference/rejections.md has each step. `LoanStatusUpdated` is emitted each time. With `assume: { 'loans.stepSeconds': 60 }` the clock makes these steps by
   * itself, as far as Funded.
   *
   * @throws {RejectionError} `loan_not_found`, `loan_has_another_status` if the loan has no next status
   * @example
   * ```ts
   * const { Id } = bank.loans.add()
   * bank.loans.advance(Id).Status // 'DocsComplete'
   * ```
   */
  advance(id: string): Loan
  /**
   * Changes the status of a loan to one that can follow the present status, and emits `LoanStatusUpdated` (§6). `Funded` makes a funding
   * attempt that succeeds, as `fund` does. Any other status after `InFunding`, such as `NotFullyFunded`, makes an attempt that fails, and
   * `FundingAttemptComplete` reports that failure without a rail. To choose the rails that fail, call `fund`.
   *
   * @throws {UsageError} if the status is not known
   * @throws {RejectionError} `loan_not_found`, `loan_has_another_status`
   */
  setStatus(id: string, status: LoanStatus): Loan
  /**
   * Makes a funding attempt: emits `RailUpdated` for each rail in order of priority, then `FundingAttemptComplete`. The loan is then
   * `Funded`, or `NotFullyFunded` if a rail failed; another attempt tries the failed rails again.
   *
   * @param attempt - `failedRails`: the Ids of the rails that fail
   * @throws {RejectionError} `loan_not_found`, `loan_has_another_status`, `loan_rail_not_found`
   */
  fund(id: string, attempt?: FundingAttempt): Loan
  /**
   * Lets a loan fail compliance: emits `LoanStatusUpdated`, then `ComplianceLoanFailed` with the rules.
   *
   * @param rules - the rules that the loan failed; by default one rule on the APR
   * @throws {RejectionError} `loan_not_found`, `loan_has_another_status`
   */
  failCompliance(id: string, rules?: FailedRuleRequest[] | null): Loan
  /**
   * Makes the deprecated summary query (§4 call 9). The name of a field, such as `FICO`, finds the loans with exactly that value. Further
   * parameters are `Skip`, `Take`, `OrderBy`, `OrderByDesc`, `Include` (`Total, SUM(LoanAmount) as Lent`), `Meta`, which has no effect,
   * and `jsconfig` (`dh:ut` writes dates as Unix seconds). Any other parameter is ignored, and the timeline names it.
   *
   * @throws {RejectionError} `query_is_not_a_number`, `order_field_is_unknown`
   * @example
   * ```ts
   * for (const FICO of [690, 700, 710]) bank.loans.add({ FICO })
   * bank.loans.summary({ FICO: 700, Include: 'Total' }).Total // 1
   * ```
   */
  summary(query?: LoanSummaryQuery): LoanSummary
  /** The loan webhook event names, in the order of the specification (§4 call 10). */
  events(): string[]
}

export function loans(access: Access): Loans {
  const named = (id: string, performed: Named) => requiredText(id, 'loan id', performed)
  return {
    add: (given = {}, options = {}) => {
      const { isSparse } = check(access, 'loans.add', options, { schema: addLoanOptions })
      const fields = check(access, 'loans.add', given)
      return perform(access, 'loans.add', isSparse ? { fields, isSparse } : { fields })
    },
    update: (id, changes) => callFor(access, 'loans.update', { id: named(id, 'loans.update') }, changes, 'changes'),
    get: (id) => call(access, 'loans.get', { id: named(id, 'loans.get') }),
    advance: (id) => call(access, 'loans.advance', { id: named(id, 'loans.advance') }),
    setStatus: (id, status) =>
      callFor(access, 'loans.setStatus', { id: named(id, 'loans.setStatus') }, status, 'status'),
    fund: (id, attempt = {}) => callFor(access, 'loans.fund', { id: named(id, 'loans.fund') }, attempt),
    failCompliance: (id, rules) =>
      callFor(access, 'loans.failCompliance', { id: named(id, 'loans.failCompliance') }, rules ?? undefined, 'rules'),
    summary: (query = {}) => call(access, 'loans.summary', query),
    events: () => call(access, 'loans.events', undefined),
  }
}
