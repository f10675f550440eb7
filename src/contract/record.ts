/**
 * Records of the wire format. Each field has a source: a section of the specification, or an assumption about what it leaves open. The
 * documentation and all reports read the sources from the schema. (§7)
 */
import * as z from 'zod/mini'
import type { AssumptionId, AssumptionValues, Source } from '../core/assumptions/catalogue.ts'
import type { Schema } from './operation.ts'
import { type AnySchema, EACH, walkSchema } from './walk-schema.ts'

/** Whether a value of a field rests on the field's source, and not on the section alone. */
export type Decides = (value: unknown, record: Readonly<Record<string, unknown>>, values: AssumptionValues) => boolean

/** Without `decides`, every value of the field rests on the source. */
type Sourced = readonly [source: Source, schema: z.ZodMiniType, decides?: Decides]
type RecordFields = Readonly<Record<string, z.ZodMiniType | Sourced>>
type PlainOf<Given> = {
  -readonly [Name in keyof Given]: Given[Name] extends readonly [Source, infer Schema, Decides?] ? Schema : Given[Name]
}
/** Checks of the whole record: `z.refine(…)`. */
type ChecksOf<Given> = z.core.$ZodCheck<z.output<ObjectOf<Given>>>[]
type ObjectOf<Given> = z.ZodMiniObject<PlainOf<Given> & Record<keyof Given, z.ZodMiniType>, z.core.$strict>

interface Origin {
  readonly record?: string
  /** For a request: the assumption about its required fields. */
  readonly requires?: AssumptionId
  readonly sources: FieldSources['fields']
  readonly decides: { readonly [field: string]: Decides }
}

/** The name of a record, and the source of each field by its path, such as `originator.name`. */
export interface FieldSources {
  readonly record: string
  readonly fields: { readonly [path: string]: Source }
}

/** The origin of each schema. It is not in zod's own registry, so that zod writes none of it into a document. */
const origins = z.registry<Origin>()

/** A record that the bank answers with. `source` is the source of every field that does not name its own. */
export const recordFrom = <const Given extends RecordFields>(source: Source, record: string, fields: () => Given) =>
  madeOf(fields, { record, source })

/** A request from a partner. `requires` is the assumption about its required fields. */
export const request = <const Given extends RecordFields>(
  requires: AssumptionId,
  fields: () => Given,
  ...checks: ChecksOf<Given>
) => madeOf(fields, { requires, checks })

/** Any other record, with exactly these fields. */
export const strictObject = <const Given extends RecordFields>(fields: () => Given, ...checks: ChecksOf<Given>) =>
  madeOf(fields, { checks })

const nothingElse = z.never()

/** Makes the fields when they are first read, so that an import does not pay for schemas that a test never uses. */
function madeOf<Given extends RecordFields>(
  fields: () => Given,
  { source, checks, ...says }: Omit<Origin, 'sources' | 'decides'> & { source?: Source; checks?: ChecksOf<Given> },
): ObjectOf<Given> {
  let made: ReturnType<typeof split> | undefined
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
    get decides() {
      return make().decides
    },
  })
  return schema as unknown as ObjectOf<Given>
}

function split(fields: RecordFields, usual: Source | undefined) {
  const sources: Record<string, Source> = {}
  const decides: Record<string, Decides> = {}
  const shape: Record<string, z.ZodMiniType> = {}
  for (const [name, field] of Object.entries(fields)) {
    const [source, schema, decidesOfField] = isSourced(field) ? field : [usual, field]
    if (source) sources[name] = source
    if (decidesOfField) decides[name] = decidesOfField
    shape[name] = schema
  }
  return { shape, sources, decides }
}

const isSourced = (field: z.ZodMiniType | Sourced): field is Sourced => Array.isArray(field)

/** The origin of a schema. A refined schema has the origin of the schema that it refines. */
export const originIn = (schema: Schema): Origin | undefined => origins.get(schema as AnySchema)

/** A list has the fields of its items. */
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

export const page = <Item extends z.ZodMiniType>(item: Item) =>
  recordFrom('subledgers.listQuery', `page of ${originIn(item)?.record ?? 'record'}s`, () => ({
    results: z.array(item),
    pageNumber: z.int(),
    pageSize: z.int(),
    hasPreviousPage: z.boolean(),
    hasNextPage: z.boolean(),
  }))

/** What a list rests on, besides the fields of its page. */
export const inOrder = { restsOn: ['paging.order'] } as const
