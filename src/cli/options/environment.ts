/** Reads options from the environment: `VOSTRO_PORT=4010`. */
import { didYouMean } from '../../core/kernel/nearest.ts'
import type { OptionsRead, Spelling } from './option-row.ts'

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
export function variablesIn(
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
