/** Snapshots: a bank at one moment as one value, and putting it back. What comes from outside is checked before anything changes. */

import { contradictionOf } from '../core/audit.ts'
import { UsageError } from '../core/errors.ts'
import { Table } from '../core/kernel/table.ts'
import { type Settings, worldFrom } from '../core/world.ts'
import type { KeptExchange } from './exchange.ts'
import { reviveEntry } from './journal.ts'
import { type Log, readBack, written } from './log.ts'
import { type PredicateOptions, withPredicates } from './predicate-registry.ts'
import type { State } from './shell.ts'
import { LineReader, linesOf } from './snapshot-lines.ts'

declare const snapshotBrand: unique symbol

/** A bank at one moment, as one value; JSON.stringify writes it, and `restore` takes the text too. */
export interface Snapshot {
  readonly [snapshotBrand]: true
  /**
   * The same as lines of text, each of some 64 kB at most: for a bank whose JSON would be too long for one text, as that of 200,000
   * wires is. They are made one by one; `bank.restore(lines)` reads them. Equal banks give equal lines.
   *
   * @example
   * ```ts
   * const lines = [...bank.snapshot().lines()]
   * bank.clock.advance({ days: 1 })
   * bank.restore(lines)
   * ```
   */
  lines(): Iterable<string>
}

/** What `restore` takes: a snapshot, its JSON as a text or parsed, or its lines. */
export type Restorable = Snapshot | string | Iterable<string> | object

export function snapshotOf(state: State): Snapshot {
  const { world, before, journal, requests, uses } = state
  const snapshot = { world, journal: written(journal), requests: written(requests), uses }
  return Object.defineProperties(snapshot, {
    // Not enumerable: JSON would be twice as long with a second world, and the journal tells it.
    before: { value: before },
    // Nor is this, as it is no part of the value.
    lines: { value: () => linesOf(snapshot) },
  }) as unknown as Snapshot
}

/** The state behind a snapshot in any of its forms, if it is one of a bank with these settings, and its faults have their functions. */
export function stateFrom(given: Restorable, settings: Settings, options: PredicateOptions): State {
  return fitting(stateBehind(given), settings, options, 'restore(snapshot')
}

/** The same behind lines that come one after the other, as a file is read. */
export async function stateFromLines(
  lines: Iterable<string> | AsyncIterable<string>,
  settings: Settings,
  options: PredicateOptions,
): Promise<State> {
  const reader = new LineReader()
  for await (const line of lines) reader.take(line)
  return fitting(revived(reader.result()), settings, options, 'restoreFrom(lines')
}

function fitting(state: State, settings: Settings, options: PredicateOptions, call: string): State {
  assertSame(state.world.settings, settings)
  const world = withPredicates(state.world, options, {
    failed: 'Failed to restore a snapshot',
    call: (predicates) => `bank.${call}, ${predicates})`,
  })
  return { ...state, world }
}

function assertSame(other: Settings, settings: Settings): void {
  if (other === settings) return
  const differing = (Object.keys(settings) as (keyof Settings)[]).filter(
    (name) => JSON.stringify(settings[name]) !== JSON.stringify(other[name]),
  )
  if (differing.length === 0) return
  const facts = differing.map(
    (name) => `${name} is ${JSON.stringify(other[name])} there and ${JSON.stringify(settings[name])} here`,
  )
  throw new UsageError(
    `Failed to restore a snapshot: it is of another bank, ${facts.join(', ')}. Restore it into a bank with the same options. (§3)`,
  )
}

function stateBehind(given: Restorable): State {
  if (typeof given === 'string') return given.startsWith('[1,"') ? readLines(given.split('\n')) : parseState(given)
  const { world, before = null, journal, requests, uses } = (given ?? {}) as Partial<State>
  const isLive = journal instanceof Table || journal?.newer instanceof Table
  if (isLive && world?.settings && requests && uses) {
    return { world, before, journal: readBack(journal), requests: readBack(requests), uses }
  }
  if (typeof given === 'object' && given !== null && Symbol.iterator in given)
    return readLines(given as Iterable<string>)
  if (typeof given === 'object' && given !== null && 'world' in given) return revived(copyOf(given))
  throw new UsageError(
    'Failed to restore a snapshot: this value is none. Pass what bank.snapshot() gave, its JSON or its lines. (§3)',
  )
}

function readLines(lines: Iterable<string>): State {
  const reader = new LineReader()
  for (const line of lines) reader.take(line)
  return revived(reader.result())
}

function parseState(json: string): State {
  let plain: unknown
  try {
    plain = JSON.parse(json)
  } catch (cause) {
    throw damaged(`the text is not the JSON of one (${(cause as Error).message})`)
  }
  return revived(plain)
}

/** A copy, as whoever parsed it may go on to change it. */
function copyOf(plain: object): unknown {
  try {
    return structuredClone(plain)
  } catch (cause) {
    throw damaged(`it is not what JSON.parse gave (${(cause as Error).message})`)
  }
}

/** The state behind what JSON.parse gave, whole and without contradiction. */
function revived(plain: unknown): State {
  const state = partsOf(plain)
  let fact: string | undefined
  try {
    fact = contradictionOf(state.world)
  } catch (cause) {
    // A record of another shape than its table's: the books cannot even be read.
    fact = (cause as Error).message
  }
  if (fact !== undefined) throw damaged(`it contradicts itself: ${fact}`)
  return state
}

function partsOf(plain: unknown): State {
  try {
    const { world, journal, requests, uses } = plain as Pick<State, 'world' | 'uses'> & Record<string, unknown>
    if (!isRecord(world) || !isRecord(world.settings)) throw new TypeError('world is missing')
    if (!isRecord(uses)) throw new TypeError('uses is missing')
    return {
      world: worldFrom(world),
      before: null,
      journal: logFrom('journal', journal, reviveEntry),
      requests: logFrom('requests', requests, reviveExchange),
      uses,
    }
  } catch (cause) {
    throw damaged(`it is not whole (${(cause as Error).message})`)
  }
}

function logFrom<Item>(name: string, plain: unknown, revive: (item: unknown) => Item): Log<Item> {
  const log = Array.isArray(plain) ? { dropped: 0, older: [], newer: plain } : plain
  const { dropped, older, newer } = (isRecord(log) ? log : {}) as Record<string, unknown>
  if (!Number.isSafeInteger(dropped) || !Array.isArray(older) || !Array.isArray(newer)) {
    throw new TypeError(`${name} is no log`)
  }
  return { dropped: dropped as number, older: Table.from(older.map(revive)), newer: Table.from(newer.map(revive)) }
}

function reviveExchange(plain: unknown): KeptExchange {
  if (isRecord(plain)) return plain as KeptExchange
  throw new TypeError('requests has one that is no record')
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function damaged(fact: string): UsageError {
  return new UsageError(
    `Failed to restore a snapshot: ${fact}. Use JSON.stringify(bank.snapshot()), or bank.snapshot().lines(). (§3)`,
  )
}
