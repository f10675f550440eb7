/** Transactions: what was posted to an account, once for each posting. A wire's is its coreTransactionId. (§2.4) */
import { uuidOf } from '../identity.ts'
import type { Money } from '../money.ts'
import type { Instant } from '../time/instant.ts'
import type { Draft } from '../world.ts'
import { credit, debit } from './ledger.ts'
import type { Activity } from './posting.ts'
import type { Rail, TransactionType } from './rail.ts'

export interface TransactionState {
  readonly subledger: number
  readonly rail: Rail
  readonly transactionType: TransactionType
  readonly transactionCode: string
  readonly amount: Money
  readonly postedAt: Instant
}

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
