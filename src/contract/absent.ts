/** Reads null in an optional field of a request as an absent field, because many clients send null for an empty field. (§4) */
import { type AnySchema, definitionOf } from './walk-schema.ts'

/** A request as a client may write it: an optional field may be null. */
export type Given<Request> = Request extends object
  ? { [Field in keyof Request]: Given<Request[Field]> | (undefined extends Request[Field] ? null : never) }
  : Request

/** Returns the input without optional fields that are null, or the input itself if it has none. Nullable fields keep null. */
export function withoutNulls(schema: AnySchema, input: unknown): unknown {
  const { type, shape, element, innerType, valueType } = definitionOf(schema)
  if (type === 'optional' && innerType) {
    const isAbsent = input === null && definitionOf(innerType).type !== 'nullable'
    return isAbsent ? undefined : withoutNulls(innerType, input)
  }
  if (typeof input !== 'object' || input === null) return input
  const isList = Array.isArray(input)
  const schemaOf = (name: string) => (isList ? element : shape && Object.hasOwn(shape, name) ? shape[name] : valueType)
  const given = Object.entries(input)
  const cleaned = given.map(([name, value]) => {
    const field = schemaOf(name)
    return [name, field ? withoutNulls(field, value) : value] as const
  })
  if (cleaned.every(([, value], index) => value === given[index]?.[1])) return input
  if (isList) return cleaned.map(([, value]) => value)
  return Object.fromEntries(
    cleaned.filter(([, value], index) => value !== undefined || given[index]?.[1] === undefined),
  )
}
