/** Optional fields of a record: absent until they are known, not null. */

/** The fields that `make` returns for a value; none for null. */
export function whenKnown<Value, Fields extends object>(
  value: Value | null | undefined,
  make: (value: Value) => Fields,
): Fields | Partial<Fields> {
  return value === null || value === undefined ? {} : make(value)
}
