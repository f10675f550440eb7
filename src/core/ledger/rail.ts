/** Rails, with the types and codes of the transactions on them. Restrictions use these names. (§2.8) */
import type { Open } from '../kernel/known.ts'

/** The rails that a restriction can name. The specification names `Ach`; the others are from the bank's public pages. */
export const rails = ['Ach', 'Wire', 'Rtp', 'Check', 'Card', 'International'] as const

/** A payment channel: one of the rails, or `Internal`, the bank's own bookkeeping. */
export type Rail = (typeof rails)[number] | 'Internal'

/** Whether money leaves or enters the account. */
export type TransactionType = (typeof transactionTypes)[number]
export const transactionTypes = ['Debit', 'Credit'] as const

export type AccountType = (typeof accountTypes)[number]
export const accountTypes = ['Deposit', 'Wallet', 'GeneralLedger', 'CreditCard'] as const

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

/** A code under which a transaction is posted: one that the service publishes, or any other that the bank accepts. */
export type TransactionCode = Open<(typeof transactionCodes)[number]>

/** The rails that a restriction may name; the assumption `restrictions.values` decides whether other names are accepted. */
export type RailCriterion = Open<Rail>
export type TransactionTypeCriterion = Open<TransactionType>
export type AccountTypeCriterion = Open<AccountType>
