/**
 * The contract's schemas as JSON Schema 2020-12, for documents. zod writes them. This file adds what each custom check states (see
 * `primitives.ts`), and adapts requests to the bank's assumptions about null and unknown fields. (§4)
 */

import * as z from 'zod/mini'
import { toJSONSchema } from 'zod/v4/core'
import { type AssumptionId, type AssumptionValues, assumptions, type Source } from '../core/assumptions/catalogue.ts'
import { isRecord } from '../core/kernel/json.ts'
import { keysOf } from '../core/kernel/keys.ts'
import { endpoints } from './endpoints.ts'
import { errorSchemas } from './error.ts'
import { loanPayloads } from './loan-payload.ts'
import type { Schema } from './operation.ts'
import { waives } from './parse.ts'
import { party, partyRecord, unnamedParty } from './party.ts'
import type { JsonSchema, Statement } from './primitives.ts'
import { originIn } from './record.ts'
import { notification } from './webhook.ts'

/** A JSON Schema, or another part of a document, that can still be changed. */
export type Draft = Record<string, unknown>

interface How {
  /** The values of the assumptions for which the schema holds. */
  readonly values: AssumptionValues
  /** `request` if a partner sends the described value, `answer` if the bank does. */
  readonly of: 'request' | 'answer'
}

export const refTo = (name: string): string => `#/components/schemas/${name}`

/** Every named schema as JSON Schema, by its name; they refer to one another. */
export function jsonSchemasOf(named: ReadonlyMap<Schema, string>, how: How): Record<string, Draft> {
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of named) registry.add(schema as z.ZodMiniType, { id })
  const { schemas } = toJSONSchema(registry, {
    io: how.of === 'request' ? 'input' : 'output',
    uri: refTo,
    override: ({ zodSchema, jsonSchema }) => stateChecks(zodSchema, jsonSchema, how),
  })
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, finished(schema as Draft, how)]))
}

/** The fields of an object that goes into a path or a query. Each schema describes the value, not its text in the address. */
export function parametersOf(
  object: Schema,
  values: AssumptionValues,
): { name: string; isRequired: boolean; schema: Draft }[] {
  const { properties = {}, required = [] } = jsonSchemaOf(object, { values, of: 'answer' }) as {
    properties?: Record<string, Draft>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({ name, isRequired: required.includes(name), schema }))
}

/** One schema as JSON Schema, without references to others. */
export function jsonSchemaOf(schema: Schema, how: How): Draft {
  return jsonSchemasOf(new Map([[schema, 'Only']]), how)['Only'] as Draft
}

function stateChecks(zodSchema: z.core.$ZodTypes, json: Draft, { values, of }: How): void {
  const { type } = zodSchema._zod.def
  if (type === 'pipe' && of === 'request') Object.assign(json, alsoOf(zodSchema._zod.def.out))
  if (json['format'] === 'uri') Object.assign(json, HTTP_ADDRESS)
  for (const check of zodSchema._zod.def.checks ?? []) {
    if (check._zod.def.check !== 'custom') continue
    const { params } = check._zod.def as { params?: Partial<Statement> }
    if (params?.states === undefined) {
      throw new Error('Failed to export a check: it states nothing. Give it `stated(…)` or `waivable(…)`.')
    }
    if (params.assumption !== undefined && waives(values, params.assumption)) continue
    const statement = { ...params.states, ...originOf(params.assumption), ...ruleOf(params.beyond) }
    // A statement about an object stands beside those about its fields.
    if (type === 'object') addOnce(json, statement)
    else Object.assign(json, statement)
  }
}

/** The keywords that the second part of a pipe adds to the first. */
function alsoOf(schema: z.core.$ZodType): Draft {
  // A transform describes the output, and not the input.
  if (schema._zod.def.type === 'transform') return {}
  const { $schema: _, type: __, ...rest } = toJSONSchema(schema, { io: 'input' }) as Draft
  return rest
}

/** An address of the web as browsers read it; the `uri` of JSON Schema allows other texts. */
const HTTP_ADDRESS: JsonSchema = { format: 'http-address', pattern: '^[hH][tT][tT][pP][sS]?:\\S*$' }

/** Adds a statement that the schema does not have yet: a refined schema inherits the statements of its parent. */
function addOnce(json: Draft, statement: JsonSchema): void {
  const all = (json['allOf'] as JsonSchema[] | undefined) ?? []
  const text = JSON.stringify(statement)
  if (!all.some((known) => JSON.stringify(known) === text)) json['allOf'] = [...all, statement]
}

/** The extensions that say where a part of a document comes from: a section, or an assumption. */
export function originOf(source: Source | undefined): JsonSchema {
  if (source === undefined) return {}
  if (source.startsWith('§')) return { 'x-section': source, 'x-source': 'specified' }
  const { section, provenance } = assumptions[source as AssumptionId]
  return { 'x-section': section, 'x-source': provenance, 'x-assumption': source }
}

