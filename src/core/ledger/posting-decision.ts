/**
 * Decides whether a transaction may be posted on an account. Obstacles are checked in one order: status, policy, restrictions, money. The
 * first obstacle gives the posting code. A refused posting is an outcome of the payment, not an error of the call. (§2.4, §2.8, §2.9)
 */
import { masterAccountNumber } from '../accounts/account-number.ts'
import { accountStatuses } from '../accounts/account-status.ts'
import { numberOfSubledger } from '../accounts/lookup.ts'
import { allows } from '../accounts/policy.ts'
import { blockingRestrictions } from '../accounts/restriction.ts'
import type { Source } from '../assumptions/catalogue.ts'
import { formatMoney } from '../kernel/money.ts'
import type { Reading } from '../turn.ts'
import type { Activity } from './activity.ts'
import { shortBalance, staysExact } from './ledger.ts'
import type { PostingCode, RefusalCode } from './posting-codes.ts'

export interface Obstacle {
  readonly code: RefusalCode
  /** What demands that the obstacle refuses the posting. */
  readonly from: Source
  /** What stands in the way, such as `10.00 asked, 5.00 available on the master`. */
  readonly fact: string
  /** The end of a sentence that begins with "It would post if": `the account were Active`. */
  readonly remedy: string
}

/** `OK`, or the first obstacle. */
export interface Decision {
  readonly code: PostingCode
  readonly reason: string
  readonly from: Source
}

export const POSTED: Decision = { code: 'OK', reason: '', from: '§2.4' }

export function decidePosting(reading: Reading, activity: Activity): Decision {
  for (const { code, fact, from } of obstaclesTo(reading, activity)) return { code, reason: fact, from }
  return POSTED
}

export function* obstaclesTo(reading: Reading, activity: Activity): Generator<Obstacle> {
  yield* obstaclesBesidesMoney(reading, activity)
  yield* obstaclesOfMoney(reading, activity)
}

export function* obstaclesOfMoney(reading: Reading, activity: Activity): Generator<Obstacle> {
  const { world } = reading
  if (!staysExact(world, activity)) {
    yield {
      code: 'ERR',
      from: 'limits.exactAmounts',
      fact: `a balance would pass ${Number.MAX_SAFE_INTEGER}, the largest exact amount`,
      remedy: 'the amount were smaller',
    }
  }
  if (activity.transactionType === 'Credit') return
  const { amount, subledger } = activity
  const short = shortBalance(reading, subledger, amount)
  if (short) {
    const { decidedBy } = short
    const [asked, available, missing] = [amount, short.available, amount - short.available].map(formatMoney)
    yield {
      code: 'NSF',
      from: '§2.9',
      fact: `${asked} asked, ${available} available on the ${decidedBy}`,
      remedy: `${missing} more were available on the ${decidedBy}`,
    }
  }
}

/** All obstacles but those of money: enough for a payment whose money is reserved already. */
export function* obstaclesBesidesMoney(reading: Reading, activity: Activity): Generator<Obstacle> {
  const { world } = reading
  const subledger = world.accounts.subledgers.at(activity.subledger)
  const master = world.accounts.masters.at(subledger.master)
  for (const isMaster of [false, true]) {
    const { status } = isMaster ? master : subledger
    const { refusal: code } = accountStatuses[status]
    if (code === null) continue
    const number = isMaster
      ? masterAccountNumber(world.settings.seed, subledger.master)
      : numberOfSubledger(world, activity.subledger)
    yield {
      code,
      from: 'accounts.statuses',
      fact: `account ${number} is ${status}`,
      remedy: `account ${number} were Active`,
    }
  }
  if (!allows(reading, master.partner, activity)) {
    const what = `${activity.transactionCode} (${activity.transactionType} on ${activity.rail})`
    yield {
      code: 'RES',
      from: 'policies.form',
      fact: `the restriction policy of the product does not allow ${what}`,
      remedy: `the policy of the product allowed ${what}`,
    }
  }
  for (const { id, reason } of blockingRestrictions(reading, activity)) {
    yield {
      code: 'RES',
      from: 'errors.blockedTransaction',
      fact: `restriction ${id} ("${reason}") blocks it`,
      remedy: `restriction ${id} ("${reason}") were removed`,
    }
  }
}
