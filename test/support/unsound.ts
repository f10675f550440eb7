/** A bank in which the whole no longer sums to zero: as a defect of ours would leave it. */
import type { Bank, World } from 'vostro'

/** Makes a bank unsound. A snapshot that is handed back as it was taken is not audited, as one from a file is. */
export function makeUnsound(bank: Bank): void {
  const snapshot = bank.snapshot() as unknown as { readonly state: { readonly world: World } }
  const { world } = snapshot.state
  const settlement = { ...world.ledger.settlement, Wire: world.ledger.settlement.Wire + 1 }
  const state = { ...snapshot.state, world: { ...world, ledger: { ...world.ledger, settlement } } }
  bank.restore(Object.create(Object.getPrototypeOf(snapshot), { state: { value: state, enumerable: true } }))
}
