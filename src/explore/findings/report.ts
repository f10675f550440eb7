/** The report of an exploration, as a text for people. */
import { count } from '../../core/kernel/count.ts'
import { visibleLines } from '../../core/kernel/visible.ts'
import { sureness } from '../changes/samples.ts'
import { setbackWords } from '../stage/desk.ts'
import type { Coverage, Exploration, Failure } from '../types.ts'
import { memoryText } from './memory.ts'

type Facts = Omit<Exploration, 'text' | 'timeline'>

/** Adds the text. `alone` makes the timeline of the one run that `only` names, when `timeline` is read. */
export function reported(facts: Facts, alone?: () => string): Exploration {
  return {
    ...facts,
    text: visibleLines(reportText(facts)),
    get timeline() {
      return alone?.()
    },
  }
}

function reportText(facts: Facts): string {
  const { runs, planned, failures, warnings, coverage, cutBy, sampled, untried, unmet, unjudged, reached } = facts
  const missing = warnings.length > 0 ? 'see the warnings' : 'the run without a change failed, so no change was tried'
  const end = cutBy !== undefined ? `cut short by ${cutBy}` : facts.complete ? 'complete' : `not complete: ${missing}`
  const unreached = unreachedIn(facts)
  return [
    ...(unreached.length > 0 ? [`no run reached: ${unreached.join(', ')}`] : []),
    `${runs} of ${planned} runs, ${end}`,
    ...warnings.map((warning) => `warning: ${warning}`),
    ...coverage.map(coverageText),
    ...(sampled > 0 ? [samplesText(sampled)] : []),
    ...(facts.quiet >= CONVERGED ? [`  converged: the last ${facts.quiet} runs showed nothing new`] : []),
    ...Object.entries(reached).flatMap(([name, times]) =>
      times > 0 ? `  reached ${name} in ${count(times, 'run')}` : [],
    ),
    ...(untried.length > 0 ? [`  not tried: ${untried.map((option) => parts[option as Part]).join('; ')}`] : []),
    ...(unmet.length > 0
      ? [`  no run had a payment that was ${unmet.map((end) => setbackWords[end]).join(' or ')}`]
      : []),
    ...(facts.payments === 0 && !failures.some(({ run }) => run === 'clean')
      ? ['  the run without a change made no wire, so the oracles had no payment to judge']
      : []),
    ...(facts.isTimeJudged ? [] : ['  time was not judged: no within() says by when something must hold']),
    ...(unjudged.length > 0 ? [unjudgedText(unjudged)] : []),
    count(failures.length, 'failure'),
    ...(facts.memory ? memoryText(facts.memory) : []),
    ...(failures.length > 1 ? failures.map(({ run, message }) => `  ${run}: ${message}`) : []),
    ...failures.map(failureText),
    ...facts.conduct.map(({ text }) => `against the specification, without any change: ${text}`),
  ].join('\n')
}

/** What the runs leave out without an option, and the option with which they try it. */
const parts = {
  faults: 'calls that fail, outages and crashes (faults: true)',
  orders: 'pushes in another order (orders: true)',
  overlaps: 'calls that others overtake (overlaps: true)',
  lostPushes: 'pushes that never come (lostPushes: true)',
  deskDecisions: 'payments that the bank holds, rejects or reverses (deskDecisions: true)',
  unsolicitedPayments: 'payments that come in while a list is read (unsolicitedPayments: true)',
  calendars: "holidays, clock changes and month ends (calendars: ['holidays', 'clock changes', 'month ends'])",
  assume: "other values of the assumptions (assume: 'each')",
  depth: 'pairs of changes (depth: 2)',
}
export type Part = keyof typeof parts

/** The names that no run reached, though `reaches` asks for them. */
export function unreachedIn({ reached }: Pick<Exploration, 'reached'>): string[] {
  return Object.entries(reached).flatMap(([name, times]) => (times === 0 ? name : []))
}

function unjudgedText({ length, 0: first }: readonly string[]): string {
  return `  ${count(length, 'run')} not judged, because the scenario itself fails under another assumption, date or decision of the bank, or in an outage of hours (its checks judge decisions with deskDecisions: true): ${first}`
}

/** After this many runs without anything new, more runs are unlikely to show anything new. */
const CONVERGED = 300

/** Nouns by the number of changes: singular and plural. */
const names: readonly (readonly [string, string])[] = [
  ['run', 'runs'],
  ['single change', 'single changes'],
  ['pair of changes', 'pairs of changes'],
  ['triple of changes', 'triples of changes'],
]

function coverageText({ depth, tried, equal, independent, left, combinations }: Coverage): string {
  const { known: all, tried: some } = combinations
  const facts = [
    count(tried, ...(names[depth] as [string, string])),
    ...(equal > 0 ? [`${equal} equal to others`] : []),
    ...(independent > 0 ? [`${independent} of independent changes`] : []),
    ...(left > 0 ? [`${left} left out`] : []),
    // Single changes form no combinations.
    ...(left > 0 && depth > 1 ? [`${percent(some / all)} of the ${all} combinations of changes and calls`] : []),
  ]
  return `  ${facts.join(', ')}`
}

function samplesText(samples: number): string {
  const sure = [2, 3, 4].map((depth) => `${percent(sureness(samples, depth))} for ${depth} pushes`)
  return `  ${samples} orders of pushes drawn at random: the chance to find a bug that depends on their order is ${sure.join(', ')}`
}

/** A percentage, rounded down: never 100 % if something is missing. */
function percent(part: number): string {
  return `${part === 1 ? 100 : (Math.floor(part * 1_000) / 10).toFixed(1)} %`
}

/** The most payments that a failure shows beside the partner's books. */
const MOST_BOOKS = 10

function failureText({ run, error, message, besides, replay, alsoIn, changes, parting, books }: Failure): string {
  const also =
    alsoIn.length === 0
      ? []
      : [`also in ${alsoIn.length === 1 ? alsoIn[0] : `${alsoIn.length} more runs, such as ${alsoIn[0]}`}`]
  const more = books.length > MOST_BOOKS ? [`… and ${books.length - MOST_BOOKS} more payments`] : []
  const others = [...strayCall(run, error), ...besides.map((each) => `besides: ${each}`)]
  const facts = [...others, ...changes, ...parting, ...books.slice(0, MOST_BOOKS), ...more, replay, ...also]
  return [`${run}: ${message}`, ...facts.map((fact) => `  ${fact}`)].join('\n')
}

/** What to do about a call that reached no bank. Without a change no fault breaks the network, so such a call went out of the run. */
function strayCall(run: string, error: Error): string[] {
  const { hostname } = (error.cause ?? error) as { readonly hostname?: unknown }
  if (run !== 'clean' || typeof hostname !== 'string') return []
  return [
    `a call went to ${hostname} and not to the bank of the run: make it with the fetch of the scene, or let MSW listen with bankHandlers of vostro/msw`,
  ]
}
