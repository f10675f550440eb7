/** The model's accounts, holds, restrictions and policies: who may place, change and lift them. (§2.8, §2.9) */
import type { LedgerType, RestrictionChanges } from 'vostro'
import { accountAt, type Criteria, type Model, type Outcome, spendable } from './model.ts'
import { post } from './posting.ts'
import type { CallOf } from './step.ts'

interface Opening {
  number: string
  partnerId: string
  ledgerType: LedgerType
  balance: number
}

/** Opens a master account; what it begins with is a deposit. */
export function openAccount(model: Model, { number, partnerId, ledgerType, balance }: Opening): void {
  addAccount(model, { number, master: number, partnerId, ledgerType })
  if (balance === 0) return
  const [rail, transactionType, transactionCode] = ['Internal', 'Credit', 'Deposit'] as const
  post(model, { account: number, other: null, rail, transactionType, transactionCode, amount: balance })
}

function addAccount(model: Model, account: { number: string; master: string } & Omit<Opening, 'balance'>): void {
  const { number, master, partnerId, ledgerType } = account
  const nothing = { current: 0, reserved: 0, held: 0, transactionCount: 0 }
  model.accounts.set(number, { number, master, partnerId, ledgerType, status: 'Active', ...nothing })
}

/** Whether there is such an account, and the user may see it. */
export function isSeen(model: Model, by: string, number: string): boolean {
  const account = model.accounts.get(number)
  return account !== undefined && (by === 'desk' || by === account.partnerId)
}

export function openSubledger(model: Model, { by, master }: CallOf<'openSubledger'>, number: string): Outcome {
  if (master.length !== 10) return { refused: 'usage' }
  if (!isSeen(model, by, master)) return { refused: 'account_not_found' }
  const { partnerId, ledgerType } = accountAt(model, master)
  addAccount(model, { number, master, partnerId, ledgerType })
  return 'done'
}

export function placeHold(model: Model, { by, account, amount }: CallOf<'placeHold'>, id: string): Outcome {
  if (!isSeen(model, by, account)) return { refused: 'account_not_found' }
  const isBeyond = spendable(model, account) < amount
  if (isBeyond && model.rules.beyondAvailable === 'refused') return { refused: 'hold_exceeds_available' }
  model.holds.push({ id, account, amount, type: typeOf(by), isReleased: false })
  accountAt(model, account).held += amount
  return 'done'
}

/** A hold on more is judged as a new one of the difference. */
export function changeHold(model: Model, { by, hold: id, amount }: CallOf<'changeHold'>): Outcome {
  const hold = model.holds.find((one) => one.id === id && isSeen(model, by, one.account))
  if (hold === undefined) return { refused: 'hold_not_found' }
  if (hold.type === 'Internal' && by !== 'desk') return { refused: 'hold_is_internal' }
  if (hold.isReleased) return { refused: 'hold_was_released' }
  const more = amount - hold.amount
  const isShort = more > 0 && spendable(model, hold.account) < more
  if (isShort && model.rules.beyondAvailable === 'refused') return { refused: 'hold_exceeds_available' }
  accountAt(model, hold.account).held += more
  hold.amount = amount
  return 'done'
}

export function releaseHold(model: Model, { by, hold: id }: CallOf<'releaseHold'>): Outcome {
  const hold = model.holds.find((one) => one.id === id && isSeen(model, by, one.account))
  if (hold === undefined) return { refused: 'hold_not_found' }
  if (hold.type === 'Internal' && by !== 'desk') return { refused: 'hold_is_internal' }
  if (hold.isReleased) return { refused: 'hold_was_released' }
  hold.isReleased = true
  accountAt(model, hold.account).held -= hold.amount
  return 'done'
}

export function restrict(model: Model, { by, master, request }: CallOf<'restrict'>, id: string): Outcome {
  if (master.length !== 10) return { refused: 'account_is_not_a_master' }
  if (!isSeen(model, by, master)) return { refused: 'account_not_found' }
  const refused = refusalOfSubAccount(model, by, master, request)
  if (refused) return refused
  model.restrictions.push({ id, master, type: typeOf(by), criteria: changed(anything, request), isRemoved: false })
  return 'done'
}

/** A Partner restriction is changed and removed by both kinds of user, an Internal one by the bank's alone (§2.8 rules 4, 5). */
export function changeRestriction(
  model: Model,
  call: CallOf<'changeRestriction'> | CallOf<'liftRestriction'>,
): Outcome {
  const { by } = call
  const restriction = model.restrictions.find(({ id, master }) => id === call.restriction && isSeen(model, by, master))
  if (restriction === undefined || restriction.isRemoved) return { refused: 'restriction_not_found' }
  if (restriction.type === 'Internal' && by !== 'desk') return { refused: 'restriction_is_internal' }
  if (call.does === 'liftRestriction') {
    restriction.isRemoved = true
    return 'done'
  }
  const refused = refusalOfSubAccount(model, by, restriction.master, call.request)
  if (refused) return refused
  restriction.criteria = changed(restriction.criteria, call.request)
  return 'done'
}

/** Policies are the bank's alone (§2.8 rule 7). */
export function setPolicy(model: Model, { by, product, allowed }: CallOf<'setPolicy'>): Outcome {
  const partner = model.partners.find(({ productId }) => productId === product)
  if (partner === undefined || (by !== 'desk' && by !== partner.id)) return { refused: 'product_not_found' }
  if (by !== 'desk') return { refused: 'policy_is_internal' }
  partner.policy = allowed
  return 'done'
}

const anything: Criteria = {
  subAccountNumber: null,
  appliesTo: 'All',
  rail: null,
  transactionType: null,
  otherAccountType: null,
  amountThreshold: null,
  transactionCode: null,
}

/** Criteria with those that are named replaced; null makes one a wildcard, what is left out stays. */
function changed(before: Criteria, changes: RestrictionChanges): Criteria {
  const named = Object.entries(changes).filter(([name, value]) => name in anything && value !== undefined)
  return { ...before, ...Object.fromEntries(named) }
}

function refusalOfSubAccount(
  model: Model,
  by: string,
  master: string,
  { subAccountNumber }: RestrictionChanges,
): Outcome | undefined {
  if (subAccountNumber === undefined || subAccountNumber === null) return undefined
  if (!isSeen(model, by, subAccountNumber)) return { refused: 'account_not_found' }
  const isPart = accountAt(model, subAccountNumber).master === master
  return isPart ? undefined : { refused: 'subledger_has_another_master' }
}

function typeOf(by: string): 'Partner' | 'Internal' {
  return by === 'desk' ? 'Internal' : 'Partner'
}
