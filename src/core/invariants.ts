/** Invariants: what holds after every operation, checked at constant cost. Recomputing sums is for the tests. */
import type { Rail } from './ledger/rail.ts'
import type { World } from './world.ts'

/** Throws where the world contradicts itself: a defect of ours, never the test's. */
export function assertInvariants(world: World): void {
  let settled = 0
  for (const rail in world.ledger.settlement) settled += world.ledger.settlement[rail as Rail]
  const sum = world.ledger.deposits + settled
  if (sum !== 0) throw new Error(`Failed to keep an invariant: the whole bank sums to ${sum}, not to zero.`)
  const due = world.schedule.first()?.at ?? Number.POSITIVE_INFINITY
  if (!(due > world.now)) {
    throw new Error(`Failed to keep an invariant: something is due at ${due}, and it is ${world.now} already.`)
  }
}
