/** Reads the options of a command: flags override the environment. Every problem is listed. */
import { problemWith } from '../../contract/options.ts'
import { didYouMean } from '../../core/kernel/nearest.ts'
import type { Problem } from '../../core/rejection.ts'
import type { Invocation, Terminal } from '../command.ts'
import { flagsIn } from './flags.ts'
import { type GivenValues, type OptionRow, type OptionsRead, type Spelling, spellingsOf } from './option-row.ts'

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
  const last = new Map([...variables.given, ...flags.given].map((each) => [each.name, each]))
  const wrong = [...last.values()].flatMap(({ name, value, place }) => {
    const rule = own.find((spelling) => spelling.name === name)?.kind.rule
    const message = rule && problemWith(rule, value)
    return message === undefined ? [] : [{ path: place, message }]
  })
  return {
    words: flags.words,
    values: new Map([...last.values()].map(({ name, value }) => [name, value])),
    places: new Map([...last.values()].map(({ name, place }) => [name, place])),
    problems: [...flags.problems, ...variables.problems, ...wrong],
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
