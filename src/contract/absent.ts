/** null in an optional field of a request: many clients send it where they have nothing to say, so it means absent. (§4) */
import { type AnySchema, definitionOf } from './walk-schema.ts'

/** A request as a client may write it: null in an optional field is as good as leaving it out. */
export type Given<Request> = Request extends object
  ? { [Field in keyof Request]: Given<Request[Field]> | (undefined extends Request[Field] ? null : never) }
  : Request

/** The input without the fields that are null where the schema has them optional and knows no null; the very same where there is none. */
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
