/** Changing the status of an account: closing, reopening, setting it inactive. Masters and subledgers work alike. (§2.9) */
import { isRejection, type Rejection } from '../rejection.ts'
import type { Turn } from '../turn.ts'
import { isMasterAccountNumber } from './account-number.ts'
import { type MasterAccount, masterAccountRecord, type Subledger, subledgerRecord } from './account-record.ts'
import { type AccountStatus, accountStatuses } from './account-status.ts'
import { findMaster, findSubledger } from './lookup.ts'
import { emitSubledgerEvent } from './subledger.ts'

/** Changes the status of an account. Its money stays; postings are refused while it is not Active. */
export function setAccountStatus(
  turn: Turn,
  { accountNumber, status }: { accountNumber: string; status: AccountStatus },
): MasterAccount | Subledger | Rejection {
  const { world } = turn
  const isMaster = isMasterAccountNumber(accountNumber)
  // Refusals.
  const slot = (isMaster ? findMaster : findSubledger)(turn, accountNumber, 'change the status of')
  if (isRejection(slot)) return slot

  // From here the status must change.
  const { isClosed, event } = accountStatuses[status]
  const { accounts } = world
  const change = { status, closedAt: isClosed ? world.now : null }
  if (isMaster) accounts.masters = accounts.masters.update(slot, change)
  else accounts.subledgers = accounts.subledgers.update(slot, change)
  turn.tell({ what: 'account.changed', accountNumber, status })
  if (!isMaster) emitSubledgerEvent(turn, event, slot)
  return isMaster ? masterAccountRecord(world, slot) : subledgerRecord(world, slot)
}
