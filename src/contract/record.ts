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
/** Checks of the whole: `z.refine(…)`. */
type ChecksOf<Given> = z.core.$ZodCheck<z.output<ObjectOf<Given>>>[]
type ObjectOf<Given> = z.ZodMiniObject<PlainOf<Given> & Record<keyof Given, z.ZodMiniType>, z.core.$strict>

interface Origin {
  readonly record?: string
  /** Of a request: the assumption that says which fields it must have. */
  readonly requires?: AssumptionId
  readonly sources: FieldSources['fields']
}

/** The source of each field of a record, by its path: `originator.name` is within another field. */
export interface FieldSources {
  readonly record: string
  readonly fields: { readonly [path: string]: Source }
}

/** Kept beside the schemas, so that zod writes nothing of it into a document. */
const origins = z.registry<Origin>()

/** A record that the bank answers with. `source`: of all fields but those that name their own. */
export const recordFrom = <const Given extends Fields>(source: Source, record: string, fields: () => Given) =>
  madeOf(fields, { record, source })

/** A request of partners. `requires`: the assumption that says which fields it must have. */
export const request = <const Given extends Fields>(
  requires: AssumptionId,
  fields: () => Given,
  ...checks: ChecksOf<Given>
) => madeOf(fields, { requires, checks })

/** Any other record with just these fields. */
export const strictObject = <const Given extends Fields>(fields: () => Given, ...checks: ChecksOf<Given>) =>
  madeOf(fields, { checks })

const nothingElse = z.never()

/** Makes the fields when they are first read: an import pays for no schema that the test does not use. */
function madeOf<Given extends Fields>(
  fields: () => Given,
  { source, checks, ...says }: Omit<Origin, 'sources'> & { source?: Source; checks?: ChecksOf<Given> },
): ObjectOf<Given> {
  let made: { readonly shape: Record<string, z.ZodMiniType>; readonly sources: Record<string, Source> } | undefined
  const make = () => {
    made ??= split(fields(), source)
    return made
  }
  const schema = new z.ZodMiniObject({
    type: 'object',
    get shape() {
      return make().shape
    },
    catchall: nothingElse,
    ...(checks && { checks }),
  })
  origins.add(schema, {
    ...says,
    get sources() {
      return make().sources
    },
  })
  return schema as unknown as ObjectOf<Given>
}

function split(fields: Fields, usual: Source | undefined) {
  const sources: Record<string, Source> = {}
  const shape: Record<string, z.ZodMiniType> = {}
  for (const [name, field] of Object.entries(fields)) {
    const [source, schema] = isSourced(field) ? field : [usual, field]
    if (source) sources[name] = source
    shape[name] = schema
  }
  return { shape, sources }
}

const isSourced = (field: z.ZodMiniType | Sourced): field is Sourced => Array.isArray(field)

/** The origin of a schema; a refined schema has that of the one before it was refined. */
export const originIn = (schema: Schema): Origin | undefined => origins.get(schema as AnySchema)

/** The name of a schema's record, and where each field comes from; a list has the fields of its items. */
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
  recordFrom('subledgers.listQuery', `page of ${originIn(item)?.record ?? 'record'}s`, () => ({
    results: z.array(item),
    pageNumber: z.int(),
    pageSize: z.int(),
    hasPreviousPage: z.boolean(),
    hasNextPage: z.boolean(),
  }))
