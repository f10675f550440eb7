/** How a timeline is told, checked before anything is. */
import { closest } from 'fastest-levenshtein'
import { UsageError } from '../core/errors.ts'

/** How the timeline is told. */
export interface TimelineOptions {
  /** `text` for people, the default; or `mermaid`: a sequence diagram, as Markdown renders it. */
  as?: 'text' | 'mermaid' | undefined
  /** Only the last so many facts since the opening of the bank; by default all, and the opening. */
  last?: number | undefined
}

/** What each option must be. */
const options: {
  readonly [Name in keyof Required<TimelineOptions>]: [accepts: (value: unknown) => boolean, must: string]
} = {
  as: [(value) => value === 'text' || value === 'mermaid', 'must be "text" or "mermaid"'],
  last: [(value) => Number.isSafeInteger(value) && (value as number) >= 0, 'must be a whole number, at least 0'],
}

/** @throws {UsageError} where an option cannot be used, with every problem listed */
export function timelineOptionsFrom(given: unknown): TimelineOptions {
  const isRecord = typeof given === 'object' && given !== null
  const problems = isRecord
    ? Object.entries(given).flatMap(problemOf)
    : [{ path: 'options', message: 'must be a record' }]
  if (problems.length === 0) return given as TimelineOptions
  const lines = problems.map(({ path, message }) => `\n  ${path}: ${message}`)
  throw new UsageError(
    `Failed to tell the timeline: ${problems.length} of its options cannot be used.${lines.join('')}\nWrite bank.timeline({ last: 10 }), say. (§3)`,
    problems,
  )
}

function problemOf([path, value]: [string, unknown]) {
  if (!Object.hasOwn(options, path)) {
    return [{ path, message: `is no option; the nearest is "${closest(path, Object.keys(options))}"` }]
  }
  const [accepts, must] = options[path as keyof TimelineOptions]
  return value === undefined || accepts(value) ? [] : [{ path, message: must }]
}
