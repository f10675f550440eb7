/** A bank with many subledgers, funded without end. */
import { type Bank, createBank, type Snapshot, type World } from 'vostro'
import { newState } from '../../src/bank/shell/state/state.ts'
import { openSubledger } from '../../src/core/accounts/subledger.ts'

export const SEED = 7

export function bankWith(subledgers: number): Bank {
  const bank = createBank({ seed: SEED, masterAccount: { balance: 1_000_000_000_000 }, release: 'manual' })
  const world = worldWith(bank.world, subledgers)
  const taken = Object.create(Object.getPrototypeOf(bank.snapshot())) as Snapshot
  bank.restore(
    Object.assign(taken, { state: { ...newState(world.settings), world, before: { world, changedAt: world.now } } }),
  )
  return bank
}

/** A world with so many subledgers more, opened in it itself: a journal of a million entries is not what is measured. */
export function worldWith(world: World, subledgers: number): World {
  const draft = { ...world, accounts: { ...world.accounts } }
  for (let slot = 1; slot <= subledgers; slot++) {
    openSubledger(draft, {
      master: 0,
      title: `Customer ${slot}`,
      beneficiary: null,
      isImplicit: false,
      clientIdentifier: null,
    })
  }
  return draft
}
