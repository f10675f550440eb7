/** The account records: a master account and a subledger as the API shows them. Amounts in minor units. (§1, §2.9) */
import { partnerIdOf, productIdOf } from '../access/partner.ts'
import type { Money } from '../kernel/money.ts'
import { timeOf } from '../kernel/time/instant.ts'
import { availableOf, ledgerTypeOf } from '../ledger/ledger.ts'
import type { Reading } from '../turn.ts'
import { masterAccountNumber } from './account-number.ts'
import type { AccountStatus } from './account-status.ts'
import { numberOfSubledger } from './lookup.ts'
import type { BeneficiaryProfile, LedgerType, MasterAccountState, SubledgerState } from './state.ts'

/** The fields of every account. */
export interface AccountRecord {
  /** Ten digits for a master account, twelve for a subledger. An implicit subledger has the number of its master (§2.9 rules 2, 4). */
  accountNumber: string
  accountType: 'Deposit'
  status: AccountStatus
  ledgerType: LedgerType
  title: string
  /** The money posted to the account; for a master account, the sum over its subledgers (§2.9 rule 5). */
  currentBalance: Money
  /** The money that can be spent: the current balance less holds and reserved payments. */
  availableBalance: Money
  holdAmount: Money
  transactionCount: number
  openedAt: string
  closedAt?: string
  /** UUID. */
  partnerId: string
}

/** A master account as the API shows it. */
export interface MasterAccount extends AccountRecord {
  /** UUID. */
  productId: string
}

/** A subledger as the API shows it. */
export interface Subledger extends AccountRecord {
  masterAccountNumber: string
  beneficiary?: BeneficiaryProfile
}

type Source = Pick<Reading, 'world' | 'assume'>

export function masterAccountRecord({ world, assume }: Source, slot: number): MasterAccount {
  const account = world.accounts.masters.at(slot)
  const number = masterAccountNumber(world.settings.seed, slot)
  const record = recordOf({ world, assume }, account, account, number) as MasterAccount
  record.productId = productIdOf(world, account.partner)
  return record
}

export function subledgerRecord({ world, assume }: Source, slot: number): Subledger {
  const subledger = world.accounts.subledgers.at(slot)
  const master = world.accounts.masters.at(subledger.master)
  // An implicit subledger has the status, the closing time and the title of its master.
  const life = subledger.isImplicit ? master : subledger
  const record = recordOf({ world, assume }, subledger, master, numberOfSubledger(world, slot), life) as Subledger
  record.masterAccountNumber = masterAccountNumber(world.settings.seed, subledger.master)
  if (subledger.beneficiary !== null) record.beneficiary = { ...subledger.beneficiary }
  return record
}

function recordOf(
  { world, assume }: Source,
  state: MasterAccountState | SubledgerState,
  master: MasterAccountState,
  accountNumber: string,
  { status, closedAt }: Pick<SubledgerState, 'status' | 'closedAt'> = state,
): AccountRecord {
  // The fields that not every account has are set afterwards, because to spread them takes several times as long.
  const record = {
    accountNumber,
    accountType: 'Deposit',
    status,
    ledgerType: ledgerTypeOf(master, assume),
    title: state.title,
    currentBalance: state.current,
    availableBalance: availableOf(state),
    holdAmount: state.held,
    transactionCount: state.transactionCount,
    openedAt: timeOf(world, state.openedAt),
  } as AccountRecord
  if (closedAt !== null) record.closedAt = timeOf(world, closedAt)
  record.partnerId = partnerIdOf(world, master.partner)
  return record
}
