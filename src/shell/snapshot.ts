/** Snapshots: a bank at one moment as one value, and putting it back. */

import { UsageError } from '../core/errors.ts'
import { Table } from '../core/kernel/table.ts'
import { type Settings, worldFrom } from '../core/world.ts'
import type { State } from './shell.ts'

declare const snapshotBrand: unique symbol

/** A bank at one moment, as one value; JSON.stringify writes it, and `restore` takes the text too. */
export interface Snapshot {
  readonly [snapshotBrand]: true
}

export function snapshotOf({ world, before, journal, requests, uses }: State): Snapshot {
  // Not enumerable: JSON would be twice as long with a second world, and the journal tells it.
  return Object.defineProperty({ world, journal, requests, uses }, 'before', { value: before }) as unknown as Snapshot
}

/** The state behind a snapshot or its JSON text, if it is one of a bank with these settings. */
export function stateFrom(snapshot: Snapshot | string, settings: Settings): State {
  const state = typeof snapshot === 'string' ? parseState(snapshot) : stateOf(snapshot as unknown as State)
  if (!state?.world?.settings || typeof state.journal?.add !== 'function') {
    throw new UsageError(
      'Failed to restore a snapshot: this value is none. Pass what bank.snapshot() gave, or its JSON text. (§3)',
    )
  }
  const other = state.world.settings
  if (other === settings) return state
  const differing = (Object.keys(settings) as (keyof Settings)[]).filter(
    (name) => JSON.stringify(settings[name]) !== JSON.stringify(other[name]),
  )
  if (differing.length === 0) return state
  const facts = differing.map(
    (name) => `${name} is ${JSON.stringify(other[name])} there and ${JSON.stringify(settings[name])} here`,
  )
  throw new UsageError(
    `Failed to restore a snapshot: it is of another bank, ${facts.join(', ')}. Restore it into a bank with the same options. (§3)`,
  )
}

/** The state that a snapshot holds; where it is none, what is found missing. */
function stateOf(snapshot: State | undefined): State | undefined {
  if (!snapshot) return undefined
  const { world, before = null, journal, requests, uses } = snapshot
  return { world, before, journal, requests, uses }
}

function parseState(json: string): State {
  try {
    const { world, journal, requests, uses } = JSON.parse(json)
    return { world: worldFrom(world), before: null, journal: Table.from(journal), requests: Table.from(requests), uses }
  } catch (cause) {
    const fact = (cause as Error).message
    throw new UsageError(
      `Failed to restore a snapshot: the text is not the JSON of one (${fact}). Use JSON.stringify(bank.snapshot()). (§3)`,
    )
  }
}
