/** The status values of an account, and their effect on postings. A new status is a row here. (§2.4, §2.9) */
import type { RefusalCode } from '../ledger/posting-codes.ts'

interface StatusRow {
  /** The posting code of refused postings; null if postings are allowed. */
  readonly refusal: RefusalCode | null
  /** The record of a closed account has `closedAt`. */
  readonly isClosed: boolean
  /** Emitted when a subledger gets this status. */
  readonly event: 'Core.SubAccount.Closed' | 'Core.SubAccount.Status.Changed'
}

export const accountStatuses = {
  Active: { refusal: null, isClosed: false, event: 'Core.SubAccount.Status.Changed' },
  Closed: { refusal: 'CLS', isClosed: true, event: 'Core.SubAccount.Closed' },
  Inactive: { refusal: 'INA', isClosed: false, event: 'Core.SubAccount.Status.Changed' },
  Dormant: { refusal: 'DRM', isClosed: false, event: 'Core.SubAccount.Status.Changed' },
  Escheatment: { refusal: 'ESC', isClosed: false, event: 'Core.SubAccount.Status.Changed' },
  ChargeOff: { refusal: 'CHR', isClosed: false, event: 'Core.SubAccount.Status.Changed' },
} as const satisfies { readonly [status: string]: StatusRow }

/** The status of an account; any but Active refuses postings. */
export type AccountStatus = keyof typeof accountStatuses
