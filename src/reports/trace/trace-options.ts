/** How a trace is made, checked before anything is. */
import { closest } from 'fastest-levenshtein'
import { UsageError } from '../../core/errors.ts'
import type { World } from '../../core/world.ts'
import type { Snapshot } from '../../shell/snapshot.ts'

/** A bank that is shown beside another. */
export interface TracedBank {
  readonly snapshot: () => Snapshot
  readonly world: World
}

/** How the trace of a bank is made. */
export interface TraceOptions {
  /** Stands on top of the page, such as the full name of the test; by default `A bank with seed 1`, say. */
  title?: string | undefined
  /** What went wrong, such as the message of the test that failed: stands on top of the page. */
  problem?: string | undefined
  /** Another bank, shown beside this one and aligned at the first difference: that of the run that went well, say. */
  beside?: TracedBank | undefined
  /** What the other bank is called; by default `beside`. */
  besideTitle?: string | undefined
  /** What was injected and stands in no request and no operation, such as the order of pushes: each a sentence. */
  marks?: readonly string[] | undefined
}

const isText = (value: unknown) => typeof value === 'string'

/** What each option must be. */
const options: {
  readonly [Name in keyof Required<TraceOptions>]: [accepts: (value: unknown) => boolean, must: string]
} = {
  title: [isText, 'must be a text'],
  problem: [isText, 'must be a text'],
  beside: [isBank, 'must be a bank'],
  besideTitle: [isText, 'must be a text'],
  marks: [(value) => Array.isArray(value) && value.every(isText), 'must be a list of texts'],
}

/** @throws {UsageError} where an option cannot be used, with every problem listed */
export function traceOptionsFrom(given: unknown): TraceOptions {
  const isRecord = typeof given === 'object' && given !== null
  const problems = isRecord
    ? Object.entries(given).flatMap(problemOf)
    : [{ path: 'options', message: 'must be a record' }]
  if (problems.length === 0) return given as TraceOptions
  const lines = problems.map(({ path, message }) => `\n  ${path}: ${message}`)
  throw new UsageError(
    `Failed to make the trace: ${problems.length} of its options cannot be used.${lines.join('')}\nWrite bank.trace({ title: 'pays once' }), say. (§3)`,
    problems,
  )
}

function problemOf([path, value]: [string, unknown]) {
  if (!Object.hasOwn(options, path)) {
    return [{ path, message: `is no option; the nearest is "${closest(path, Object.keys(options))}"` }]
  }
  const [accepts, must] = options[path as keyof TraceOptions]
  return value === undefined || accepts(value) ? [] : [{ path, message: must }]
}

function isBank(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof (value as TracedBank).snapshot === 'function'
}
