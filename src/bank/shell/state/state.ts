/** The state of a bank: what decides its answers, as data. */
import type { AssumptionUses } from '../../../core/assumptions/notes.ts'
import type { Instant } from '../../../core/kernel/time/instant.ts'
import type { World } from '../../../core/world.ts'
import type { KeptExchange } from './exchange.ts'
import type { KeptEntry } from './journal.ts'
import { emptyLog, type Log } from './log.ts'

/** The world before the last change of the bank's records, and when that change was made. */
export interface Before {
  readonly world: World
  readonly changedAt: Instant
}

/** Each snapshot, restore and fork includes all of it. */
export interface State {
  readonly world: World
  /**
   * What a lagging replica would read. Null if the state was read from JSON, which would be twice as long with this second world;
   * `laggingWorld` then finds it by the journal.
   */
  readonly before: Before | null
  readonly journal: Log<KeptEntry>
  readonly requests: Log<KeptExchange>
  /** The number of the next HTTP request, from which its id is derived. A replay has no requests, and takes it from the journal. */
  readonly nextRequest: number
  /** Which operations rested on which assumption. */
  readonly uses: AssumptionUses
}

export function newState(world: World): State {
  return {
    world,
    before: { world, changedAt: world.now },
    journal: emptyLog,
    requests: emptyLog,
    nextRequest: 0,
    uses: {},
  }
}
