/** Changing what an account is: closing, reopening, setting it inactive. A master and a subledger are changed alike. (§2.9) */
import { isRejection, type Rejection } from '../rejection.ts'
import type { Turn } from '../turn.ts'
import { isMasterAccountNumber } from './account-number.ts'
import { type MasterAccount, masterAccountRecord, type Subledger, subledgerRecord } from './account-record.ts'
import { type AccountStatus, accountStatuses } from './account-status.ts'
import { findMaster, findSubledger } from './lookup.ts'
import { emitSubledgerEvent } from './subledger.ts'

/** Gives an account another status. Its money stays where it is; what comes up for posting is refused while it is not Active. */
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
