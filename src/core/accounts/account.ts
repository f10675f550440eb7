/**
 * Master accounts: deposit accounts of a partner. Each is opened with an implicit subledger of the same number. (§1, §2.9)
 */

import { partnerIdOf, productIdOf } from '../access/partner.ts'
import { whenKnown } from '../known.ts'
import { credit } from '../ledger/ledger.ts'
import type { Money } from '../money.ts'
import { isRejection, type Rejection, reject } from '../rejection.ts'
import { formatInstant } from '../time/instant.ts'
import type { Reading, Turn } from '../turn.ts'
import type { World } from '../world.ts'
import { masterAccountNumber } from './account-number.ts'
import { findMaster } from './lookup.ts'
import type { AccountStatus, LedgerType } from './state.ts'
import { openSubledger } from './subledger.ts'

/** A master account as the API shows it. Amounts in minor units. */
export interface MasterAccount {
  accountNumber: string
  accountType: 'Deposit'
  status: AccountStatus
  ledgerType: LedgerType
  title: string
  /** The money posted to the account: the sum of its subledgers (§2.9 rule 5). */
  currentBalance: Money
  /** What can be spent: current less holds and reserved payments. */
  availableBalance: Money
  holdAmount: Money
  transactionCount: number
  openedAt: string
  closedAt?: string
  partnerId: string
  productId: string
}

/** What `bank.accounts.open()` takes. */
export interface OpenAccount {
  /** The holder's name; by default the partner's. At most 255 characters. */
  title?: string | undefined
  /** Money on the account from the start, in minor units; by default none. */
  balance?: Money | undefined
  /** Who decides a payment: the master's balance (Passthrough) or the subledger's (Direct). §2.9 rule 7 */
  ledgerType?: LedgerType | undefined
}

/** Opens a master account with its implicit subledger, funded from the bank's internal settlement account. */
export function openAccount(turn: Turn, input: OpenAccount): MasterAccount | Rejection {
  const { world } = turn
  const balance = input.balance ?? 0
  // Refusals.
  const sums = [world.deposits + balance, world.settlement.Internal - balance]
  if (!sums.every(Number.isSafeInteger)) {
    return reject(
      'amount_exceeds_safe_range',
      `Failed to open an account with ${balance}: the bank would hold ${world.deposits + balance}, and ${Number.MAX_SAFE_INTEGER} is the largest exact amount. Open it with less. (§2.9)`,
    )
  }

  // From here the account must be opened.
  const partner = turn.actor.kind === 'partner' ? turn.actor.partner : 0
  turn.assume('accounts.number')
  const slot = world.accounts.size
  const title = input.title ?? world.partners.at(partner).name
  world.accounts = world.accounts.add({
    partner,
    title,
    ledgerType: input.ledgerType ?? turn.assume('subledgers.ledgerType'),
    status: 'Active',
    implicit: world.subledgers.size,
    current: 0,
    reserved: 0,
    held: 0,
    transactionCount: 0,
    restrictions: [],
    openedAt: world.now,
    closedAt: null,
  })
  const implicit = openSubledger(world, { master: slot, title, beneficiary: null, isImplicit: true })
  if (balance > 0) credit(world, implicit, balance, 'Internal')

  const account = accountRecord(world, slot)
  turn.tell({ what: 'account.opened', accountNumber: account.accountNumber, title, amount: account.currentBalance })
  return account
}

/** Master accounts of the acting partner, in the order of their opening. */
export function listAccounts({ world, actor }: Reading): MasterAccount[] {
  const found: MasterAccount[] = []
  for (let slot = 0; slot < world.accounts.size; slot++) {
    const { partner } = world.accounts.at(slot)
    if (actor.kind !== 'partner' || actor.partner === partner) found.push(accountRecord(world, slot))
  }
  return found
}

/** One master account. */
export function getAccount(reading: Reading, number: string): MasterAccount | Rejection {
  const slot = findMaster(reading, number, 'read the account')
  return isRejection(slot) ? slot : accountRecord(reading.world, slot)
}

/** The account at `slot` as the API shows it. */
export function accountRecord(world: World, slot: number): MasterAccount {
  const account = world.accounts.at(slot)
  const { seed, timeZone } = world.settings
  return {
    accountNumber: masterAccountNumber(seed, slot),
    accountType: 'Deposit',
    status: account.status,
    ledgerType: account.ledgerType,
    title: account.title,
    currentBalance: account.current,
    availableBalance: account.current - account.reserved - account.held,
    holdAmount: account.held,
    transactionCount: account.transactionCount,
    openedAt: formatInstant(account.openedAt, timeZone),
    ...whenKnown(account.closedAt, (instant) => ({ closedAt: formatInstant(instant, timeZone) })),
    partnerId: partnerIdOf(seed, account.partner),
    productId: productIdOf(seed, account.partner),
  }
}
