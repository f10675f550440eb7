/** Transactions: activities that were posted or refused. A wire names its transaction as coreTransactionId. (§2.4, §2.8) */
import { partnerOfSubledger } from '../accounts/lookup.ts'
import { uuidOf } from '../kernel/identity.ts'
import { streams } from '../streams.ts'
import type { Turn } from '../turn.ts'
import { emitEvent } from '../webhooks/event.ts'
import type { Draft } from '../world.ts'
import { type Activity, signedAmountOf } from './activity.ts'
import { postMoney } from './ledger.ts'
import { type Decision, POSTED } from './posting-decision.ts'
import type { AccountReference, TransactionState } from './state.ts'

/** Further fields of a transaction. Without `partner`, the account must exist, and its partner is taken. */
export type Particulars = Partial<Pick<TransactionState, 'partner' | 'description' | 'payment' | 'counterpart'>>

/** Tells of a posting by the slot of its transaction. It is called before the events are emitted, so that the money comes first. */
type Tell = (slot: number) => void

/** Posts an activity that may be posted. `isReserved`: its money was reserved before. Returns the slot of the transaction. */
export function postTransaction(
  turn: Turn,
  activity: Activity,
  particulars: Particulars = {},
  { isReserved = false, tell }: { readonly isReserved?: boolean; readonly tell?: Tell } = {},
): number {
  postMoney(turn.world, activity.subledger, signedAmountOf(activity), activity.rail, isReserved)
  return addPosted(turn, activity, particulars, tell)
}

/** Adds the transaction of an activity whose money has moved, and emits its events. Returns its slot. */
export function addPosted(turn: Turn, activity: Activity, particulars: Particulars, tell?: Tell): number {
  const { world } = turn
  const slot = addTransaction(world, activity, POSTED, particulars)
  tell?.(slot)
  const resource = () => `core/v1/transactions/${uuidOf(world.settings.seed, streams.transaction, slot)}`
  const partner = partnerOfSubledger(world, activity.subledger)
  emitEvent(turn, 'Core.Transaction.Completed', partner, resource)
  emitEvent(turn, 'Core.Activity.Posted', partner, resource)
  return slot
}

/** Adds a transaction, even for an account that does not exist, and moves no money. Returns the slot of the transaction. */
export function addTransaction(
  world: Draft,
  activity: Omit<Activity, 'subledger' | 'other'> & { subledger: AccountReference; other: AccountReference | null },
  { code, reason }: Decision,
  { partner, description = null, payment = null, counterpart = null }: Particulars,
): number {
  const { subledger: account, other, rail, transactionType, transactionCode, amount } = activity
  const slot = world.ledger.transactions.size
  world.ledger.transactions = world.ledger.transactions.add({
    partner: partner ?? partnerOfSubledger(world, account as number),
    account,
    other,
    rail,
    transactionType,
    transactionCode,
    amount,
    description,
    postingCode: code,
    reason,
    decidedAt: world.now,
    payment,
    counterpart,
  })
  return slot
}
