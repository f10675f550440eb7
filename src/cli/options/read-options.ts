/** The options of a command: those of flags, else of the environment, else of a file; checked, with every problem listed. */
import { problemWith } from '../../contract/options.ts'
import type { Problem } from '../../core/rejection.ts'
import { optionsInFile } from './config-file.ts'
import { variablesIn } from './environment.ts'
import { flagsIn } from './flags.ts'
import { type Given, type GivenValues, type OptionRow, spellingsOf } from './option-row.ts'
import { text } from './value-kind.ts'

/** The file that options may stand in, for each command that has this row. */
export const config: OptionRow = {
  name: 'config',
  about: 'A file of JSON with options, nested as `createBank` takes them.',
  kind: text('FILE'),
  isNotInFile: true,
}

/** What was asked of a command. */
export interface Asked extends GivenValues {
  /** What is no flag, in order. */
  readonly words: readonly string[]
  readonly problems: readonly Problem[]
}

/** What options are read from. */
export interface Sources {
  /** The command line after the command. */
  readonly words: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The options of the command. */
  readonly rows: readonly OptionRow[]
  /** Those of every command: an environment and a file may serve several. */
  readonly allRows: readonly OptionRow[]
}

/** Reads the options of a command, and what is wrong with them. */
export function readOptions({ words, environment, rows, allRows }: Sources): Asked {
  const own = spellingsOf(rows)
  const all = spellingsOf(allRows)
  const flags = flagsIn(words, own)
  const variables = variablesIn(environment, own, all)
  const path = [...variables.given, ...flags.given].findLast(({ name }) => name === config.name)?.value
  const file = typeof path === 'string' ? optionsInFile(path, own) : { given: [], problems: [] }
  // The later stand over the earlier.
  const last = new Map<string, Given>()
  for (const each of [...file.given, ...variables.given, ...flags.given]) last.set(each.name, each)
  const wrong = [...last.values()].flatMap(({ name, value, place }) => {
    const rule = own.find((spelling) => spelling.name === name)?.kind.rule
    const message = rule && problemWith(rule, value)
    return message === undefined ? [] : [{ path: place, message }]
  })
  return {
    words: flags.words,
    values: new Map([...last.values()].map(({ name, value }) => [name, value])),
    places: new Map([...last.values()].map(({ name, place }) => [name, place])),
    problems: [...flags.problems, ...variables.problems, ...file.problems, ...wrong],
  }
}

/** Every option below a name, as a record: `partner.clientId` and `partner.name` of `partner`. */
export function recordBelow(values: GivenValues['values'], parent: string): Record<string, unknown> | undefined {
  const entries = [...values].flatMap(([name, value]) =>
    name.startsWith(`${parent}.`) ? [[name.slice(parent.length + 1), value] as const] : [],
  )
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}
