/** Accounts, as the world keeps them: master accounts, subledgers, restrictions and holds. Amounts in minor units. */
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

/** Which balance decides whether a payment can be made (§2.9 rule 7). */
export type LedgerType = (typeof ledgerTypes)[number]
export const ledgerTypes = ['Passthrough', 'Direct'] as const

export interface MasterAccountState {
  readonly partner: number
  readonly title: string
  readonly ledgerType: LedgerType
  readonly status: AccountStatus
  /** The slot of its implicit subledger. */
  readonly implicit: number
  /** Its other subledgers, by slot, in the order of their opening: a list need not look at those of every other master. */
  readonly subledgers: Table<number>
  /** The sum over its subledgers, the implicit one included; ledger.ts keeps it so. */
  readonly current: Money
  readonly reserved: Money
  readonly held: Money
  readonly transactionCount: number
  /** The restrictions that lie on it, by slot, in the order of placing. */
  readonly restrictions: readonly number[]
  readonly openedAt: Instant
  readonly closedAt: Instant | null
}

export interface SubledgerState {
  readonly master: number
  readonly isImplicit: boolean
  readonly title: string
  readonly beneficiary: BeneficiaryProfile | null
  /** The partner's own name for it, in the event of its opening. */
  readonly clientIdentifier: string | null
  readonly status: AccountStatus
  readonly current: Money
  readonly reserved: Money
  readonly held: Money
  readonly transactionCount: number
  readonly openedAt: Instant
  readonly closedAt: Instant | null
}

/** The optional profile of a subledger's beneficiary (§2.9). */
export interface BeneficiaryProfile {
  referenceId?: string | undefined
  entityName?: string | undefined
  /** The published reference has these three, for a person. */
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

/** Which accounts a restriction is for: the master alone, its subledgers alone, or both. Two spellings of the second are known. */
export type AppliesTo = keyof typeof appliesTo
/** What each asks of the account; null for any. */
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
  /** The slot of the one subledger that it is for; null for any. */
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

/** The kinds of identity here. The numbers are frozen: changing one changes every id of its kind. */
export const accountStreams = { restriction: 6, masterAccount: 15, subledger: 16, hold: 19 } as const
