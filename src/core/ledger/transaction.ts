/** Transactions: what was posted to an account, once for each posting. A wire's is its coreTransactionId. (§2.4) */
import { uuidOf } from '../identity.ts'
import type { Draft } from '../world.ts'
import type { Activity } from './activity.ts'
import { credit, debit } from './ledger.ts'

/** Moves the money of an activity that was decided on before, and gives the slot of the transaction. */
export function postTransaction(world: Draft, activity: Activity): number {
  const { subledger, rail, transactionType, transactionCode, amount } = activity
  const move = transactionType === 'Debit' ? debit : credit
  move(world, subledger, amount, rail)
  const slot = world.transactions.size
  world.transactions = world.transactions.add({
    subledger,
    rail,
    transactionType,
    transactionCode,
    amount,
    postedAt: world.now,
  })
  return slot
}

/** The id of the transaction at `slot`. */
export function transactionIdOf(seed: number, slot: number): string {
  return uuidOf(seed, 'transaction', slot)
}
