/** The schemas of the document: of requests, answers and pushes; each field of an answer says where it comes from. (§7) */
import { answerSchemas, type Draft, jsonSchemasOf, originOf, requestSchemas } from '../contract/json-schema.ts'
import type { AssumptionValues, Source } from '../core/assumptions/catalogue.ts'
import { requestsFor } from './requests.ts'

/** Every named schema for a bank with these assumptions. */
export function schemasFor(values: AssumptionValues): Record<string, Draft> {
  const requests = requestsFor(jsonSchemasOf(requestSchemas(), { values, of: 'request' }), values)
  const { named, sources } = answerSchemas()
  const answers = jsonSchemasOf(named, { values, of: 'answer' })
  for (const [name, fields] of sources) {
    for (const [path, source] of Object.entries(fields)) annotate(answers, name, path.split('.'), source)
  }
  describeStatuses(answers)
  return { ...requests, ...answers }
}

/** Describes where each value of a wire's `status` comes from: the field is specified, but not all its values are. */
function describeStatuses(schemas: Record<string, Draft>): void {
  const status = fieldsOf(schemas, schemas['WirePayment'] as Draft)?.['status'] as Draft
  const description =
    'Created, Hold, Pending and Completed are specified (§2.4). The others are published: Rejected (wires.rejected), Canceled (wires.canceling), Batched (wires.batchedSeconds), Processing (wires.acknowledgementSeconds).'
  Object.assign(status, { description })
}

/** Adds the source of one field. */
function annotate(schemas: Record<string, Draft>, name: string, path: readonly string[], source: Source): void {
  let fields: Record<string, Draft> = {}
  let holder = schemas[name]
  for (const step of path) {
    fields = (holder && fieldsOf(schemas, holder)) ?? {}
    holder = fields[step]
  }
  const last = path.at(-1) as string
  // If the field is a `$ref`, the source goes beside it, and not into the schema that it names.
  if (holder) fields[last] = { ...holder, ...originOf(source) }
}

/** The fields of an object, or of the objects in a list; references are followed. */
function fieldsOf(schemas: Record<string, Draft>, schema: Draft): Record<string, Draft> | undefined {
  const ref = schema['$ref']
  if (typeof ref === 'string') return fieldsOf(schemas, schemas[ref.slice(ref.lastIndexOf('/') + 1)] ?? {})
  const items = schema['items']
  if (typeof items === 'object') return fieldsOf(schemas, items as Draft)
  return schema['properties'] as Record<string, Draft> | undefined
}

/** The names of schemas that a part of the document uses, directly or through other schemas. */
export function namesUsed(schemas: Record<string, Draft>, used: unknown): ReadonlySet<string> {
  const names = new Set<string>()
  const look = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (names.has(name)) continue
      names.add(name)
      look(schemas[name])
    }
  }
  look(used)
  return names
}
