/** The banks of a state file: a whole bank as the body of a line, and the banks to which the lines of a file lead. */
import { Bank } from '../../bank/bank.ts'
import { portOf } from '../../bank/port.ts'
import { entryOf, reviveEntry } from '../../bank/shell/state/journal.ts'
import { type BankOptions, createWorld, isSettings } from '../../bank/shell/state/options.ts'
import { deviationOf } from '../../bank/shell/state/replay.ts'
import { Shell } from '../../bank/shell/state/shell.ts'
import { snapshotOf, stateFrom } from '../../bank/shell/state/snapshot.ts'
import { UsageError } from '../../core/errors.ts'
import { keysOf } from '../../core/kernel/keys.ts'
import { Table } from '../../core/kernel/table.ts'
import { formatInstant } from '../../core/kernel/time/instant.ts'
import type { Settings, World } from '../../core/world.ts'
import type { StateLine } from './state-lines.ts'

/** The body of a line that has a whole bank. */
interface WholeBank {
  readonly snapshot: { readonly world: { readonly settings: Settings } }
}

/** A bank without its requests: they are no operations, and each is as long as some operations. */
export function wholeOf(bank: Bank) {
  return { snapshot: snapshotOf({ ...portOf(bank).state, requests: Table.empty }) }
}

/** Performs the operations of lines again. */
export class BankReader {
  readonly #shells = new Map<string, Shell>()

  /** @throws {Error} with what is wrong with the line */
  take([kind, id, body]: StateLine): void {
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
  const entry = entryOf(shell.state.world.settings.seed, reviveEntry(body))
  const fact = deviationOf(shell, entry)
  if (fact !== undefined) throw new Error(fact)
}

/** @throws {UsageError} if an option, other than an address, differs from that of the bank in the file, or is invalid */
export function assertAsked(bank: Bank, options: BankOptions, failed: string): void {
  const { baseUrl, authUrl, loanBaseUrl } = bank.world.settings
  // The addresses of a server may differ at each start, and with them the audiences of its tokens.
  const asked = { ...options, baseUrl, authUrl, loanBaseUrl }
  const [there, here] = [settingsOf(bank.world), settingsOf(createWorld(asked))]
  const facts = keysOf(asked).flatMap((name) => {
    const [first, second] = [JSON.stringify(there[name]), JSON.stringify(here[name])]
    if (asked[name] === undefined || first === second) return []
    return `${name} is ${first} in the file and ${second} in the options`
  })
  if (facts.length > 0) {
    throw new UsageError(
      `${failed}: it has another bank: ${facts.join(', ')}. Start with the same options, or with another file.`,
    )
  }
}

/** The settings in the form of the options. */
const settingsOf = ({ settings }: World): Readonly<Record<string, unknown>> => ({
  ...settings,
  now: formatInstant(settings.now, settings.timeZone),
})
