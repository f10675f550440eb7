/** Fields that a record has only once they are known: absent from the record, not null in it. */

/** The fields that `make` makes of a value, or none where the value is null. */
export function whenKnown<Value, Fields extends object>(
  value: Value | null | undefined,
  make: (value: Value) => Fields,
): Fields | Partial<Fields> {
  return value === null || value === undefined ? {} : make(value)
}