const ruleOf = (beyond: string | undefined): JsonSchema => (beyond === undefined ? {} : { 'x-rule': beyond })

/** Adapts a schema to the assumptions of a bank. The statements of checks stay as they are. */
function finished(schema: Draft, { values, of }: How): Draft {
  const isRequest = of === 'request'
  const isNullAbsent = isRequest && values['requests.null'] === 'absent'
  const isOpen = isRequest && waives(values, 'errors.unknownFields')
  const walk = (node: Draft): Draft => {
    const { $schema: _, $id: __, propertyNames: ___, anyOf, ...rest } = node
    const copy: Draft = Array.isArray(anyOf) ? { ...rest, ...alternativesOf(anyOf.map(walk)) } : rest
    if (isOpen && copy['additionalProperties'] === false) delete copy['additionalProperties']
    for (const place of ['items', 'additionalProperties']) {
      if (isRecord(copy[place])) copy[place] = walk(copy[place] as Draft)
    }
    if (isRecord(copy['properties'])) {
      const required = (copy['required'] as readonly string[] | undefined) ?? []
      const fields = Object.entries(copy['properties'] as Record<string, Draft>).map(([name, field]) => {
        const own = walk(field)
        return [name, isNullAbsent && !required.includes(name) ? orNull(own) : own]
      })
      copy['properties'] = Object.fromEntries(fields)
    }
    return copy
  }
  return walk(schema)
}

/** Alternatives, none twice; `anyOf: [{ type: T }, { type: 'null' }]` becomes `type: [T, 'null']`. */
function alternativesOf(alternatives: readonly Draft[]): Draft {
  const texts = alternatives.map((each) => JSON.stringify(each))
  const distinct = alternatives.filter((_, index) => texts.indexOf(texts[index] as string) === index)
  const [only, none] = distinct
  const isNullable = distinct.length === 2 && none?.['type'] === 'null' && typeof only?.['type'] === 'string'
  return isNullable ? orNull(only as Draft) : { anyOf: distinct }
}

function orNull(schema: Draft): Draft {
  const { type, anyOf } = schema
  const isNull = (each: unknown) => isRecord(each) && each['type'] === 'null'
  if (type === 'null' || (Array.isArray(type) && type.includes('null'))) return schema
  if (Array.isArray(anyOf)) return anyOf.some(isNull) ? schema : { ...schema, anyOf: [...anyOf, { type: 'null' }] }
  if (typeof type !== 'string' || 'const' in schema) return { anyOf: [schema, { type: 'null' }] }
  const values = Array.isArray(schema['enum']) ? { enum: [...schema['enum'], null] } : {}
  return { ...schema, type: [type, 'null'], ...values }
}

/** Words as the name of a schema: `page of wires` is PageOfWires. */
const pascal = (words: string): string =>
  words
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

export const requestName = (endpoint: string): string => `${pascal(endpoint)}Request`

/** The name of the schema of a token request in a form. */
export const tokenForm = 'RequestTokenForm'

export function requestSchemas(): Map<Schema, string> {
  const named = new Map<Schema, string>([
    [party, 'Party'],
    [unnamedParty, 'UnnamedParty'],
  ])
  for (const name of keysOf(endpoints)) {
    const { body } = endpoints[name]
    if (body) named.set(body, requestName(name))
  }
  // The token request as a form: OAuth clients may send their credentials in a header, so both fields are optional in the form.
  const form = endpoints.requestToken.body as z.ZodMiniObject
  named.set(z.partial(form, { client_id: true, client_secret: true }), tokenForm)
  return named
}

/** The schemas of answers and pushes, with their names. */
export function answerSchemas(): Map<Schema, string> {
  const named = new Map<Schema, string>([
    [partyRecord, 'PartyRecord'],
    [notification, 'Notification'],
  ])
  for (const name of keysOf(endpoints)) {
    const { response, isEmpty } = endpoints[name]
    // All answers are records, except the list of loan event names.
    const { record = 'loan event names' } = originIn(response) ?? {}
    if (!isEmpty && !named.has(response)) named.set(response, pascal(record))
  }
  const { Results } = (
    endpoints.getLoanSummary.response as z.ZodMiniObject<{ Results: z.ZodMiniArray<z.ZodMiniObject> }>
  ).shape
  named.set(Results._zod.def.element, 'Loan')
  for (const service of keysOf(errorSchemas)) named.set(errorSchemas[service], errorNames[service])
  for (const name of keysOf(loanPayloads)) named.set(loanPayloads[name], name)
  return named
}

export const errorNames = { banking: 'Error', token: 'TokenError', loans: 'LoanError' } as const
