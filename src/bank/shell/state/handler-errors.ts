/** Thrown values: as a text, whatever they are; and the error itself with its stack, kept beside the records, which are data. */
import type { PushState } from '../../../core/webhooks/state.ts'

/** The text of a thrown value, even of one that throws as soon as it is read. */
export function textOfThrown(thrown: unknown): string {
  try {
    return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)
  } catch {
    // Without a prototype, or a proxy, or with a toString that throws.
    return `a value of type ${typeof thrown} that cannot be shown`
  }
}

/** What receivers threw, by the record of the push. It lasts as long as the record, and goes along to forks, but not into JSON. */
export const thrownByPush = new WeakMap<PushState, { readonly thrown: unknown }>()

/** Where an error was thrown, for a message: the first line of its stack that is neither Node's nor a package's. */
export function placeOf(thrown: unknown): string | undefined {
  try {
    const lines = (thrown as { stack: string }).stack.split('\n').filter((line) => /^\s*at |@/.test(line))
    const own = lines.find((line) => !/\bnode:|node_modules|<anonymous>|\(native/.test(line))
    return own?.match(/[^\s()@]+:\d+:\d+/)?.[0]
  } catch {
    // No error, or one that shows no stack.
    return undefined
  }
}
