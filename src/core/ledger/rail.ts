/** Rails and what moves on them: the names that a restriction can be made of. (§2.8) */

/** A payment channel. `Ach` is specified; the others are published names; `Internal` is the bank's own bookkeeping. */
export type Rail = 'Ach' | 'Wire' | 'Rtp' | 'Check' | 'Card' | 'International' | 'Internal'

/** Whether money leaves or enters the account. */
export type TransactionType = 'Debit' | 'Credit'

/** The rails that a restriction can name. */
export const rails = ['Ach', 'Wire', 'Rtp', 'Check', 'Card', 'International'] as const

/** The two directions. */
export const transactionTypes = ['Debit', 'Credit'] as const

/** The kinds of account inside the service. */
export const accountTypes = ['Deposit', 'Wallet', 'GeneralLedger', 'CreditCard'] as const

/** The codes under which transactions are posted. */
export const transactionCodes = [
  'Incoming ACH',
  'Outgoing ACH',
  'Incoming Wire',
  'Outgoing Wire',
  'Account Transfer',
  'Fee',
  'Fee Refund',
  'Deposit',
  'Withdrawal',
  'Interest',
  'Misc Credit',
  'Misc Debit',
  'Check',
  'Cash',
  'Reversal',
  'Adjustment',
  'RTP Debit',
  'RTP Credit',
] as const
