/** The state of accounts in the world: master accounts, subledgers, restrictions and holds. Amounts in minor units. */
import type { Money } from '../kernel/money.ts'
import { sliceOf } from '../kernel/slice.ts'
import { Table } from '../kernel/table.ts'
import type { Instant } from '../kernel/time/instant.ts'
import type { AccountStatus } from './account-status.ts'

export interface AccountsState {
  readonly masters: Table<MasterAccountState>
  readonly subledgers: Table<SubledgerState>
  readonly restrictions: Table<RestrictionState>
  readonly holds: Table<HoldState>
}

export const accounts = sliceOf<AccountsState>(
  { masters: Table.empty, subledgers: Table.empty, restrictions: Table.empty, holds: Table.empty },
  { masters: (master) => ({ ...master, subledgers: Table.from(master.subledgers) }) },
)

/** The balance that decides whether a payment can be made (§2.9 rule 7). */
export type LedgerType = (typeof ledgerTypes)[number]
export const ledgerTypes = ['Passthrough', 'Direct'] as const

/** The fields of every account. The amounts of a master are the sums over all its subledgers; ledger.ts changes both together. */
interface AccountState {
  readonly title: string
  readonly status: AccountStatus
  readonly current: Money
  readonly reserved: Money
  readonly held: Money
  readonly transactionCount: number
  readonly openedAt: Instant
  readonly closedAt: Instant | null
}

export interface MasterAccountState extends AccountState {
  readonly partner: number
  /** Null if the account was opened without one. */
  readonly ledgerType: LedgerType | null
  /** The slot of the master's implicit subledger. */
  readonly implicit: number
  /** The slots of the master's other subledgers, oldest first. With them, a list for one master need not search all subledgers. */
  readonly subledgers: Table<number>
  /** The slots of the restrictions placed on the master, in the order in which they were placed. */
  readonly restrictions: readonly number[]
}

export interface SubledgerState extends AccountState {
  readonly master: number
  readonly isImplicit: boolean
  readonly beneficiary: BeneficiaryProfile | null
  /** The partner's own name for the subledger. It is shown only in the event that reports the opening. */
  readonly clientIdentifier: string | null
}

/** The optional profile of a subledger's beneficiary (§2.9). */
export interface BeneficiaryProfile {
  referenceId?: string | undefined
  entityName?: string | undefined
  /** The published reference has these three names, for a beneficiary who is a person. */
  firstName?: string | undefined
  middleName?: string | undefined
  lastName?: string | undefined
  streetAddress1?: string | undefined
  streetAddress2?: string | undefined
  city?: string | undefined
  state?: string | undefined
  postalCode?: string | undefined
  countryCode?: string | undefined
  phoneNumber?: string | undefined
  emailAddress?: string | undefined
  notes?: string | undefined
}

/** The accounts to which a restriction applies: the master alone, its subledgers alone (this value has two spellings), or all. */
export type AppliesTo = keyof typeof appliesTo
/** The kind of account that each value requires; null for any. */
export const appliesTo = {
  All: null,
  Account: 'Account',
  SubAccounts: 'SubAccounts',
  SubAccount: 'SubAccounts',
} as const

/** The side that placed a restriction or a hold, which decides who may change it (§2.8 rules 4–6). */
export type RestrictionType = (typeof restrictionTypes)[number]
export const restrictionTypes = ['Partner', 'Internal'] as const

export interface RestrictionState {
  readonly account: number
  /** The slot of the only subledger to which the restriction applies; null for any subledger. */
  readonly subledger: number | null
  readonly appliesTo: AppliesTo
  readonly rail: string | null
  readonly transactionType: string | null
  readonly otherAccountType: string | null
  readonly amountThreshold: Money | null
  readonly transactionCode: string | null
  readonly reason: string
  readonly notes: string | null
  readonly type: RestrictionType
  readonly createdAt: Instant
  readonly removedAt: Instant | null
}

export interface HoldState {
  readonly subledger: number
  readonly amount: Money
  readonly reason: string
  readonly notes: string | null
  readonly type: RestrictionType
  readonly placedAt: Instant
  readonly releasedAt: Instant | null
}

/** The streams (numbers, one for each kind of id) of this folder. Another number would change all ids of that kind. */
export const accountStreams = { restriction: 6, masterAccount: 15, subledger: 16, hold: 19 } as const
