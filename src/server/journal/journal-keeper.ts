/**
 * Keeps the journals of banks as they grow: each operation becomes a record as soon as it was done, in one order for all banks. Replaying
 * the records gives the same banks.
 */
import type { Bank } from '../../bank/bank.ts'
import { internalsOf } from '../../bank/http/bank-internals.ts'
import { instantOfEntry, type KeptEntry } from '../../bank/shell/state/journal.ts'
import { emptyLog, type Keep, sizeOf } from '../../bank/shell/state/log.ts'
import { snapshotOf } from '../../bank/shell/state/snapshot.ts'
import type { State } from '../../bank/shell/state/state.ts'
import { UsageError } from '../../core/errors.ts'
import { MINUTE } from '../../core/kernel/time/instant.ts'
import type { JournalRecord } from './chain.ts'

/** The body of a line of kind `open`. */
export interface OpenBody {
  readonly settings: State['world']['settings']
  readonly keep: Keep
  /** Whether the lines of a snapshot come next, without which the bank does not exist. */
  readonly isFollowed: boolean
}

/** The places of time, operation and input in an entry; an entry without happenings ends with its input. */
const [AT, OPERATION, INPUT] = [0, 2, 5]

/**
 * Time in which nothing happened, held back until something happens: a bank whose clock follows the wall clock advances many times a
 * second, and mostly nothing is due. Two advances in a row become one, as advancing in two steps is the same as in one. Less than a
 * minute is held back: a process that is killed loses no more of a bank's time. (§3)
 */
class HeldTime {
  #held: KeptEntry | undefined

  constructor(private readonly write: (entry: KeptEntry) => void) {}

  add(entry: KeptEntry): void {
    const isAdvance = entry[OPERATION] === 'clock.advance'
    if (!isAdvance) this.release()
    // Both as one advance, from where the held one begins.
    const whole = this.#held === undefined ? entry : entry.with(AT, this.#held[AT])
    this.#held = undefined
    if (isAdvance && entry.length === INPUT + 1 && spanOf(whole) < MINUTE) this.#held = whole
    else this.write(whole)
  }

  release(): void {
    if (this.#held) this.write(this.#held)
    this.#held = undefined
  }

  /** Forgets it: the bank has another history. */
  drop(): void {
    this.#held = undefined
  }
}

function spanOf(advance: KeptEntry): number {
  return (advance[INPUT] as { to: number }).to - instantOfEntry(advance)
}

interface Kept {
  readonly bank: Bank
  /** Undefined where time is not held back. */
  readonly held: HeldTime | undefined
  readonly unobserve: () => void
}

export class JournalKeeper {
  readonly #kept = new Map<string, Kept>()

  /**
   * @param write - gets each record as soon as it is made; it throws nothing
   * @param options - `holdsTime`: time in which nothing happened is written only with the next entry
   */
  constructor(
    private readonly write: (record: JournalRecord) => void,
    private readonly options: { readonly holdsTime?: boolean } = {},
  ) {}

  /** The banks that are kept, by their ids. */
  get banks(): ReadonlyMap<string, Bank> {
    return new Map([...this.#kept].map(([id, { bank }]) => [id, bank]))
  }

  /**
   * Keeps every operation on a bank from now on.
   *
   * @param from - the id of the bank of which it is a new fork
   */
  opened(id: string, bank: Bank, from?: string): void {
    if (this.#kept.has(id) || !/^[\w-]+$/.test(id)) {
      throw new UsageError(
        `Failed to keep the journal of bank "${id}": ${this.#kept.has(id) ? 'another bank has this id' : 'its id must be made of letters, digits, _ and -'}. Give it another id. (§3)`,
      )
    }
    const origin = from === undefined ? undefined : this.#kept.get(from)
    origin?.held?.release()
    for (const record of openingOf(id, bank, origin && { id: from as string, bank: origin.bank })) this.write(record)
    this.takeOver(id, bank)
  }

  /** The same for a bank that was read from records: it is not opened again. */
  takeOver(id: string, bank: Bank): void {
    const write = (entry: KeptEntry) => this.write({ kind: 'entry', bank: id, body: JSON.stringify(entry) })
    const held = this.options.holdsTime ? new HeldTime(write) : undefined
    const { shell } = internalsOf(bank)
    const unobserve = shell.observe({
      journaled: held ? (entry) => held.add(entry) : write,
      replaced: () => {
        held?.drop()
        for (const record of replacingRecords(id, shell.state)) this.write(record)
      },
    })
    this.#kept.set(id, { bank, held, unobserve })
  }

  /** Notes that a bank was closed. */
  closed(id: string): void {
    const kept = this.#kept.get(id)
    if (kept === undefined) return
    kept.unobserve()
    this.#kept.delete(id)
    this.write({ kind: 'close', bank: id, body: 'null' })
  }

  /** Writes the time that is held back. */
  release(): void {
    for (const { held } of this.#kept.values()) held?.release()
  }

  /** Stops keeping: later entries are not written. */
  stop(): void {
    this.release()
    for (const { unobserve } of this.#kept.values()) unobserve()
    this.#kept.clear()
  }

  /** Records that restore all banks as they are now, even if they change while the records are made one by one. */
  recordsNow(): Iterable<JournalRecord> {
    this.release()
    return recordsOf([...this.banks].map(([id, bank]) => ({ id, ...presentOf(bank) })))
  }
}

interface Present {
  readonly state: State
  readonly keep: Keep
}

function presentOf(bank: Bank): Present {
  const { state, keeps: keep } = internalsOf(bank).shell
  return { state, keep }
}

/** A bank that is like one before it is written as its fork: a template may have thousands of forks. */
function* recordsOf(banks: readonly (Present & { readonly id: string })[]): Generator<JournalRecord> {
  const written = new Map<State['world'], (typeof banks)[number]>()
  for (const bank of banks) {
    const like = written.get(bank.state.world)
    if (like && isFork(bank, like)) yield forkRecord(bank.id, like.id)
    else {
      yield* wholeRecords(bank.id, bank)
      written.set(bank.state.world, bank)
    }
  }
}

function openingOf(id: string, bank: Bank, from?: { id: string; bank: Bank }): Iterable<JournalRecord> {
  const present = presentOf(bank)
  return from && isFork(present, presentOf(from.bank)) ? [forkRecord(id, from.id)] : wholeRecords(id, present)
}

function isFork({ state, keep }: Present, from: Present): boolean {
  return (
    state.world === from.state.world &&
    state.journal === from.state.journal &&
    JSON.stringify(keep) === JSON.stringify(from.keep)
  )
}

function forkRecord(bank: string, from: string): JournalRecord {
  return { kind: 'fork', bank, body: JSON.stringify({ from }) }
}

function* wholeRecords(bank: string, { state, keep }: Present): Generator<JournalRecord> {
  const isFollowed = sizeOf(state.journal) > 0
  const body: OpenBody = { settings: state.world.settings, keep, isFollowed }
  yield { kind: 'open', bank, body: JSON.stringify(body) }
  if (isFollowed) yield* replacingRecords(bank, state)
}

/** Records that put this state in place. A state with an empty journal is that of the opening. Requests are left out: they are no operations. */
function* replacingRecords(bank: string, state: State): Generator<JournalRecord> {
  if (sizeOf(state.journal) === 0) yield { kind: 'reset', bank, body: 'null' }
  else {
    for (const body of snapshotOf({ ...state, requests: emptyLog }, {}).lines()) yield { kind: 'part', bank, body }
  }
}
