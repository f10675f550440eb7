/** The gate: decides whether an exploration passes, as a test or at the command line, and lists its findings. */
import { type ReportedFinding, reportedFinding } from '../../bank/reports/report.ts'
import { count } from '../../core/kernel/count.ts'
import type { Exploration, Failure } from '../types.ts'
import { failsGate } from './memory.ts'
import { unreachedIn } from './report.ts'

const NOTHING =
  'There was nothing to explore: the scenario called nothing through the fetch, connect, store or bank of its scene, so nothing could go wrong. Let the code under test call these.'

export const failedGate = (exploration: Exploration): Failure | undefined =>
  exploration.failures.find((failure) => failsGate(failure, exploration))

/** Why an exploration does not pass, a sentence each. A limit that left out pairs of changes is no reason. */
export function reasonsAgainst(exploration: Exploration): string[] {
  const { failures, warnings } = exploration
  const failed = failures.filter((failure) => failsGate(failure, exploration))
  return [
    ...failed.map(({ run, message }) => `${run}: ${message}`),
    ...shortfallOf(exploration),
    ...warnings,
    ...unreachedIn(exploration).map((name) => `No run reached ${name}.`),
  ]
}

/** Why too few runs were made, if so. The text of the exploration does not say this. */
function shortfallOf({ runs, failures, coverage, cutBy }: Exploration): string[] {
  // The first two runs are clean. If no change is known after these, the scenario had no call and no push: each allows some change.
  if (failures.length === 0 && runs <= 2 && coverage.every(({ known }) => known === 0)) return [NOTHING]
  if (cutBy === 'signal') return ['A signal ended the exploration before every planned run was made.']
  const [single, pair] = coverage
  if (cutBy === undefined || !single?.left) return []
  const alone = pair ? ', or leave out the pairs of changes, which take turns with these runs (depth: 1)' : ''
  return [
    `The limit ${cutBy} left out ${count(single.left, 'run')} with one change, but each of these must be made. Raise ${cutBy}${alone}.`,
  ]
}

/** The message of a failing test; undefined if the exploration passes. */
export function complaintOf(exploration: Exploration): string | undefined {
  const { text } = exploration
  const first = failedGate(exploration)
  if (first) return `${text}\n\nThe timeline of ${first.run}:\n${first.timeline}`
  if (reasonsAgainst(exploration).length === 0) return undefined
  return [...shortfallOf(exploration), text].join('\n\n')
}

/** For machines: the failures, and the rules of the specification that the clean run broke. */
export function findingsOf({ failures, conduct }: Exploration): ReportedFinding[] {
  const failed = failures.map(
    ({ code, section, run, changes, message, advice, replay }): ReportedFinding => ({
      code,
      section: section ?? null,
      place: [run, ...changes],
      fact: message,
      advice,
      repeat: replay,
    }),
  )
  return [...failed, ...conduct.map((finding) => reportedFinding(finding, null))]
}
