/**
 * Records of the wire format whose fields say where they come from: from a section of the specification, or from the assumption that says
 * what the specification leaves open. The documentation and all reports read it off the schema. (§7)
 */
import * as z from 'zod/mini'
import type { AssumptionId, Source } from '../core/assumptions/catalogue.ts'
import type { Schema } from './operation.ts'
import { type AnySchema, EACH, walkSchema } from './walk-schema.ts'

/** A field with its source. */
type Sourced = readonly [source: Source, schema: z.ZodMiniType]
type Fields = Readonly<Record<string, z.ZodMiniType | Sourced>>
type PlainOf<Given> = {
  -readonly [Name in keyof Given]: Given[Name] extends readonly [Source, infer Schema] ? Schema : Given[Name]
}
type ObjectOf<Given> = z.ZodMiniObject<PlainOf<Given> & Record<keyof Given, z.ZodMiniType>, z.core.$strict>

interface Origin {
  readonly record?: string
  /** Of a request: which assumption says which fields it must have. */
  readonly requires?: AssumptionId | undefined
  readonly sources: FieldSources['fields']
}

/** The fields of a record, by their paths: `originator.name` is within another one. */
export interface FieldSources {
  readonly record: string
  readonly fields: { readonly [path: string]: Source }
}

/** Beside the schemas, so that zod writes nothing of it into a document. */
const origins = z.registry<Origin>()

/** A record that the bank answers with: all fields but those with a source of their own come from one place. */
export const recordFrom = <const Given extends Fields>(source: Source, name: string, fields: Given) =>
  withOrigin(fields, { record: name, sources: Object.fromEntries(Object.keys(fields).map((field) => [field, source])) })

/** What partners send: `requires` is the assumption that says which fields it must have; some fields have a source of their own. */
export const request = <const Given extends Fields>(requires: AssumptionId | undefined, fields: Given) =>
  withOrigin(fields, { requires, sources: {} })

function withOrigin<Given extends Fields>(fields: Given, { sources, ...others }: Origin): ObjectOf<Given> {
  const own: Record<string, Source> = { ...sources }
  const shape: Record<string, z.ZodMiniType> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (isSourced(field)) [own[name], shape[name]] = field
    else shape[name] = field
  }
  const schema = z.strictObject(shape)
  origins.add(schema, { ...others, sources: own })
  return schema as unknown as ObjectOf<Given>
}

const isSourced = (field: z.ZodMiniType | Sourced): field is Sourced => Array.isArray(field)

/** What a schema says of itself; of a refined one, what was said before it was refined. */
export const originIn = (schema: Schema): Origin | undefined => origins.get(schema as AnySchema)

/** The record that a schema is of, and where each of its fields comes from; those of a list are those of its items. */
export function fieldSourcesOf(schema: Schema): FieldSources {
  const fields: Record<string, Source> = {}
  let name = 'no fields'
  walkSchema(schema as AnySchema, (part, path) => {
    const origin = originIn(part)
    if (path.length === 0 && origin?.record) name = origin.record
    const place = path.filter((step) => step !== EACH)
    for (const [field, source] of Object.entries(origin?.sources ?? {})) fields[[...place, field].join('.')] = source
  })
  return { record: name, fields }
}

/** A page of records. */
export const page = <Item extends z.ZodMiniType>(item: Item) =>
  recordFrom('subledgers.listQuery', `page of ${originIn(item)?.record ?? 'record'}s`, {
    results: z.array(item),
    pageNumber: z.int(),
    pageSize: z.int(),
    hasPreviousPage: z.boolean(),
    hasNextPage: z.boolean(),
  })
