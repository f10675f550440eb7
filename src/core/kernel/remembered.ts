/**
 * The caches of the core. A cache equals what it caches: it changes the speed of an answer, never the answer. No module of the core keeps
 * anything else from one call to the next.
 */

/** A cache with this many values is full, and is emptied. */
const MANY = 10_000

/** Returns a function that computes each value once, and remembers it as long as its key lives. It does not remember an undefined value. */
export function remembered<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const ofValues = new Map<unknown, Value>()
  const ofObjects = new WeakMap<object, Value>()
  return (key) => {
    const isObject = typeof key === 'object' && key !== null
    let value = isObject ? ofObjects.get(key) : ofValues.get(key)
    if (value !== undefined) return value
    value = compute(key)
    if (isObject) ofObjects.set(key, value)
    else {
      if (ofValues.size >= MANY) ofValues.clear()
      ofValues.set(key, value)
    }
    return value
  }
}
