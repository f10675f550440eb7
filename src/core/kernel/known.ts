/** Records with optional fields, and types for the inputs of a caller. A field without a value is absent, not null. */

/** Returns the fields that `make` makes from a value, or no fields if the value is null or undefined. */
export function whenKnown<Value, Fields extends object>(
  value: Value | null | undefined,
  make: (value: Value) => Fields,
): Fields | Partial<Fields> {
  return value === null || value === undefined ? {} : make(value)
}

export function definedFields<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>
}

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** Any text; an editor suggests the known names. */
export type Open<Known extends string> = Known | (string & {})

/** Changes of a record; a missing field stays as it is. */
export type Changes<Request> = { [Field in keyof Request]?: Request[Field] | undefined }
