/** The status values of a loan, and the moves between them. (§3) */

/** The status values, with the numbers by which loan events name them. */
export const loanStatuses = {
  Received: 1,
  DocsComplete: 2,
  PassedCompliance: 3,
  Approved: 4,
  InFunding: 5,
  Funded: 6,
  AccountingEntriesComplete: 7,
  ReadyToSell: 8,
  Sold: 9,
  Settled: 10,
  AwaitingFunding: 11,
  InReverse: 80,
  AccountingEntriesReversed: 90,
  Cancelled: 100,
  ComplianceFailed: 101,
  Rejected: 102,
  Returned: 103,
  NotFullyFunded: 104,
} as const

/** A known status of a loan. */
export type LoanStatus = keyof typeof loanStatuses

/** The moves from each status. `advance` takes the first; a status without moves is final. */
const moves: { readonly [From in LoanStatus]: readonly LoanStatus[] } = {
  Received: ['DocsComplete', 'ComplianceFailed', 'Cancelled', 'Rejected'],
  DocsComplete: ['PassedCompliance', 'ComplianceFailed', 'Cancelled', 'Rejected'],
  PassedCompliance: ['Approved', 'Cancelled', 'Rejected'],
  Approved: ['InFunding', 'AwaitingFunding', 'Cancelled', 'Rejected'],
  AwaitingFunding: ['InFunding', 'Cancelled'],
  InFunding: ['Funded', 'NotFullyFunded', 'Returned'],
  NotFullyFunded: ['Funded', 'InFunding', 'InReverse', 'Returned'],
  Funded: ['AccountingEntriesComplete', 'InReverse', 'Returned'],
  AccountingEntriesComplete: ['ReadyToSell', 'InReverse', 'Returned'],
  ReadyToSell: ['Sold', 'InReverse'],
  Sold: ['Settled'],
  Settled: [],
  Returned: ['InReverse'],
  InReverse: ['AccountingEntriesReversed'],
  AccountingEntriesReversed: ['Cancelled'],
  Cancelled: [],
  ComplianceFailed: [],
  Rejected: [],
}

/** The moves from this status; none from an unknown one. */
export function movesFrom(status: string): readonly LoanStatus[] {
  return isLoanStatus(status) ? moves[status] : []
}

export function isLoanStatus(status: string): status is LoanStatus {
  return Object.hasOwn(loanStatuses, status)
}

const toFunded: readonly string[] = ['Received', 'DocsComplete', 'PassedCompliance', 'Approved', 'InFunding']
const afterFunding: readonly string[] = ['Funded', 'AccountingEntriesComplete', 'ReadyToSell', 'Sold', 'Settled']

/** Whether the loan is on its happy path to `Funded`. */
export const isOnTheWay = (status: string): boolean => toFunded.includes(status)

/** Whether the loan's money has gone out: a change of its details is an adjustment from here on. */
export const isAfterFunding = (status: string): boolean => afterFunding.includes(status)

export const isFundable = (status: string): boolean => status === 'InFunding' || status === 'NotFullyFunded'
