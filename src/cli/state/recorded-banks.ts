/** The banks of a state file: each operation on them becomes a line, and the lines lead to the same banks again. */
import { Bank } from '../../bank/bank.ts'
import { portOf } from '../../bank/port.ts'
import { entryOf, type JournalEntry } from '../../bank/shell/state/journal.ts'
import { type BankOptions, createWorld, isSettings } from '../../bank/shell/state/options.ts'
import { deviationBetween, doneAgain, problemOf } from '../../bank/shell/state/replay.ts'
import { Shell } from '../../bank/shell/state/shell.ts'
import { snapshotOf, stateFrom } from '../../bank/shell/state/snapshot.ts'
import { UsageError } from '../../core/errors.ts'
import { fieldsOf } from '../../core/kernel/json.ts'
import { Table } from '../../core/kernel/table.ts'
import { formatInstant } from '../../core/kernel/time/instant.ts'
import type { Settings } from '../../core/world.ts'
import { serviceNames } from '../../server/addresses.ts'
import type { LineKind, StateLine } from './state-lines.ts'

/** The body of a line that has a whole bank. */
interface WholeBank {
  readonly snapshot: { readonly world: { readonly settings: Settings } }
}

/** Writes a line. */
export type Write = (kind: LineKind, bank: string, body: unknown) => void

/** Records every operation on banks, at once and in one order for all of them. */
export class RecordedBanks {
  readonly #recorded = new Map<string, { readonly bank: Bank; readonly unsubscribe: () => void }>()

  constructor(private readonly write: Write) {}

  get banks(): ReadonlyMap<string, Bank> {
    return new Map([...this.#recorded].map(([id, { bank }]) => [id, bank]))
  }

  opened(id: string, bank: Bank): void {
    this.write('bank', id, wholeOf(bank))
    this.follow(id, bank)
  }

  /** Records every operation on a bank whose opening is recorded already. */
  follow(id: string, bank: Bank): void {
    this.#recorded.get(id)?.unsubscribe()
    const unsubscribe = portOf(bank).subscribe((fact) => {
      if (fact.what === 'operation') this.write('entry', id, fact.entry)
      if (fact.what === 'replacement') this.write('bank', id, wholeOf(bank))
    })
    this.#recorded.set(id, { bank, unsubscribe })
  }

  closed(id: string): void {
    this.#recorded.get(id)?.unsubscribe()
    if (this.#recorded.delete(id)) this.write('close', id, null)
  }

  /** Writes every bank as it is now. */
  writeAll(write: Write): void {
    for (const [id, bank] of this.banks) write('bank', id, wholeOf(bank))
  }

  stop(): void {
    for (const { unsubscribe } of this.#recorded.values()) unsubscribe()
  }
}

/** A bank without its requests: they are no operations, and each is as long as some operations. */
function wholeOf(bank: Bank) {
  return { snapshot: snapshotOf({ ...portOf(bank).state, requests: Table.empty }) }
}

/** Performs the operations of lines again. */
export class BankReader {
  readonly #shells = new Map<string, Shell>()

  /** @throws {Error} with what is wrong with the line */
  take({ kind, bank: id, body }: StateLine): void {
    const known = this.#shells.get(id)
    if (kind === 'bank') this.#shells.set(id, revived(body as WholeBank))
    else if (known === undefined) throw new Error(`is about the bank "${id}", which is not open`)
    else if (kind === 'close') this.#shells.delete(id)
    else if (kind === 'entry') doAgain(known, body)
    else throw new Error(`is of the kind "${kind}", which this version does not know`)
  }

  get banks(): Map<string, Bank> {
    return new Map([...this.#shells].map(([id, shell]) => [id, new Bank(shell.state)]))
  }
}

function revived({ snapshot }: WholeBank): Shell {
  const { settings } = snapshot.world
  if (!isSettings(settings)) throw new Error('has a bank with settings that no bank can have')
  // This shell does not forget events by itself, because forgetting them is an operation, and so has a line.
  return new Shell(stateFrom(JSON.stringify(snapshot), settings, {}))
}

function doAgain(shell: Shell, body: unknown): void {
  const [at, actor, operation, call, outcome, input] = body as unknown[]
  const entry = { at, actor, operation, call, outcome, input } as JournalEntry
  const problem = problemOf(entry)
  if (problem !== undefined) throw new Error(problem)
  const done = doneAgain(shell, entry)
  if (typeof done === 'string') throw new Error(`cannot be done again: ${done}`)
  if (done === undefined || JSON.stringify(done) === JSON.stringify(body)) return
  const fact = deviationBetween(entry, entryOf(shell.state.world.settings.seed, done))
  throw new Error(fact ?? `causes something else in the replay: ${JSON.stringify(done).slice(0, 200)}`)
}

/** Addresses may differ. @throws {UsageError} if another option differs from that of the bank in the file, or is invalid */
export function assertAsked(bank: Bank, options: BankOptions, failed: string): void {
  const facts = differencesIn(options, shown(bank.world.settings), shown(createWorld(options).settings))
  if (facts.length > 0) {
    throw new UsageError(
      `${failed}: it has another bank: ${facts.join(', ')}. Start with the same options, or with another file.`,
    )
  }
}

type Fields = Readonly<Record<string, unknown>>

/** The settings in the form of the options. */
const shown = (settings: Settings): Fields => ({ ...settings, now: formatInstant(settings.now, settings.timeZone) })

/** Only what is given is compared: within `partner` and `masterAccount` too. The addresses of a server may differ at each start. */
function differencesIn(given: object, there: Fields, here: Fields, parent = ''): string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const [first, second] = [JSON.stringify(there[name]), JSON.stringify(here[name])]
    if (value === undefined || serviceNames.includes(name) || first === second) return []
    if (name !== 'partner' && name !== 'masterAccount')
      return [`${parent}${name} is ${first} in the file and ${second} in the options`]
    return differencesIn(value, fieldsOf(there[name]), fieldsOf(here[name]), `${name}.`)
  })
}
