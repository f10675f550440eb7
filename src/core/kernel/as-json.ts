/**
 * The JSON form of a value, without undefined and negative zero. Every input is put into this form before it enters the world, so that a
 * world that goes to JSON comes back equal.
 */

/** The value without its undefined fields, and with 0 for -0; the very same where it has neither. */
export function asJson<Value>(value: Value): Value {
  return plainOf(value) as Value
}

function plainOf(value: unknown): unknown {
  // 0 equals -0.
  if (value === 0) return 0
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return plainList(value)
  let changed: Record<string, unknown> | undefined
  for (const name in value) {
    const field = (value as Record<string, unknown>)[name]
    const plain = plainOf(field)
    if (field !== undefined && Object.is(plain, field)) continue
    changed ??= { ...(value as Record<string, unknown>) }
    if (plain === undefined) delete changed[name]
    else changed[name] = plain
  }
  return changed ?? value
}

/** A list keeps its places: undefined becomes null, as in JSON. */
function plainList(list: readonly unknown[]): readonly unknown[] {
  const plain = list.map((item) => (item === undefined ? null : plainOf(item)))
  return plain.every((item, index) => Object.is(item, list[index])) ? list : plain
}
