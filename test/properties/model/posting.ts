/** The model's rules of posting: what may happen on an account, in one order of refusals, and its happening. (§2.8, §2.9) */
import type { AccountStatus, AllowedActivity, PostingCode } from 'vostro'
import { type Account, type Activity, accountAt, type Model, type Restriction, spendable } from './model.ts'

const codeOfStatus: Record<AccountStatus, PostingCode> = {
  Active: 'OK',
  Closed: 'CLS',
  Inactive: 'INA',
  Dormant: 'DRM',
  Escheatment: 'ESC',
  ChargeOff: 'CHR',
}

/** The posting code of an activity: status, policy, restrictions, money; the first refusal counts. */
export function postingCodeOf(model: Model, activity: Activity): PostingCode {
  const code = codeBesidesMoney(model, activity)
  if (code !== 'OK') return code
  const isShort = activity.transactionType === 'Debit' && spendable(model, activity.account) < activity.amount
  return isShort ? 'NSF' : 'OK'
}

/** The same for a payment whose money is set aside already. */
export function codeBesidesMoney(model: Model, activity: Activity): PostingCode {
  const account = accountAt(model, activity.account)
  const master = accountAt(model, account.master)
  if (account.status !== 'Active') return codeOfStatus[account.status]
  if (master.status !== 'Active') return codeOfStatus[master.status]
  const { policy } = model.partners.find(({ id }) => id === account.partnerId) as { policy: AllowedActivity[] | null }
  if (policy !== null && !policy.some((entry) => allows(entry, activity))) return 'RES'
  return model.restrictions.some((restriction) => blocks(restriction, account, activity)) ? 'RES' : 'OK'
}

function allows(entry: AllowedActivity, activity: Activity): boolean {
  if (entry.rail && entry.rail !== activity.rail) return false
  if (entry.transactionType && entry.transactionType !== activity.transactionType) return false
  if (entry.transactionCode && entry.transactionCode !== activity.transactionCode) return false
  return true
}

/** Whether all criteria that are not null match (§2.8 rules 1, 2). */
function blocks({ master, isRemoved, criteria }: Restriction, account: Account, activity: Activity): boolean {
  if (isRemoved || master !== account.master) return false
  const isMaster = account.number === account.master
  if (criteria.subAccountNumber !== null && criteria.subAccountNumber !== account.number) return false
  if (criteria.appliesTo === 'Account' && !isMaster) return false
  if ((criteria.appliesTo === 'SubAccounts' || criteria.appliesTo === 'SubAccount') && isMaster) return false
  if (criteria.rail !== null && criteria.rail !== activity.rail) return false
  if (criteria.transactionType !== null && criteria.transactionType !== activity.transactionType) return false
  if (criteria.otherAccountType !== null && criteria.otherAccountType !== otherTypeOf(activity)) return false
  if (criteria.amountThreshold !== null && activity.amount < criteria.amountThreshold) return false
  if (criteria.transactionCode !== null && criteria.transactionCode !== activity.transactionCode) return false
  return true
}

/** An account of the bank is a deposit account; the bank's own bookkeeping is a general ledger; anything else is outside. */
function otherTypeOf({ other, rail }: Activity): string | null {
  if (other !== null) return 'Deposit'
  return rail === 'Internal' ? 'GeneralLedger' : null
}

/** Moves the money of an activity, and keeps it as posted. */
export function post(model: Model, activity: Activity): void {
  const account = accountAt(model, activity.account)
  account.current += activity.transactionType === 'Debit' ? -activity.amount : activity.amount
  account.transactionCount += 1
  keep(model, activity, account.partnerId, 'OK')
}

/** Keeps a transaction with its posting code. */
export function keep(model: Model, activity: Activity, partnerId: string, postingCode: PostingCode): void {
  model.transactions.push({ ...activity, partnerId, postingCode })
}

/** Posts on the account and, where there is one, on the account on the other side; on both or on neither (§2.9). */
export function postBoth(model: Model, activity: Activity, partnerId: string): PostingCode {
  const isOwn = (number: string) => model.accounts.get(number)?.partnerId === partnerId
  const { account, other } = activity
  const code = isOwn(account) && (other === null || isOwn(other)) ? codeOfBoth(model, activity) : 'ANF'
  if (code !== 'OK') {
    keep(model, activity, partnerId, code)
    return code
  }
  post(model, activity)
  if (other !== null) post(model, fromTheOtherSide(activity, other))
  return 'OK'
}

/** The side that pays is looked at first. */
function codeOfBoth(model: Model, activity: Activity): PostingCode {
  if (activity.other === null) return postingCodeOf(model, activity)
  if (activity.other === activity.account) return 'ERR'
  const sides = [activity, fromTheOtherSide(activity, activity.other)]
  const paying = sides.find((side) => side.transactionType === 'Debit') as Activity
  const receiving = sides.find((side) => side.transactionType === 'Credit') as Activity
  const code = postingCodeOf(model, paying)
  return code === 'OK' ? postingCodeOf(model, receiving) : code
}

function fromTheOtherSide(activity: Activity, other: string): Activity {
  const transactionType = activity.transactionType === 'Debit' ? 'Credit' : 'Debit'
  return { ...activity, account: other, other: activity.account, transactionType }
}
