/** Takes snapshots (a bank at one moment, as one value) and reads them back. A value from outside is checked before anything changes. */

import { contradictionOf } from '../../../core/audit.ts'
import { UsageError } from '../../../core/errors.ts'
import { isRecord } from '../../../core/kernel/json.ts'
import { Table } from '../../../core/kernel/table.ts'
import { type Settings, worldFrom } from '../../../core/world.ts'
import { firstRequest, type KeptExchange } from './exchange.ts'
import { firstEntry, reviveEntry } from './journal.ts'
import { type Keep, type Log, readBack, written } from './log.ts'
import { type PredicateOptions, withPredicates } from './predicate-registry.ts'
import { checksumOf, LineReader, linesOf } from './snapshot-lines.ts'
import type { State } from './state.ts'

declare const snapshotBrand: unique symbol

/**
 * A bank at one moment, as one value. JSON.stringify writes it with a checksum. `restore` also accepts that text, but refuses it if
 * anything in it was changed.
 */
export interface Snapshot {
  readonly [snapshotBrand]: true
  /**
   * Returns the snapshot as lines of text, of about 64 kB at most unless one record is longer. Use lines for large banks: the JSON of a
   * bank with 200,000 wires is longer than a JavaScript string can be. The lines are made one by one; `bank.restore(lines)` reads them.
   * Equal banks give equal lines. Banks are equal if their worlds, their operations and requests so far, and the assumptions behind their
   * answers are equal.
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

/** The snapshot hides the requests and journal entries that the bank no longer shows. */
export function snapshotOf(state: State, keep: Keep): Snapshot {
  return new TakenSnapshot(state, keep) as unknown as Snapshot
}

/** A class, so that all snapshots share its methods: making them for each snapshot would take longer than everything else. */
class TakenSnapshot {
  readonly world: State['world']
  readonly journal: unknown
  readonly requests: unknown
  readonly nextRequest: number
  readonly uses: State['uses']

  constructor({ world, before, journal, requests, nextRequest, uses }: State, keep: Keep) {
    this.world = world
    this.journal = written({ ...journal, hidden: firstEntry(journal, keep, world.now) })
    this.requests = written({ ...requests, hidden: firstRequest(requests, keep, world.now) })
    this.nextRequest = nextRequest
    this.uses = uses
    // The property is not enumerable: a second world would double the JSON. A replay of the journal finds that world again.
    Object.defineProperty(this, 'before', { value: before })
    Object.freeze(this)
  }

  lines(): Iterable<string> {
    return linesOf({ ...this } as never)
  }

  toJSON(): object {
    const content = { ...this }
    return { checksum: checksumOf(content as never), ...content }
  }
}

/** Refuses a snapshot in which a setting differs from `settings`, or the function of a fault's `when` is missing. */
export function stateFrom(given: Restorable, settings: Settings, options: PredicateOptions): State {
  return fitting(stateBehind(given), settings, options, 'restore(snapshot')
}

export async function stateFromLines(
  lines: Iterable<string> | AsyncIterable<string>,
  settings: Settings,
  options: PredicateOptions,
): Promise<State> {
  const reader = new LineReader()
  if (!areLines(lines)) throw noLines(lines)
  for await (const line of lines) reader.take(line)
  return fitting(stateRead(reader), settings, options, 'restoreFrom(lines')
}

/** True if a value can be read line by line. A text cannot, because it would be read letter by letter. */
function areLines(given: unknown): boolean {
  return typeof given === 'object' && given !== null && (Symbol.iterator in given || Symbol.asyncIterator in given)
}

function noLines(given: unknown): UsageError {
  const isOther = typeof given === 'string' || (typeof given === 'object' && given !== null)
  const fact = isOther ? `a ${typeof given === 'string' ? 'text' : 'value'} as a whole` : String(given)
  const advice = isOther ? 'bank.restore() takes a snapshot, its text, or that text parsed; pass' : 'Pass'
  return new UsageError(
    `Failed to restore a snapshot: restoreFrom takes lines that come one after the other, and this is ${fact}. ${advice} the lines of bank.snapshot().lines() here, or read them from a file with createInterface of node:readline. (§3)`,
  )
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
    (name) =>
      `${name} is ${JSON.stringify(other[name])} in the snapshot and ${JSON.stringify(settings[name])} in this bank`,
  )
  throw new UsageError(
    `Failed to restore a snapshot: it is of a bank with other options: ${facts.join(', ')}. Restore it into a bank with the same options. (§3)`,
  )
}

