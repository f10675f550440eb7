/** Computations that may throw. */

/** Returns the value of a computation, or undefined if it throws. */
export function attempt<Value>(compute: () => Value): Value | undefined {
  try {
    return compute()
  } catch {
    return undefined
  }
}

/** Decodes a percent-encoded text, such as a segment of a path. A text whose encoding is not valid is returned unchanged. */
export const decoded = (text: string): string => attempt(() => decodeURIComponent(text)) ?? text

/** Whether a value is a promise, of another realm too: in jest, promises of Node are no instances of the `Promise` of a test. */
export const isPromise = (value: unknown): value is Promise<unknown> =>
  Object.prototype.toString.call(value) === '[object Promise]'
