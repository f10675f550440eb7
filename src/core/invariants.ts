/** Invariants: what holds after every operation, checked at constant cost. Recomputing sums is for the tests. */
import type { Rail } from './ledger/rail.ts'
import type { World } from './world.ts'

/** Throws where the world contradicts itself: a defect of ours, never the test's. */
export function assertInvariants(world: World): void {
  let settled = 0
  for (const rail in world.settlement) settled += world.settlement[rail as Rail]
  assert(world.deposits + settled === 0, `the whole bank sums to ${world.deposits + settled}, not to zero`)
  const due = world.schedule.first()?.at ?? Number.POSITIVE_INFINITY
  assert(due > world.now, `something is due at ${due}, and it is ${world.now} already`)
}

function assert(holds: boolean, fact: string): asserts holds {
  if (!holds) throw new Error(`Failed to keep an invariant: ${fact}.`)
}
