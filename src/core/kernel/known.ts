/** Optional fields of a record: absent until they are known, not null. */

/** The fields that `make` returns for a value; none for null. */
export function whenKnown<Value, Fields extends object>(
  value: Value | null | undefined,
  make: (value: Value) => Fields,
): Fields | Partial<Fields> {
  return value === null || value === undefined ? {} : make(value)
}

/** The fields of a record that are not undefined. */
export function definedFields<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>
}

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }
