/** Whether an exploration passes, as a test or at the command line, and what it reports. */
import { type ReportedFinding, reportedFinding } from '../../bank/reports/report.ts'
import type { Exploration, Failure } from '../scenario.ts'
import { failsGate } from './memory.ts'
import { unreachedIn } from './report.ts'

const NOTHING =
  'There was nothing to explore: the scenario called nothing through the fetch, connect, store or bank of its scene, so that nothing could go wrong. Let the code under test use those of the scene.'

/** The first failure that keeps the exploration from passing. */
export const failedGate = (exploration: Exploration): Failure | undefined =>
  exploration.failures.find((failure) => failsGate(failure, exploration))

/**
 * Why an exploration does not pass, a sentence each; none where it does. There may be more pairs of changes than there is time
 * for: those that were left out are reported, and are no failure.
 */
export function reasonsAgainst(exploration: Exploration): string[] {
  const { runs, failures, warnings, coverage, cutBy } = exploration
  const failed = failures.filter((failure) => failsGate(failure, exploration))
  // The first two runs have no change. At each call and push there would be one: where none is known, there was no call and no push.
  const isEmpty = failures.length === 0 && runs <= 2 && coverage.every(({ known }) => known === 0)
  const isCut =
    cutBy === 'signal' || (cutBy !== undefined && coverage.some(({ depth, left }) => depth <= 1 && left > 0))
  return [
    ...failed.map(({ run, message }) => `${run}: ${message}`),
    ...(isEmpty ? [NOTHING] : []),
    ...(isCut ? [`It was cut short by ${cutBy} before each single change was tried.`] : []),
    ...warnings,
    ...unreachedIn(exploration).map((name) => `No run reached ${name}.`),
  ]
}

/** The message of a test whose exploration does not pass; undefined where it does. */
export function complaintOf(exploration: Exploration): string | undefined {
  const { text } = exploration
  const first = failedGate(exploration)
  if (first) return `${text}\n\nThe story of ${first.run}:\n${first.timeline}`
  const reasons = reasonsAgainst(exploration)
  if (reasons.length === 0) return undefined
  return reasons.includes(NOTHING) ? `${NOTHING}\n\n${text}` : text
}

/** What an exploration found, for machines: its failures, and what the run without a change did against the specification. */
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
