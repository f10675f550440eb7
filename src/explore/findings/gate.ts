/** The gate: decides whether an exploration passes, as a test or at the command line, and lists its findings. */
import { type ReportedFinding, reportedFinding } from '../../bank/reports/report.ts'
import type { Exploration, Failure } from '../types.ts'
import { failsGate } from './memory.ts'
import { unreachedIn } from './report.ts'
import { timelineText } from './run-timeline.ts'

const NOTHING =
  'There was nothing to explore: the scenario called nothing through the fetch, connect, store or bank of its scene, so nothing could go wrong. Let the code under test call these.'

export const failedGate = (exploration: Exploration): Failure | undefined =>
  exploration.failures.find((failure) => failsGate(failure, exploration))

/** Why an exploration does not pass, a sentence each. A limit that left out pairs of changes is no reason. */
export function reasonsAgainst(exploration: Exploration): string[] {
  const { runs, failures, warnings, coverage, cutBy } = exploration
  const failed = failures.filter((failure) => failsGate(failure, exploration))
  // The first two runs are clean. If no change is known after these, the scenario had no call and no push: each allows some change.
  const isEmpty = failures.length === 0 && runs <= 2 && coverage.every(({ known }) => known === 0)
  const isCut =
    cutBy === 'signal' || (cutBy !== undefined && coverage.some(({ depth, left }) => depth <= 1 && left > 0))
  return [
    ...failed.map(({ run, message }) => `${run}: ${message}`),
    ...(isEmpty ? [NOTHING] : []),
    ...(isCut ? [`The exploration was cut short by ${cutBy} before every planned run was made.`] : []),
    ...warnings,
    ...unreachedIn(exploration).map((name) => `No run reached ${name}.`),
  ]
}

/** The message of a failing test; undefined if the exploration passes. */
export function complaintOf(exploration: Exploration): string | undefined {
  const { text } = exploration
  const first = failedGate(exploration)
  if (first) return `${text}\n\n${timelineText(first)}`
  const reasons = reasonsAgainst(exploration)
  if (reasons.length === 0) return undefined
  return reasons.includes(NOTHING) ? `${NOTHING}\n\n${text}` : text
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
