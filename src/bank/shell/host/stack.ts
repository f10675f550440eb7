/** Stacks: where code of a partner called, or threw. Each platform writes a stack in its own form, and a browser may have none. */

import { attempt } from '../../../core/kernel/attempt.ts'
import { combine } from '../../../core/kernel/identity.ts'

export type Entry = (...given: never[]) => unknown
type Prepare = NonNullable<typeof Error.prepareStackTrace>

/** More frames than any call has, including the frames of its client library. */
const MOST_FRAMES = 24

/** The stack below a function, as `prepare` formats it; by default as the platform does. */
export function stackBelow(entry: Entry, prepare = Error.prepareStackTrace as Prepare | undefined): unknown {
  const { prepareStackTrace, stackTraceLimit } = Error
  const holder: { stack?: unknown } = {}
  try {
    Error.prepareStackTrace = prepare as Prepare
    Error.stackTraceLimit = MOST_FRAMES
    Error.captureStackTrace?.(holder, entry)
    return holder.stack
  } finally {
    Error.stackTraceLimit = stackTraceLimit
    Error.prepareStackTrace = prepareStackTrace as Prepare
  }
}

/** Formatted stacks, keyed by a hash of the raw frames: to translate frames with a source map takes as long as a small run. */
const known = new Map<number, string>()

/** The stack below a function as the platform formats it. Empty if the platform gives none. */
export function stackOf(entry: Entry): string {
  const frames = stackBelow(entry, (_, sites) => sites.reduce(withFrame, 1))
  const before = typeof frames === 'number' ? known.get(frames) : undefined
  if (before !== undefined) return before
  const stack = String(stackBelow(entry) ?? '')
  if (typeof frames === 'number') known.set(frames, stack)
  return stack
}

const withFrame = (sum: number, site: NodeJS.CallSite) =>
  combine(combine(sum, fileNumber(site.getFileName())), positionOf(site))

/** Bun and Deno know no `getPosition`, which is the quickest in Node. */
const positionOf = (site: Partial<NodeJS.CallSite>): number =>
  site.getPosition?.() ?? combine(site.getLineNumber?.() ?? 0, site.getColumnNumber?.() ?? 0)

const files = new Map<string | null, number>()

function fileNumber(name: string | null): number {
  const number = files.get(name) ?? files.size
  files.set(name, number)
  return number
}

/** The first line of a file in a stack, by the name of the file: `pay.test.ts:34`. */
export function lineIn(stack: unknown, file: string): string | undefined {
  const name = file.split(/[/\\]/).at(-1) as string
  const frame = String(stack ?? '')
    .split('\n')
    .find((line) => line.includes(`/${name}`) || line.includes(`\\${name}`))
  const [, line] = /:(\d+):\d+\D*$/.exec(frame ?? '') ?? []
  return line === undefined ? undefined : `${name}:${line}`
}

/** The place that a line of a stack names: `/app/refunds.ts:34:7`. */
export const placeIn = (line: string): string | undefined =>
  line.split(/[\s()@]/).find((word) => /:\d+:\d+$/.test(word))

/** Where an error was thrown, for a message: the first line of its stack that lies neither in Node nor in a package. */
export function placeOf(thrown: unknown): string | undefined {
  try {
    const lines = (thrown as { stack: string }).stack.split('\n').filter((line) => /^\s*at |@/.test(line))
    const own = lines.find((line) => !/\bnode:|node_modules|<anonymous>|\(native/.test(line))
    return own === undefined ? undefined : placeIn(own)
  } catch {
    // The value is no error, or shows no stack.
    return undefined
  }
}

/** Takes the lines of the built package out of the stack of an error that a runner prints. Returns the error. */
export function withoutOwnLines(error: Error): Error {
  const lines = error.stack?.split('\n').filter((line) => !/[\\/]vostro[\\/]dist[\\/]/.test(line))
  attempt(() => Object.assign(error, { stack: lines?.join('\n') }))
  return error
}
