/** The status values of a loan, and the moves between them. (§3) */

interface LoanStatusRow {
  /** Stands for the status in loan events. */
  readonly number: number
  /** `advance` makes the first of these moves; a status without moves is final. */
  readonly moves: readonly string[]
}

const rows = {
  Received: { number: 1, moves: ['DocsComplete', 'ComplianceFailed', 'Cancelled', 'Rejected'] },
  DocsComplete: { number: 2, moves: ['PassedCompliance', 'ComplianceFailed', 'Cancelled', 'Rejected'] },
  PassedCompliance: { number: 3, moves: ['Approved', 'Cancelled', 'Rejected'] },
  Approved: { number: 4, moves: ['InFunding', 'AwaitingFunding', 'Cancelled', 'Rejected'] },
  InFunding: { number: 5, moves: ['Funded', 'NotFullyFunded', 'Returned'] },
  Funded: { number: 6, moves: ['AccountingEntriesComplete', 'InReverse', 'Returned'] },
  AccountingEntriesComplete: { number: 7, moves: ['ReadyToSell', 'InReverse', 'Returned'] },
  ReadyToSell: { number: 8, moves: ['Sold', 'InReverse'] },
  Sold: { number: 9, moves: ['Settled'] },
  Settled: { number: 10, moves: [] },
  AwaitingFunding: { number: 11, moves: ['InFunding', 'Cancelled'] },
  InReverse: { number: 80, moves: ['AccountingEntriesReversed'] },
  AccountingEntriesReversed: { number: 90, moves: ['Cancelled'] },
  Cancelled: { number: 100, moves: [] },
  ComplianceFailed: { number: 101, moves: [] },
  Rejected: { number: 102, moves: [] },
  Returned: { number: 103, moves: ['InReverse'] },
  NotFullyFunded: { number: 104, moves: ['Funded', 'InFunding', 'InReverse', 'Returned'] },
} as const satisfies { readonly [status: string]: LoanStatusRow }

/** A known status of a loan. */
export type LoanStatus = keyof typeof rows

export const loanStatuses: {
  readonly [Status in LoanStatus]: LoanStatusRow & { readonly moves: readonly LoanStatus[] }
} = rows

export function movesFrom(status: string): readonly LoanStatus[] {
  return isLoanStatus(status) ? loanStatuses[status].moves : []
}

export function isLoanStatus(status: string): status is LoanStatus {
  return Object.hasOwn(loanStatuses, status)
}

const toFunded: readonly string[] = ['Received', 'DocsComplete', 'PassedCompliance', 'Approved', 'InFunding']
const afterFunding: readonly string[] = ['Funded', 'AccountingEntriesComplete', 'ReadyToSell', 'Sold', 'Settled']

/** Whether the loan is on its happy path to `Funded`. */
export const isOnTheWay = (status: string): boolean => toFunded.includes(status)

/** Whether the loan's money is paid out. From then on, a change of its details is an adjustment. */
export const isAfterFunding = (status: string): boolean => afterFunding.includes(status)

export const isFundable = (status: string): boolean => status === 'InFunding' || status === 'NotFullyFunded'
