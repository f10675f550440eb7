/** The state of a bank: what decides its answers, as data. */
import { AssumptionNotes, type AssumptionUses } from '../../../core/assumptions/notes.ts'
import { bornWorld } from '../../../core/birth.ts'
import { Table } from '../../../core/kernel/table.ts'
import type { Instant } from '../../../core/kernel/time/instant.ts'
import type { Settings, World } from '../../../core/world.ts'
import type { KeptExchange } from './exchange.ts'
import type { KeptEntry } from './journal.ts'

/** The world before the last change of the bank's records, and when that change was made. */
export interface Before {
  readonly world: World
  readonly changedAt: Instant
}

/** All that a snapshot, a restore or a fork takes over. */
export interface State {
  readonly world: World
  /**
   * What a lagging replica would read. JSON leaves it out, because a second world would double the length. So it is null in a state that
   * was read from JSON, and `beforeLastChange` finds that world by the journal.
   */
  readonly before: Before | null
  readonly journal: Table<KeptEntry>
  readonly requests: Table<KeptExchange>
  /** The number of the next HTTP request, from which its id is derived. A replay has no requests, and takes the number from the journal. */
  readonly nextRequest: number
  /** Which operations rested on which assumption. */
  readonly uses: AssumptionUses
}

/** The state of a bank that was just opened. */
export function newState(settings: Settings): State {
  const notes = new AssumptionNotes('bank.open')
  const world = bornWorld(settings, notes)
  return {
    world,
    before: { world, changedAt: world.now },
    journal: Table.empty,
    requests: Table.empty,
    nextRequest: 0,
    // An opening that emits no event shows nothing of the assumptions about events.
    uses: world.webhooks.events.size > 0 ? notes.addedTo({}) : {},
  }
}
