/** Takes snapshots (a bank at one moment, as one value) and reads them back. A text is checked before anything changes. */

import { contradictionOf } from '../../../core/audit.ts'
import { UsageError } from '../../../core/errors.ts'
import { attempt } from '../../../core/kernel/attempt.ts'
import { hashText, hex32 } from '../../../core/kernel/identity.ts'
import { isRecord, jsonIn } from '../../../core/kernel/json.ts'
import { isTable, tableFrom } from '../../../core/kernel/slice.ts'
import { type Settings, worldFrom } from '../../../core/world.ts'
import type { KeptExchange } from './exchange.ts'
import { reviveEntry } from './journal.ts'
import { type PredicateOptions, withPredicates } from './predicate-registry.ts'
import type { State } from './state.ts'

declare const snapshotBrand: unique symbol

/** A bank at one moment, as one value. `JSON.stringify` writes it as a text with a checksum, which `restore` takes, too. */
export interface Snapshot {
  readonly [snapshotBrand]: true
}

export function snapshotOf(state: State): Snapshot {
  return new TakenSnapshot(state) as unknown as Snapshot
}

class TakenSnapshot {
  constructor(readonly state: State) {
    Object.freeze(this)
  }

  toJSON(): object {
    // A second world would double the text. A replay of the journal finds the world before the last change again.
    const { before: _, ...content } = this.state
    return { checksum: checksumOf(content), ...content }
  }
}

/** Eight hexadecimal digits that show whether a text was changed. They do not prove who wrote it. */
export function checksumOf(content: object): string {
  return hex32(hashText(JSON.stringify(content)))
}

/**
 * @param given - a snapshot, or its text
 * @throws {UsageError} if it is none, a setting differs from `settings`, or the function of a fault's `when` is missing
 */
export function stateFrom(given: Snapshot | string, settings: Settings, options: PredicateOptions): State {
  const state = given instanceof TakenSnapshot ? given.state : stateIn(textOf(given))
  assertSame(state.world.settings, settings)
  const world = withPredicates(state.world, options, {
    failed: 'Failed to restore a snapshot',
    call: (predicates) => `bank.restore(snapshot, ${predicates})`,
  })
  return { ...state, world }
}

/** The text of a snapshot. One of the package's other module format is of another class, and is read from its text. */
function textOf(given: unknown): string {
  if (typeof given === 'string') return given
  const text = isRecord(given) ? attempt(() => JSON.stringify(given)) : undefined
  if (text !== undefined) return text
  throw refused('this value is no snapshot')
}

function assertSame(other: Settings, settings: Settings): void {
  if (other === settings) return
  const differing = (Object.keys(settings) as (keyof Settings)[]).filter(
    (name) => JSON.stringify(settings[name]) !== JSON.stringify(other[name]),
  )
  if (differing.length === 0) return
  const facts = differing.map(
    (name) =>
      `${name} is ${JSON.stringify(other[name])} in the snapshot and ${JSON.stringify(settings[name])} in this bank`,
  )
  throw new UsageError(
    `Failed to restore a snapshot: it is of a bank with other options: ${facts.join(', ')}. Restore it into a bank with the same options. (§3)`,
  )
}

/** Reads the text of a snapshot. @throws {UsageError} if it was changed, is not whole, or contradicts itself */
function stateIn(text: string): State {
  const plain = jsonIn(text)
  if (!isRecord(plain)) throw refused('the text is not the JSON of one')
  const { checksum, ...content } = plain
  if (typeof checksum !== 'string') throw refused('it has no checksum')
  const own = checksumOf(content)
  if (own !== checksum) {
    throw new UsageError(
      `Failed to restore a snapshot: its checksum is ${checksum}, and that of its content is ${own}. A snapshot cannot be edited: bring a bank to where you want it, and take its snapshot there. (§3)`,
    )
  }
  const state = partsOf(content)
  const fact = contradictionOf(state.world)
  if (fact !== undefined) throw refused(`it contradicts itself: ${fact}`)
  return state
}

function partsOf({ world, journal, requests, nextRequest, uses }: Readonly<Record<string, unknown>>): State {
  try {
    if (!isRecord(world) || !isRecord(world['settings'])) throw new TypeError('world is missing')
    if (!Number.isSafeInteger(nextRequest)) throw new TypeError('nextRequest is no whole number')
    if (!isTable(journal)) throw new TypeError('journal is no list')
    if (!isTable(requests)) throw new TypeError('requests is no list')
    if (!isRecord(uses)) throw new TypeError('uses is missing')
    return {
      world: worldFrom(world as unknown as State['world']),
      before: null,
      journal: tableFrom(journal, reviveEntry),
      requests: tableFrom(requests, reviveExchange),
      nextRequest: nextRequest as number,
      uses: uses as State['uses'],
    }
  } catch (cause) {
    throw refused(`it is not whole (${(cause as Error).message})`)
  }
}

function reviveExchange(plain: unknown): KeptExchange {
  if (isRecord(plain)) return plain as unknown as KeptExchange
  throw new TypeError('requests has an entry that is no record')
}

function refused(fact: string): UsageError {
  return new UsageError(
    `Failed to restore a snapshot: ${fact}. Pass what bank.snapshot() returned, or its text: JSON.stringify(bank.snapshot()). (§3)`,
  )
}
