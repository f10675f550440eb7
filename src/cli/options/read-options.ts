/** Reads the options of a command: flags override the environment, and the environment overrides a file. Every problem is listed. */
import { readFileSync } from 'node:fs'
import { problemWith } from '../../contract/options.ts'
import { isRecord } from '../../core/kernel/json.ts'
import { didYouMean } from '../../core/kernel/nearest.ts'
import type { Problem } from '../../core/rejection.ts'
import type { Invocation, Terminal } from '../command.ts'
import { flagsIn } from './flags.ts'
import {
  type Given,
  type GivenValues,
  type OptionRow,
  type OptionsRead,
  type Spelling,
  spellingsOf,
} from './option-row.ts'
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

const PREFIX = 'VOSTRO_'

/** Variables that an orchestrator sets for a service called vostro. They are not options. */
const ofAService = /^VOSTRO_(SERVICE_(HOST|PORT)|PORT_\d+_\w|ENV_\w|NAME$)/
/** Variables that tests and clients of a server read. They may be set, but are not options of a command. */
const ofOthers = [
  'VOSTRO_URL',
  'VOSTRO_TRACE',
  'VOSTRO_TRACE_FOLDER',
  'VOSTRO_CONDUCT',
  'VOSTRO_SHARD',
  'VOSTRO_COVERAGE',
  'VOSTRO_REPORT',
  'VOSTRO_MUTANT',
  'VOSTRO_MUTANT_TESTS',
]
const addressOfAService = /^(tcp|udp|sctp):\/\//

/**
 * Reads variables that begin with `VOSTRO_`. An empty variable counts as not given.
 *
 * @param own - the options of the command
 * @param all - the options of every command: several commands may share one environment
 */
function variablesIn(
  environment: Readonly<Record<string, string | undefined>>,
  own: readonly Spelling[],
  all: readonly Spelling[],
): OptionsRead {
  const byVariable = new Map(own.map((each) => [each.variable, each]))
  const known = all.map(({ variable }) => variable)
  const set = Object.entries(environment).flatMap(([variable, value]) =>
    variable.startsWith(PREFIX) && value !== undefined && !isOfAService(variable, value) ? [{ variable, value }] : [],
  )
  return {
    given: set.flatMap(({ variable, value }) => {
      const spelling = byVariable.get(variable)
      return spelling && value !== ''
        ? [{ name: spelling.name, value: spelling.kind.read(value), place: variable }]
        : []
    }),
    problems: set
      .filter(({ variable }) => !known.includes(variable) && !ofOthers.includes(variable))
      .map(({ variable }) => ({ path: variable, message: `unknown option${didYouMean(variable, known)}` })),
  }
}

function isOfAService(variable: string, value: string): boolean {
  return ofAService.test(variable) || (variable === `${PREFIX}PORT` && addressOfAService.test(value))
}

/** Reads options from a JSON file, nested like the options of `createBank`: `{ "port": 4010, "masterAccount": { "balance": 500000 } }`. */
function optionsInFile(path: string, spellings: readonly Spelling[]): OptionsRead {
  const content = contentOf(path)
  if ('problem' in content) return { given: [], problems: [{ path, message: content.problem }] }
  const byName = new Map(spellings.map((each) => [each.name, each]))
  const known = [...byName.keys()]
  const given: Given[] = []
  const problems: Problem[] = []
  const visit = (value: unknown, parents: readonly string[]) => {
    const name = parents.join('.')
    const place = `${name} in ${path}`
    const spelling = byName.get(name)
    if (spelling) {
      // If the option is a list, a single text becomes a list of one.
      given.push({ name, value: spelling.kind.isList && typeof value === 'string' ? [value] : value, place })
      return
    }
    const isParent = parents.length === 0 || known.some((each) => each.startsWith(`${name}.`))
    if (isParent && isRecord(value)) for (const [key, each] of Object.entries(value)) visit(each, [...parents, key])
    else {
      const message = isParent ? 'must be a record of options' : `unknown option${didYouMean(name, known)}`
      problems.push({ path: place, message })
    }
  }
  visit(content.value, [])
  return { given, problems }
}

function contentOf(path: string): { value: unknown } | { problem: string } {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isRecord(value) ? { value } : { problem: 'must be an object of options, such as { "port": 4010 }' }
  } catch (error) {
    const isJson = error instanceof SyntaxError
    return { problem: `cannot be ${isJson ? 'read as JSON' : 'read'}: ${(error as Error).message}` }
  }
}
