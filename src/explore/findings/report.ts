/** The report: what exploring came to, for people. */

import type { Bank } from '../../bank/bank.ts'
import { sureness } from '../changes/samples.ts'
import type { Coverage, Exploration, Failure } from '../scenario.ts'

/** An exploration with its text; `alone` is the bank of the one run that was asked for, and the timeline is made when it is read. */
export function reported(facts: Omit<Exploration, 'text' | 'timeline'>, alone?: Bank): Exploration {
  return {
    ...facts,
    text: reportText(facts),
    get timeline() {
      return alone?.timeline()
    },
  }
}

function reportText(facts: Omit<Exploration, 'text' | 'timeline'>): string {
  const { runs, planned, failures, warnings, coverage, cutBy, sampled } = facts
  const end =
    cutBy !== undefined ? `cut short by ${cutBy}` : warnings.length > 0 ? 'not complete: see the warnings' : 'complete'
  return [
    `${runs} of ${planned} runs, ${end}`,
    ...coverage.map(coverageText),
    ...(sampled > 0 ? [samplesText(sampled)] : []),
    `${failures.length} ${failures.length === 1 ? 'failure' : 'failures'}`,
    ...failures.map(failureText),
    ...warnings.map((warning) => `warning: ${warning}`),
  ].join('\n')
}

const names = ['', 'single changes', 'pairs of changes', 'triples of changes']

function coverageText({ depth, known, tried, equal, left, combinations }: Coverage): string {
  const { known: all, tried: some } = combinations
  const rest = [
    ...(equal > 0 ? [`${equal} equal to others`] : []),
    ...(left > 0 ? [`${left} left out`] : []),
    // Of single changes each call is tried, and there is nothing to combine.
    ...(left > 0 && depth > 1 ? [`${percent(some / all)} of the ${all} combinations of changes and calls`] : []),
  ]
  return `  ${[`${tried} of ${known} ${names[depth]}`, ...rest].join(', ')}`
}

function samplesText(samples: number): string {
  const sure = [2, 3, 4].map((depth) => `${depth} pushes ${percent(sureness(samples, depth))}`)
  return `  ${samples} orders of pushes drawn at random: what depends on the order of ${sure.join(', of ')} sure to be seen`
}

/** Never 100 % where something is missing. */
function percent(part: number): string {
  return `${part === 1 ? 100 : (Math.floor(part * 1_000) / 10).toFixed(1)} %`
}

/** The most payments that are shown with the books. */
const MOST_BOOKS = 10

function failureText({ run, message, replay, alsoIn, changes, parting, books }: Failure): string {
  const also =
    alsoIn.length === 0
      ? []
      : [`also in ${alsoIn.length === 1 ? alsoIn[0] : `${alsoIn.length} more runs, such as ${alsoIn[0]}`}`]
  const more = books.length > MOST_BOOKS ? [`… and ${books.length - MOST_BOOKS} more payments`] : []
  const facts = [...changes, ...parting, ...books.slice(0, MOST_BOOKS), ...more, replay, ...also]
  return [`${run}: ${message}`, ...facts.map((fact) => `  ${fact}`)].join('\n')
}
