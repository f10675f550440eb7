/** The report: what exploring came to, for people. */
import type { Coverage, Exploration, Failure } from '../scenario.ts'

export function textOf({ runs, planned, failures, warnings, coverage, cutBy }: Omit<Exploration, 'text'>): string {
  const end =
    cutBy !== undefined ? `cut short by ${cutBy}` : warnings.length > 0 ? 'not complete: see the warnings' : 'complete'
  return [
    `${runs} of ${planned} runs, ${end}`,
    ...coverage.map(coverageText),
    `${failures.length} ${failures.length === 1 ? 'failure' : 'failures'}`,
    ...failures.map(failureText),
    ...warnings.map((warning) => `warning: ${warning}`),
  ].join('\n')
}

const names = ['', 'single changes', 'pairs of changes', 'triples of changes']

function coverageText({ depth, known, tried, equal, left }: Coverage): string {
  const rest = [equal > 0 ? `${equal} equal to others` : '', left > 0 ? `${left} left out` : ''].filter(
    (text) => text !== '',
  )
  return `  ${tried} of ${known} ${names[depth]}${rest.length > 0 ? `, ${rest.join(', ')}` : ''}`
}

function failureText({ run, error, replay, alsoIn }: Failure): string {
  const also =
    alsoIn.length === 0
      ? ''
      : `\n  also in ${alsoIn.length === 1 ? alsoIn[0] : `${alsoIn.length} more runs, such as ${alsoIn[0]}`}`
  return `${run}: ${error.message}\n  ${replay}${also}`
}
