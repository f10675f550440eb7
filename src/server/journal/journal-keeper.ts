/** Records the operations of banks, at once and in one order for all banks. Replaying the records gives the same banks. */
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
  /** Whether the lines of a snapshot come next. Without them the bank does not exist. */
  readonly isFollowed: boolean
}

/** The indexes of the time, the operation and the input in an entry. An entry without happenings ends with its input. */
const [AT, OPERATION, INPUT] = [0, 2, 5]

/**
 * Holds back advances of the clock in which nothing happened: a bank that follows the wall clock advances many times a second. Consecutive
 * advances are written as one, which replays to the same bank. At most a minute is held back, so a killed process loses no more than that.
 * (§3)
 */
class HeldTime {
  #held: KeptEntry | undefined

  /** @param most - milliseconds of virtual time that are held back at most; 0 holds nothing back */
  constructor(
    private readonly most: number,
    private readonly write: (entry: KeptEntry) => void,
  ) {}

  add(entry: KeptEntry): void {
    const isAdvance = entry[OPERATION] === 'clock.advance'
    if (!isAdvance) this.release()
    // The held advance and this one become one advance, which begins where the held one began.
    const whole = this.#held === undefined ? entry : entry.with(AT, this.#held[AT])
    this.#held = undefined
    if (isAdvance && entry.length === INPUT + 1 && spanOf(whole) < this.most) this.#held = whole
    else this.write(whole)
  }

  release(): void {
    if (this.#held) this.write(this.#held)
    this.#held = undefined
  }

  /** Forgets the held advance, because the bank was replaced. */
  drop(): void {
    this.#held = undefined
  }
}

function spanOf(advance: KeptEntry): number {
  return (advance[INPUT] as { to: number }).to - instantOfEntry(advance)
}

interface Kept {
  readonly bank: Bank
  readonly held: HeldTime
  readonly unobserve: () => void
}

export class JournalKeeper {
  readonly #kept = new Map<string, Kept>()

  /** `write` gets each record at once, and must not throw. `holdsTime`: whether advances in which nothing happened are held back. */
  constructor(
    private readonly write: (record: JournalRecord) => void,
    private readonly options: { readonly holdsTime?: boolean } = {},
  ) {}

  get banks(): ReadonlyMap<string, Bank> {
    return new Map([...this.#kept].map(([id, { bank }]) => [id, bank]))
  }

  /** Records a new bank, and every operation on it from now on. `from`: the id of the bank that it was forked from. */
  opened(id: string, bank: Bank, from?: string): void {
    if (this.#kept.has(id) || !/^[\w-]+$/.test(id)) {
      throw new UsageError(
        `Failed to keep the journal of bank "${id}": ${this.#kept.has(id) ? 'another bank has this id' : 'its id must be made of letters, digits, _ and -'}. Give it another id.`,
      )
    }
    const origin = from === undefined ? undefined : this.#kept.get(from)
    origin?.held.release()
    const known = origin ? [presentOf(from as string, origin.bank)] : []
    for (const record of recordsOf([presentOf(id, bank)], known)) this.write(record)
    this.takeOver(id, bank)
  }

  /** Records every operation on a bank that was read from records. Its opening is recorded already. */
  takeOver(id: string, bank: Bank): void {
    const held = new HeldTime(this.options.holdsTime ? MINUTE : 0, (entry) =>
      this.write({ kind: 'entry', bank: id, body: JSON.stringify(entry) }),
    )
    const { shell } = internalsOf(bank)
    const unobserve = shell.observe({
      journaled: (entry) => held.add(entry),
      replaced: () => {
        held.drop()
        for (const record of replacingRecords(id, shell.state)) this.write(record)
      },
    })
    this.#kept.set(id, { bank, held, unobserve })
  }

  closed(id: string): void {
    const kept = this.#kept.get(id)
    if (kept === undefined) return
    kept.unobserve()
    this.#kept.delete(id)
    this.write({ kind: 'close', bank: id, body: 'null' })
  }

  /** Writes the advances that are held back. */
  release(): void {
    for (const { held } of this.#kept.values()) held.release()
  }

  stop(): void {
    this.release()
    for (const { unobserve } of this.#kept.values()) unobserve()
    this.#kept.clear()
  }

  /** Records that restore the banks of this moment. Each is made on demand; later operations do not affect it. */
  recordsNow(): Iterable<JournalRecord> {
    this.release()
    return recordsOf([...this.banks].map(([id, bank]) => presentOf(id, bank)))
  }
}

interface Present {
  readonly id: string
  readonly state: State
  readonly keep: Keep
}

function presentOf(id: string, bank: Bank): Present {
  const { state, keeps: keep } = internalsOf(bank).shell
  return { id, state, keep }
}

/** The records of banks. If a bank equals an earlier or a `known` one, it is recorded as a fork: a template may have thousands of forks. */
function* recordsOf(banks: readonly Present[], known: readonly Present[] = []): Generator<JournalRecord> {
  const written = new Map(known.map((bank) => [bank.state.world, bank]))
  for (const bank of banks) {
    const like = written.get(bank.state.world)
    if (like && isFork(bank, like)) yield { kind: 'fork', bank: bank.id, body: JSON.stringify({ from: like.id }) }
    else {
      yield* wholeRecords(bank)
      written.set(bank.state.world, bank)
    }
  }
}

function isFork({ state, keep }: Present, from: Present): boolean {
  return (
    state.world === from.state.world &&
    state.journal === from.state.journal &&
    JSON.stringify(keep) === JSON.stringify(from.keep)
  )
}

function* wholeRecords({ id: bank, state, keep }: Present): Generator<JournalRecord> {
  const isFollowed = sizeOf(state.journal) > 0
  const body: OpenBody = { settings: state.world.settings, keep, isFollowed }
  yield { kind: 'open', bank, body: JSON.stringify(body) }
  if (isFollowed) yield* replacingRecords(bank, state)
}

/** Records that lead to this state: a reset if its journal is empty, else a snapshot. Requests are left out, as they are no operations. */
function* replacingRecords(bank: string, state: State): Generator<JournalRecord> {
  if (sizeOf(state.journal) === 0) yield { kind: 'reset', bank, body: 'null' }
  else {
    for (const body of snapshotOf({ ...state, requests: emptyLog }, {}).lines()) yield { kind: 'part', bank, body }
  }
}
