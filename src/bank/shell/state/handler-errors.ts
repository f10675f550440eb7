/** Values that handlers threw. The records of pushes have only their texts; the values themselves are kept here. */
import type { PushState } from '../../../core/webhooks/state.ts'

/** The values that handlers threw, by record of the push. A fork shares the records; a bank read from JSON has new ones, without values. */
export const thrownByPush = new WeakMap<PushState, { readonly thrown: unknown }>()

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
