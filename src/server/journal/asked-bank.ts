/** Checks that the options with which a server is started fit the bank in the journal. */
import { Bank } from '../../bank/bank.ts'
import { internalsOf } from '../../bank/http/bank-internals.ts'
import { type BankOptions, createWorld, keepFrom } from '../../bank/shell/state/options.ts'
import { UsageError } from '../../core/errors.ts'
import { formatInstant } from '../../core/kernel/time/instant.ts'
import type { Settings } from '../../core/world.ts'
import { serviceNames } from '../addresses.ts'

/** Each given option must be as in the journal; only `keep` may differ. @throws {UsageError} if one is invalid, or differs */
export function askedBank(kept: Bank, options: BankOptions): Bank {
  const { settings } = kept.world
  const asked = createWorld(options).settings
  const facts = Object.keys(options).flatMap((name) => {
    const given = options[name as keyof BankOptions]
    // The addresses of a server may differ at each start.
    if (given === undefined || name === 'keep' || serviceNames.includes(name)) return []
    return differences(name, given, [settings, asked])
  })
  if (facts.length > 0) {
    throw new UsageError(
      `Failed to go on with a journal of another bank: ${facts.join(', ')}. Start with the same options, or with another file. (§3)`,
    )
  }
  if (options.keep === undefined) return kept
  return new Bank(internalsOf(kept).shell.state, keepFrom(options))
}

type Both = readonly [there: Settings, here: Settings]

/** How the settings differ in one option. For `partner` and `masterAccount`, only the given fields are compared. */
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
  return first === second ? [] : [`${name} is ${first} in the journal and ${second} in the options`]
}
