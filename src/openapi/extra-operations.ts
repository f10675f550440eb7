/** The calls of the control API, as operations of the same document. (§4) */
import { type Draft, jsonSchemaOf, parametersOf } from '../contract/json-schema.ts'
import type { Schema } from '../contract/operation.ts'
import type { AssumptionValues } from '../core/assumptions/catalogue.ts'
import { parameter, sentence } from './calls.ts'

/** One call of the control API. */
export interface ExtraOperation {
  readonly name: string
  readonly method: string
  /** Below the address of the server; `{id}` is a parameter. */
  readonly path: string
  readonly query?: Schema
  /** Parameters of the query that many calls share. */
  readonly parameters: readonly Draft[]
  readonly body?: Schema
  readonly isBodyOptional?: boolean
  /** A body that can be sent as it is. */
  readonly example?: object | undefined
  /** The line of a test that does the same with the call's input. */
  readonly line?: string
  /** The answer; null where there is none. */
  readonly answer: { readonly type: string; readonly schema: Draft } | null
  readonly summary: string
  readonly description: string
  readonly section: string
  readonly isOpen?: boolean
}

/** All calls of the control API, with the parts of the document that they share. */
export interface ExtraOperations {
  readonly url: string
  readonly tag: { readonly name: string; readonly description: string }
  readonly calls: readonly ExtraOperation[]
  /** What parameters mean, by their names. */
  readonly meanings: Readonly<Record<string, string>>
  /** The name of the shared refusal. */
  readonly refusal: string
  /** The credentials that a call needs; empty where it needs none. */
  readonly security: readonly Draft[]
  readonly schemas: Record<string, Draft>
  readonly responses: Record<string, Draft>
  readonly securitySchemes: Record<string, Draft>
}

/** Every path with its operations. */
export function extraPaths(further: ExtraOperations, values: AssumptionValues): Record<string, Draft> {
  const paths: Record<string, Draft> = {}
  for (const call of further.calls) {
    const path = call.path === '' ? '/' : call.path
    paths[path] ??= { servers: [{ url: further.url }] }
    Object.assign(paths[path], { [call.method.toLowerCase()]: operationOf(call, further, values) })
  }
  return paths
}

function operationOf(call: ExtraOperation, shared: ExtraOperations, values: AssumptionValues): Draft {
  const { tag, refusal, security } = shared
  const parameters = [...parametersIn(call, shared, values), ...call.parameters]
  return {
    operationId: call.name,
    tags: [tag.name],
    summary: sentence(call.summary),
    description: call.description,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(call.body ? { requestBody: bodyOf(call, values) } : {}),
    responses: {
      ...(call.answer
        ? { '200': { description: 'Done.', content: { [call.answer.type]: { schema: call.answer.schema } } } }
        : { '204': { description: 'Done; there is nothing to show.' } }),
      default: { $ref: `#/components/responses/${refusal}` },
    },
    security: call.isOpen ? [] : security,
    'x-section': call.section,
    ...(call.line === undefined ? {} : { 'x-function': call.line }),
  }
}

function bodyOf({ body, isBodyOptional, example }: ExtraOperation, values: AssumptionValues): Draft {
  // Control calls check bodies as the function API does: an unknown field is a mistake.
  const strict: AssumptionValues = { ...values, 'errors.unknownFields': 'refused' }
  const schema = jsonSchemaOf(body as Schema, { values: strict, of: 'request' })
  const shown = example ? { schema, example } : { schema }
  return { required: !isBodyOptional, content: { 'application/json': shown } }
}

function parametersIn(
  { path, query }: ExtraOperation,
  { meanings }: ExtraOperations,
  values: AssumptionValues,
): Draft[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
    parameter('path', { name, isRequired: true, schema: { type: 'string' } }, meanings[name]),
  )
  const inQuery = query ? parametersOf(query, values) : []
  return [...inPath, ...inQuery.map((each) => parameter('query', each, meanings[each.name]))]
}
