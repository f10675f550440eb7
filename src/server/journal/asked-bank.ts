/** Checks that the options with which a server is started fit the bank in the journal. */
import { Bank } from '../../bank/bank.ts'
import { internalsOf } from '../../bank/http/bank-internals.ts'
import { type BankOptions, createWorld, keepFrom } from '../../bank/shell/state/options.ts'
import { UsageError } from '../../core/errors.ts'
import { fieldsOf } from '../../core/kernel/json.ts'
import { formatInstant } from '../../core/kernel/time/instant.ts'
import type { Settings } from '../../core/world.ts'
import { serviceNames } from '../addresses.ts'

/** The bank in the journal, with the given `keep`. Addresses may differ. @throws {UsageError} if another option differs, or is invalid */
export function askedBank(kept: Bank, options: BankOptions): Bank {
  const [there, here] = [shown(kept.world.settings), shown(createWorld(options).settings)]
  const facts = Object.entries(options).flatMap(([name, given]) => {
    // The addresses of a server may differ at each start.
    if (given === undefined || name === 'keep' || serviceNames.includes(name)) return []
    if (name !== 'partner' && name !== 'masterAccount') return differenceOf(name, there[name], here[name])
    // Of `partner` and `masterAccount`, only the given fields are compared.
    const [first, second] = [fieldsOf(there[name]), fieldsOf(here[name])]
    return Object.keys(given).flatMap((field) => differenceOf(`${name}.${field}`, first[field], second[field]))
  })
  if (facts.length > 0) {
    throw new UsageError(
      `Failed to go on with a journal of another bank: ${facts.join(', ')}. Start with the same options, or with another file.`,
    )
  }
  if (options.keep === undefined) return kept
  return new Bank(internalsOf(kept).shell.state, keepFrom(options))
}

/** The settings in the form of the options. */
function shown(settings: Settings): Readonly<Record<string, unknown>> {
  return { ...settings, now: formatInstant(settings.now, settings.timeZone) }
}

function differenceOf(name: string, there: unknown, here: unknown): string[] {
  const [first, second] = [JSON.stringify(there), JSON.stringify(here)]
  return first === second ? [] : [`${name} is ${first} in the journal and ${second} in the options`]
}
