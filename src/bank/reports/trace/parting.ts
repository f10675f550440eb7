/** Where two banks part: the first step at which another thing was asked for, or another thing happened. */
import type { BankTrace, Step } from './trace-data.ts'

/** The number of the first step that is not the same; null where all are. */
export function partingOf(one: BankTrace, other: BankTrace): number | null {
  const length = Math.max(one.steps.length, other.steps.length)
  for (let index = 0; index < length; index++) {
    if (printOf(one.steps[index]) !== printOf(other.steps[index])) return index
  }
  return null
}

/** What a step is, without ids: those of what was made differ as soon as the banks do. */
function printOf(step: Step | undefined): string | undefined {
  if (!step) return undefined
  const { at, operation, outcome, facts, mark } = step
  const texts = facts.map(({ text }) => text.replace(/\b[\da-f]{8}(?:-[\da-f-]{27})?\b/g, 'id'))
  return [at, operation, outcome, mark, ...texts].join('\n')
}
