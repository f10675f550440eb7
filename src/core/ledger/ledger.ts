/**
 * The ledger: the only module that writes balances. A change of a subledger changes its master too, so the balances of a master are the
 * sums over its subledgers (§2.9 rule 5). Money that enters or leaves the bank changes the settlement account of its rail by the opposite
 * amount, so all balances of the bank sum to zero. The ledger refuses nothing: posting-decision.ts decides first.
 */
import type { LedgerType, MasterAccountState, SubledgerState } from '../accounts/state.ts'
import type { Assume } from '../assumptions/notes.ts'
import type { Money } from '../kernel/money.ts'
import type { Reading } from '../turn.ts'
import type { Draft, World } from '../world.ts'
import { type Activity, signedAmountOf } from './activity.ts'
import type { Rail } from './rail.ts'

/** Reserves money: the available balance falls, the current one stays. A negative amount releases money. */
export function reserve(world: Draft, subledger: number, amount: Money): void {
  changeBalances(world, subledger, { reserved: amount })
}

/** Holds money: the available balance falls, the current one stays. A negative amount releases money. */
export function hold(world: Draft, subledger: number, amount: Money): void {
  changeBalances(world, subledger, { held: amount })
}

/** Posts money. A negative amount takes it out. `isReserved`: the money was reserved, and the posting ends the reservation. */
export function postMoney(world: Draft, subledger: number, amount: Money, rail: Rail, isReserved: boolean): void {
  changeBalances(world, subledger, { current: amount, reserved: isReserved ? amount : 0, transactions: 1 })
  world.ledger.deposits += amount
  world.ledger.settlement = { ...world.ledger.settlement, [rail]: world.ledger.settlement[rail] - amount }
}

/** Moves money between two accounts. The debit is first, so that no balance passes the exact range in between. The bank's sums stay. */
export function moveMoney(world: Draft, from: number, to: number, amount: Money): void {
  changeBalances(world, from, { current: -amount, transactions: 1 })
  changeBalances(world, to, { current: amount, transactions: 1 })
}

export const ledgerTypeOf = ({ ledgerType }: MasterAccountState, assume: Assume): LedgerType =>
  ledgerType ?? assume('subledgers.ledgerType')

/** The balance that must cover `amount` and does not: the subledger's own on a direct ledger, otherwise the master's (§2.9 rule 7). */
export function shortBalance(
  { world, assume }: Pick<Reading, 'world' | 'assume'>,
  subledger: number,
  amount: Money,
): { available: Money; decidedBy: 'master' | 'subledger' } | undefined {
  const own = world.accounts.subledgers.at(subledger)
  const master = world.accounts.masters.at(own.master)
  // If both balances cover the amount, the type of the ledger does not matter.
  if (Math.min(availableOf(own), availableOf(master)) >= amount) return undefined
  const decidedBy = ledgerTypeOf(master, assume) === 'Direct' ? 'subledger' : 'master'
  const available = availableOf(decidedBy === 'subledger' ? own : master)
  return available < amount ? { available, decidedBy } : undefined
}

export function availableOf({ current, reserved, held }: Balances): Money {
  return current - reserved - held
}

/** True if every balance stays exact when the activity is posted. A debit is taken from the available balance. */
export function staysExact(world: World | Draft, activity: Activity): boolean {
  const { other, rail } = activity
  const amount = signedAmountOf(activity)
  const { subledgers, masters } = world.accounts
  const own = subledgers.at(activity.subledger)
  const { deposits, settlement } = world.ledger
  const isWithinBank = other !== null
  const isWithinMaster = isWithinBank && subledgers.at(other).master === own.master
  const baseOf = (account: Balances) => (amount < 0 ? availableOf(account) : account.current)
  // Written out sum by sum, because a list is slower and every posting runs this.
  return (
    Number.isSafeInteger(baseOf(own) + amount) &&
    (isWithinMaster || Number.isSafeInteger(baseOf(masters.at(own.master)) + amount)) &&
    (isWithinBank || (Number.isSafeInteger(deposits + amount) && Number.isSafeInteger(settlement[rail] - amount)))
  )
}

export function holdStaysExact(world: World | Draft, subledger: number, amount: Money): boolean {
  const own = world.accounts.subledgers.at(subledger)
  const master = world.accounts.masters.at(own.master)
  return [own, master].every(
    (account) => Number.isSafeInteger(account.held + amount) && Number.isSafeInteger(availableOf(account) - amount),
  )
}

type Balances = Pick<SubledgerState, 'current' | 'reserved' | 'held'>

function changeBalances(
  world: Draft,
  slot: number,
  { current = 0, reserved = 0, held = 0, transactions = 0 }: Partial<Balances> & { readonly transactions?: 0 | 1 },
): void {
  const subledger = world.accounts.subledgers.at(slot)
  const master = world.accounts.masters.at(subledger.master)
  // Written out field by field, because a spread is slower and this is the most frequent change of all.
  world.accounts.subledgers = world.accounts.subledgers.set(slot, {
    master: subledger.master,
    isImplicit: subledger.isImplicit,
    title: subledger.title,
    beneficiary: subledger.beneficiary,
    clientIdentifier: subledger.clientIdentifier,
    status: subledger.status,
    current: subledger.current + current,
    reserved: subledger.reserved + reserved,
    held: subledger.held + held,
    transactionCount: subledger.transactionCount + transactions,
    openedAt: subledger.openedAt,
    closedAt: subledger.closedAt,
  })
  world.accounts.masters = world.accounts.masters.set(subledger.master, {
    partner: master.partner,
    title: master.title,
    ledgerType: master.ledgerType,
    status: master.status,
    implicit: master.implicit,
    subledgers: master.subledgers,
    current: master.current + current,
    reserved: master.reserved + reserved,
    held: master.held + held,
    transactionCount: master.transactionCount + transactions,
    restrictions: master.restrictions,
    openedAt: master.openedAt,
    closedAt: master.closedAt,
  })
}
