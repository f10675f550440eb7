/** Returns the value of a computation, or undefined if it throws. */
export function attempt<Value>(compute: () => Value): Value | undefined {
  try {
    return compute()
  } catch {
    return undefined
  }
}
