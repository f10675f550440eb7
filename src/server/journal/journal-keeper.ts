/**
 * Keeping journals as they grow: what is done to banks becomes records, one for each operation as soon as it was done, in the order in
 * which it was done to all of them. Doing them again gives the same banks.
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

/** What a line about the opening of a bank tells. */
export interface OpenBody {
  readonly settings: State['world']['settings']
  readonly keep: Keep
  /** Whether the lines of a snapshot come next, without which the bank is not there. */
  readonly isFollowed: boolean
}

/** Where in an entry its time, its operation and its input stand; nothing comes after these where nothing happened. */
const [AT, OPERATION, INPUT] = [0, 2, 5]

/**
 * Time in which nothing happened, held back until something does: a bank whose clock follows that of the wall goes on many times a
 * second, and mostly nothing is due. Two advances in a row are one, as advancing in two steps is the same as in one. What is held is
 * less than a minute, so that this is all that a bank which is killed may lose of its time. (§3)
 */
class HeldTime {
  #held: KeptEntry | undefined

  constructor(private readonly write: (entry: KeptEntry) => void) {}

  add(entry: KeptEntry): void {
    const isAdvance = entry[OPERATION] === 'clock.advance'
    if (!isAdvance) this.release()
    // The entry as if it had begun when the first held one did.
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

/** A bank whose journal is kept. */
interface Kept {
  readonly bank: Bank
  /** Time in which nothing happened, where that is held back. */
  readonly held: HeldTime | undefined
  readonly unobserve: () => void
}

export class JournalKeeper {
  readonly #kept = new Map<string, Kept>()

  /**
   * @param write - is given each record as soon as there is one; it throws nothing
   * @param options - `holdsTime`: time in which nothing happened is told only with what comes next
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
   * From now on, all that is done to a bank is kept.
   *
   * @param from - the bank that it was forked from, just now
   */
  opened(id: string, bank: Bank, from?: string): void {
    if (this.#kept.has(id) || !/^[\w-]+$/.test(id)) {
      throw new UsageError(
        `Failed to keep the journal of bank "${id}": ${this.#kept.has(id) ? 'there is one of this id' : 'its id must be made of letters, digits, _ and -'}. Give it another id. (§3)`,
      )
    }
    const origin = from === undefined ? undefined : this.#kept.get(from)
    origin?.held?.release()
    for (const record of openingOf(id, bank, origin && { id: from as string, bank: origin.bank })) this.write(record)
    this.takeOver(id, bank)
  }

  /** The same for a bank that the records tell of already: it was read from them. */
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

  /** A bank is gone. */
  closed(id: string): void {
    const kept = this.#kept.get(id)
    if (kept === undefined) return
    kept.unobserve()
    this.#kept.delete(id)
    this.write({ kind: 'close', bank: id, body: 'null' })
  }

  /** Tells the time that is held. */
  release(): void {
    for (const { held } of this.#kept.values()) held?.release()
  }

  /** Stops keeping: later entries are not written. */
  stop(): void {
    this.release()
    for (const { unobserve } of this.#kept.values()) unobserve()
    this.#kept.clear()
  }

  /** Records that lead to all banks as they are at this moment, whatever is done while they are made one by one. */
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

/** Banks that are as one before them are its forks: a template has thousands of them. */
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

/** A state whose journal is empty is that of the opening. What was asked of the bank over HTTP is not kept: it is no operation. */
function* replacingRecords(bank: string, state: State): Generator<JournalRecord> {
  if (sizeOf(state.journal) === 0) yield { kind: 'reset', bank, body: 'null' }
  else {
    for (const body of snapshotOf({ ...state, requests: emptyLog }, {}).lines()) yield { kind: 'part', bank, body }
  }
}
