/** Compares the bank that a process is asked for with the bank of its journal: they must be the same. */
import { Bank } from '../../bank/bank.ts'
import { internalsOf } from '../../bank/http/bank-internals.ts'
import { type BankOptions, createWorld, keepFrom } from '../../bank/shell/state/options.ts'
import { UsageError } from '../../core/errors.ts'
import { formatInstant } from '../../core/kernel/time/instant.ts'
import type { Settings } from '../../core/world.ts'
import { serviceNames } from '../addresses.ts'

/**
 * The bank of a journal, as it is asked for now: an option that is left out is as in the journal, and `keep` may be another.
 *
 * @throws {UsageError} where an option cannot be used, or contradicts the journal
 */
export function askedBank(kept: Bank, options: BankOptions): Bank {
  const { settings } = kept.world
  const asked = createWorld(options).settings
  const facts = Object.keys(options).flatMap((name) => {
    const given = options[name as keyof BankOptions]
    // The addresses of a server may be others at each start.
    if (given === undefined || name === 'keep' || serviceNames.includes(name)) return []
    return differences(name, given, [settings, asked])
  })
  if (facts.length > 0) {
    throw new UsageError(
      `Failed to go on with a journal: it is of another bank, ${facts.join(', ')}. Start with the same options, or with another file. (§3)`,
    )
  }
  if (options.keep === undefined) return kept
  return new Bank(internalsOf(kept).shell.state, keepFrom(options))
}

type Both = readonly [there: Settings, here: Settings]

/** How two settings differ in one option. An option that is a record, such as `partner`, is compared field by field, in the fields given. */
function differences(name: string, given: unknown, both: Both): string[] {
  const [there, here] = both.map((settings) => shownIn(settings, name as keyof Settings)) as [unknown, unknown]
  if (name !== 'partner' && name !== 'masterAccount') return differenceOf(name, there, here)
  return Object.keys(given as object).flatMap((field) =>
    differenceOf(
      `${name}.${field}`,
      (there as Record<string, unknown>)[field],
      (here as Record<string, unknown>)[field],
    ),
  )
}

/** A setting in the form of its option. */
const shownIn = (settings: Settings, name: keyof Settings): unknown =>
  name === 'now' ? formatInstant(settings.now, settings.timeZone) : settings[name]

function differenceOf(name: string, there: unknown, here: unknown): string[] {
  const [first, second] = [JSON.stringify(there), JSON.stringify(here)]
  return first === second ? [] : [`${name} is ${first} there and ${second} here`]
}
