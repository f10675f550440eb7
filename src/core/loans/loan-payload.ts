/** The bodies of pushed loan events. The loan service pushes these instead of the notification of §2.7. (§6) */

/** The body of a pushed loan event. */
export interface LoanPayload {
  /** Three letters. */
  MPLId: string
  Ignore: boolean
  content: LoanStatusUpdated | FundingAttemptComplete | RailUpdated | AdjustmentActionUpdate | ComplianceLoanFailed
}

export interface LoanStatusUpdated {
  Id: number
  LoanId: string
  /** The number of the status: 5 is InFunding. */
  Status: number
  TimeStamp: string
  DateInserted: string
}

export interface FundingAttemptComplete {
  Id: number
  LoanId: string
  FundResult: FundResult
  TimeStamp: string
}

/** A rail was tried, added, changed or removed. The optional fields are absent if the rail was neither tried nor marked as failed. */
export interface RailUpdated {
  Id: number
  RailId: string
  LoanId: string
  RailType: string
  RailTransactionId?: string
  FundResult?: FundResult
}

/** Details of a loan were changed after funding. */
export interface AdjustmentActionUpdate {
  Id: number
  LoanId: string
  /** The names of the fields that changed. */
  Fields: string[]
  TimeStamp: string
}

export interface ComplianceLoanFailed {
  MPLId: string
  LoanId: string
  CreateDate: string
  FailedRulesReasons: FailedRule[]
}

export interface FailedRule {
  RuleName: string
  Rule: string
  Data: string
  Result: string
  /** Counted from 1 within the event. */
  FailedComplianceID: number
}

/** How a rail or an attempt ended. */
export type FundResult = 'Success' | 'Failed'
