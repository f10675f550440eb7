/** null in an optional field of a request means that the field is absent: many clients send null for an empty field. (§4) */
import { type AnySchema, definitionOf } from './walk-schema.ts'

/** A request as a client may write it: an optional field may be null. */
export type Given<Request> = Request extends object
  ? { [Field in keyof Request]: Given<Request[Field]> | (undefined extends Request[Field] ? null : never) }
  : Request

/** The input without its null fields that the schema has as optional, and not as nullable; the very same value where there is no such field. */
export function withoutNulls(schema: AnySchema, input: unknown): unknown {
  if (input === null && knowsNoNull(schema)) return undefined
  if (typeof input !== 'object' || input === null) return input
  const { type, shape, element, innerType, valueType } = definitionOf(schema)
  if (type === 'optional' && innerType) return withoutNulls(innerType, input)
  if (Array.isArray(input)) return element ? cleanedList(element, input) : input
  const schemaOf = (name: string) => (shape && Object.hasOwn(shape, name) ? shape[name] : valueType)
  return cleanedFields(schemaOf, input as Readonly<Record<string, unknown>>)
}

function cleanedList(element: AnySchema, input: readonly unknown[]): readonly unknown[] {
  const cleaned = input.map((item) => withoutNulls(element, item))
  return cleaned.every((item, index) => item === input[index]) ? input : cleaned
}

function cleanedFields(
  schemaOf: (name: string) => AnySchema | undefined,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  let kept: Record<string, unknown> | undefined
  for (const [name, value] of Object.entries(input)) {
    const field = schemaOf(name)
    if (field === undefined) continue
    const isAbsent = value === null && knowsNoNull(field)
    const cleaned = isAbsent ? undefined : withoutNulls(field, value)
    if (cleaned === value) continue
    kept ??= { ...input }
    if (isAbsent) delete kept[name]
    else kept[name] = cleaned
  }
  return kept ?? input
}

/** Whether a field may be left out, and may not be null. */
function knowsNoNull(field: AnySchema): boolean {
  const { type, innerType } = definitionOf(field)
  return type === 'optional' && innerType !== undefined && definitionOf(innerType).type !== 'nullable'
}
