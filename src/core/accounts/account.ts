/** Master accounts: deposit accounts of a partner. Each is opened with an implicit subledger of the same number. (§1, §2.9) */
import type { Money } from '../kernel/money.ts'
import { Table } from '../kernel/table.ts'
import { postTransaction } from '../ledger/transaction.ts'
import { slotsWhere } from '../page.ts'
import { isRejection, type Rejection, reject } from '../rejection.ts'
import { maySee, type Reading, type Turn } from '../turn.ts'
import { isMasterAccountNumber, masterAccountNumber } from './account-number.ts'
import { type MasterAccount, masterAccountRecord, type Subledger, subledgerRecord } from './account-record.ts'
import { type AccountStatus, accountStatuses } from './account-status.ts'
import { findMaster, findSubledger } from './lookup.ts'
import type { LedgerType } from './state.ts'
import { emitSubledgerEvent, openSubledger } from './subledger.ts'

/** The input of `bank.accounts.open()`. */
export interface OpenAccount {
  /** The name of the holder; by default the name of the partner. At most 255 characters. */
  title?: string | undefined
  /** Money on the account from the start, in minor units; by default none. */
  balance?: Money | undefined
  /** The account whose balance must cover a payment: the master account (Passthrough) or the subledger (Direct). §2.9 rule 7 */
  ledgerType?: LedgerType | undefined
}

/** Opens a master account for the acting partner, or for the default partner if the actor is a user of the bank. */
export function openAccount(turn: Turn, input: OpenAccount): MasterAccount | Rejection {
  const slot = openAccountOf(turn, turn.actor.kind === 'partner' ? turn.actor.partner : 0, input)
  return isRejection(slot) ? slot : masterAccountRecord(turn, slot)
}

/** Opens a master account with its implicit subledger, funded from the bank's internal settlement account. Returns its slot. */
export function openAccountOf(turn: Turn, partner: number, input: OpenAccount): number | Rejection {
  const slot = addAccount(turn, partner, input)
  if (isRejection(slot)) return slot
  const { title, current: amount } = turn.world.accounts.masters.at(slot)
  const accountNumber = masterAccountNumber(turn.world.settings.seed, slot)
  turn.tell({ what: 'account.opened', accountNumber, title, amount })
  return slot
}

/** Opens a master account, but reports no happening. Returns its slot. */
export function addAccount(turn: Turn, partner: number, input: OpenAccount): number | Rejection {
  const { world } = turn
  const balance = input.balance ?? 0
  // Refusals.
  const sums = [world.ledger.deposits + balance, world.ledger.settlement.Internal - balance]
  if (!sums.every(Number.isSafeInteger)) {
    return reject(
      'amount_exceeds_safe_range',
      `Failed to open an account with ${balance}: the bank would hold ${world.ledger.deposits + balance}, and ${Number.MAX_SAFE_INTEGER} is the largest exact amount. Open it with less. (§2.9)`,
    )
  }

  // Nothing is refused from here on.
  const slot = world.accounts.masters.size
  const title = input.title ?? world.access.partners.at(partner).name
  world.accounts.masters = world.accounts.masters.add({
    partner,
    title,
    ledgerType: input.ledgerType ?? null,
    status: 'Active',
    implicit: world.accounts.subledgers.size,
    subledgers: Table.empty,
    current: 0,
    reserved: 0,
    held: 0,
    transactionCount: 0,
    restrictions: [],
    openedAt: world.now,
    closedAt: null,
  })
  const implicit = openSubledger(world, {
    master: slot,
    isImplicit: true,
    title,
    beneficiary: null,
    clientIdentifier: null,
  })
  if (balance > 0) {
    postTransaction(turn, {
      subledger: implicit,
      other: null,
      rail: 'Internal',
      transactionType: 'Credit',
      transactionCode: 'Deposit',
      amount: balance,
    })
  }
  return slot
}

export function listAccounts(reading: Reading): MasterAccount[] {
  const { world, actor } = reading
  const slots = slotsWhere(world.accounts.masters, ({ partner }) => maySee(actor, partner))
  return Array.from(slots, (slot) => masterAccountRecord(reading, slot))
}

export function getAccount(reading: Reading, { accountNumber }: { accountNumber: string }): MasterAccount | Rejection {
  const slot = findMaster(reading, accountNumber, 'read the account')
  return isRejection(slot) ? slot : masterAccountRecord(reading, slot)
}

/** The money stays; postings are refused while the account is not Active. */
export function setAccountStatus(
  turn: Turn,
  { accountNumber, status }: { accountNumber: string; status: AccountStatus },
): MasterAccount | Subledger | Rejection {
  const { world } = turn
  const isMaster = isMasterAccountNumber(accountNumber)
  // Refusals.
  const slot = (isMaster ? findMaster : findSubledger)(turn, accountNumber, 'change the status of')
  if (isRejection(slot)) return slot

  // Nothing is refused from here on. If the account has this status already, nothing changes.
  const { isClosed, event } = accountStatuses[status]
  const { accounts } = world
  if ((isMaster ? accounts.masters : accounts.subledgers).at(slot).status !== status) {
    const change = { status, closedAt: isClosed ? world.now : null }
    if (isMaster) accounts.masters = accounts.masters.update(slot, change)
    else accounts.subledgers = accounts.subledgers.update(slot, change)
    turn.tell({ what: 'account.changed', accountNumber, status })
    if (!isMaster) emitSubledgerEvent(turn, event, slot)
  }
  return isMaster ? masterAccountRecord(turn, slot) : subledgerRecord(turn, slot)
}
