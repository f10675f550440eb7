/**
 * The ledger. The only module that writes balances. A change of a subledger changes its master by the same amount in the
 * same step, so their sums never part (§2.9 rule 5); a posting has its other side in the settlement account of its rail,
 * so the whole bank sums to zero at all times. What may be posted is decided before (posting.ts); here it must succeed.
 */
import type { Money } from '../money.ts'
import type { Draft, World } from '../world.ts'
import type { Rail } from './rail.ts'

/** Sets money of a subledger aside for a payment: less is available, as much is current. */
export function reserve(world: Draft, subledger: number, amount: Money): void {
  change(world, subledger, 0, amount, 0)
}

/** Gives reserved money back. */
export function release(world: Draft, subledger: number, amount: Money): void {
  change(world, subledger, 0, -amount, 0)
}

/** Posts money into a subledger. */
export function credit(world: Draft, subledger: number, amount: Money, rail: Rail): void {
  change(world, subledger, amount, 0, 1)
  settle(world, amount, rail)
}

/** Posts money out of a subledger. */
export function debit(world: Draft, subledger: number, amount: Money, rail: Rail): void {
  change(world, subledger, -amount, 0, 1)
  settle(world, -amount, rail)
}

/** The balance that decides a payment from this subledger: the master's, or on a direct ledger its own (§2.9 rule 7). */
export function spendable(
  world: World | Draft,
  subledger: number,
): { amount: Money; decidedBy: 'master' | 'subledger' } {
  const own = world.subledgers.at(subledger)
  const master = world.accounts.at(own.master)
  return master.ledgerType === 'Direct'
    ? { amount: own.current - own.reserved - own.held, decidedBy: 'subledger' }
    : { amount: master.current - master.reserved - master.held, decidedBy: 'master' }
}

/** Whether every sum stays exact when `amount` (negative for a debit) is posted, after all that is reserved already. */
export function staysExact(world: World | Draft, subledger: number, amount: Money, rail: Rail): boolean {
  const own = world.subledgers.at(subledger)
  const master = world.accounts.at(own.master)
  const [ownBase, masterBase] =
    amount < 0 ? [own.current - own.reserved, master.current - master.reserved] : [own.current, master.current]
  return [ownBase, masterBase, world.deposits, -world.settlement[rail]].every((sum) =>
    Number.isSafeInteger(sum + amount),
  )
}

function change(world: Draft, slot: number, current: Money, reserved: Money, transactions: 0 | 1): void {
  const subledger = world.subledgers.at(slot)
  const master = world.accounts.at(subledger.master)
  world.subledgers = world.subledgers.set(slot, {
    ...subledger,
    current: subledger.current + current,
    reserved: subledger.reserved + reserved,
    transactionCount: subledger.transactionCount + transactions,
  })
  world.accounts = world.accounts.set(subledger.master, {
    ...master,
    current: master.current + current,
    reserved: master.reserved + reserved,
    transactionCount: master.transactionCount + transactions,
  })
}

function settle(world: Draft, amount: Money, rail: Rail): void {
  world.deposits += amount
  world.settlement = { ...world.settlement, [rail]: world.settlement[rail] - amount }
}
