/** Reads the options of a command: flags override the environment, and the environment overrides a file. Every problem is listed. */
import { problemWith } from '../../contract/options.ts'
import type { Problem } from '../../core/rejection.ts'
import type { Invocation, Terminal } from '../command.ts'
import { optionsInFile } from './config-file.ts'
import { variablesIn } from './environment.ts'
import { flagsIn } from './flags.ts'
import { type Given, type GivenValues, type OptionRow, spellingsOf } from './option-row.ts'
import { text } from './value-kind.ts'

/** The option that names a file of options. A command that reads such a file has this row. */
export const config: OptionRow = {
  name: 'config',
  about: 'A JSON file with options, nested like the options of `createBank`.',
  kind: text('FILE'),
}

interface Sources extends Pick<Terminal, 'environment'> {
  /** The command line after the command. */
  readonly words: readonly string[]
  readonly rows: readonly OptionRow[]
  /** The options of every command: several commands may share one environment. */
  readonly allRows: readonly OptionRow[]
}

export function readOptions({
  words,
  environment,
  rows,
  allRows,
}: Sources): Invocation & { readonly problems: readonly Problem[] } {
  const own = spellingsOf(rows)
  const all = spellingsOf(allRows)
  const flags = flagsIn(words, own)
  const variables = variablesIn(environment, own, all)
  const path = [...variables.given, ...flags.given].findLast(({ name }) => name === config.name)?.value
  const inFile = own.filter(({ name }) => name !== config.name)
  const file = typeof path === 'string' ? optionsInFile(path, inFile) : { given: [], problems: [] }
  // A later source overrides an earlier one.
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

/** The options below a name as a record: `partner.clientId` and `partner.name` become `{ clientId, name }`. */
export function recordBelow(values: GivenValues['values'], parent: string): Record<string, unknown> | undefined {
  const entries = [...values].flatMap(([name, value]) =>
    name.startsWith(`${parent}.`) ? [[name.slice(parent.length + 1), value] as const] : [],
  )
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}