function stateBehind(given: Restorable): State {
  if (typeof given === 'string')
    return given.startsWith('[1,"')
      ? readLines(given.split('\n'))
      : revived(unsealed(readAs('the text is not the JSON of one', () => JSON.parse(given))))
  if (given instanceof TakenSnapshot) {
    const { world, before, journal, requests, nextRequest, uses } = given as unknown as State
    return { world, before, journal: readBack(journal), requests: readBack(requests), nextRequest, uses }
  }
  const lines = readAs('it cannot be read', () => ((given ?? {}) as Partial<Snapshot>).lines)
  // This is a snapshot of the package's other module format, whose tables are of other classes.
  if (typeof lines === 'function') return readLines(lines.call(given))
  if (typeof given === 'object' && given !== null && Symbol.iterator in given)
    return readLines(given as Iterable<string>)
  if (typeof given === 'object' && given !== null && 'world' in given) {
    // The value is copied, because the caller may go on to change it.
    return revived(unsealed(readAs('it is not what JSON.parse gave', () => JSON.parse(JSON.stringify(given)))))
  }
  throw new UsageError(
    'Failed to restore a snapshot: this value is no snapshot. Pass what bank.snapshot() returned, or its JSON or lines. (§3)',
  )
}

function readLines(lines: Iterable<string>): State {
  const reader = new LineReader()
  for (const line of lines) reader.take(line)
  return stateRead(reader)
}

/** Refuses lines whose state is not whole, or contradicts itself. */
export function stateRead(reader: LineReader): State {
  return revived(reader.result())
}

function unsealed(plain: unknown): unknown {
  if (!isRecord(plain)) throw damaged('it is no record')
  const { checksum, ...content } = plain as Record<string, unknown>
  if (typeof checksum !== 'string') throw damaged('it has no checksum, and every text of this version has one')
  const own = checksumOf(content)
  if (own === checksum) return content
  throw new UsageError(
    `Failed to restore a snapshot: its checksum is ${checksum}, and that of its content is ${own}. A snapshot cannot be edited: bring a bank to where you want it, and take its snapshot there. (§3)`,
  )
}

/** If `read` throws, the snapshot is refused for the reason `isNot`. */
function readAs<Result>(isNot: string, read: () => Result): Result {
  try {
    return read()
  } catch (cause) {
    throw damaged(`${isNot} (${(cause as Error).message})`)
  }
}

function revived(plain: unknown): State {
  const state = readAs('it is not whole', () => partsOf(plain))
  const fact = contradictionOf(state.world)
  if (fact !== undefined) throw damaged(`it contradicts itself: ${fact}`)
  return state
}

/** @throws {TypeError} if a part is missing or of the wrong type */
function partsOf(plain: unknown): State {
  const { world, journal, requests, nextRequest, uses } = plain as Pick<State, 'world' | 'uses'> &
    Record<string, unknown>
  if (!isRecord(world) || !isRecord(world.settings)) throw new TypeError('world is missing')
  if (!Number.isSafeInteger(nextRequest)) throw new TypeError('nextRequest is no whole number')
  if (!isRecord(uses)) throw new TypeError('uses is missing')
  return {
    world: worldFrom(world),
    before: null,
    journal: logFrom('journal', journal, reviveEntry),
    requests: logFrom('requests', requests, reviveExchange),
    nextRequest: nextRequest as number,
    uses,
  }
}

function logFrom<Item>(name: string, plain: unknown, revive: (item: unknown) => Item): Log<Item> {
  const log = Array.isArray(plain) ? { dropped: 0, hidden: 0, older: [], newer: plain } : plain
  const { dropped, hidden, older, newer } = (isRecord(log) ? log : {}) as Record<string, unknown>
  const areNumbers = [dropped, hidden].every(Number.isSafeInteger)
  if (!areNumbers || !Array.isArray(older) || !Array.isArray(newer)) throw new TypeError(`${name} is no log`)
  return {
    dropped: dropped as number,
    hidden: hidden as number,
    older: Table.from(older.map(revive)),
    newer: Table.from(newer.map(revive)),
  }
}

function reviveExchange(plain: unknown): KeptExchange {
  if (isRecord(plain)) return plain as unknown as KeptExchange
  throw new TypeError('requests has an entry that is no record')
}

function damaged(fact: string): UsageError {
  return new UsageError(
    `Failed to restore a snapshot: ${fact}. Use JSON.stringify(bank.snapshot()), or bank.snapshot().lines(). (§3)`,
  )
}
