/** Caches of computed values. A full cache is emptied, which changes the speed of an answer, never the answer. */
const MANY = 10_000

/** Returns a function that computes each value once, and remembers it. It does not remember an undefined value. */
export function remembered<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    let value = known.get(key)
    if (value === undefined) {
      if (known.size >= MANY) known.clear()
      value = compute(key)
      known.set(key, value)
    }
    return value
  }
}
