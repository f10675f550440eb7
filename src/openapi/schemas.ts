/** The schemas of the document: of requests, answers and pushes; each field of an answer says where it comes from. (§7) */
import {
  answerSchemas,
  type Draft,
  jsonSchemasOf,
  originOf,
  requestName,
  requestSchemas,
  tokenForm,
} from '../contract/json-schema.ts'
import { type FieldSources, fieldSourcesOf, originIn } from '../contract/record.ts'
import type { AssumptionValues } from '../core/assumptions/catalogue.ts'

export function schemasFor(values: AssumptionValues): Record<string, Draft> {
  const [asked, answered] = [requestSchemas(), answerSchemas()]
  const requests = requestsFor(jsonSchemasOf(asked, { values, of: 'request' }), values)
  for (const [schema, name] of asked) {
    const { requires, sources } = originIn(schema) ?? {}
    requests[name] = { ...requests[name], ...originOf(requires) }
    annotate(requests, name, sources)
  }
  const answers = jsonSchemasOf(answered, { values, of: 'answer' })
  for (const [schema, name] of answered) annotate(answers, name, fieldSourcesOf(schema).fields)
  describeStatuses(answers)
  return { ...requests, ...answers }
}

/**
 * Adds to the schemas of requests the rules that depend on a bank's assumptions: the bounds of a wire, and the required fields of a token
 * request. The bank's own schemas lack these rules, because its operations check them. (§2.1, §8)
 */
function requestsFor(schemas: Record<string, Draft>, values: AssumptionValues): Record<string, Draft> {
  const bounded = [requestName('createWire'), requestName('simulateInboundWire')]
  const token = tokenRequestOf(schemas[tokenForm] as Draft, values)
  return {
    ...schemas,
    ...Object.fromEntries(bounded.map((name) => [name, boundedWire(schemas[name] as Draft, values)])),
    [requestName('requestToken')]: token,
    [tokenForm]: token,
  }
}

/** A wire whose amount is within the limits. A service message may have the amount 0. */
function boundedWire(schema: Draft, values: AssumptionValues): Draft {
  const [least, most] = [values['limits.amountMinimum'], values['limits.amountMaximum']]
  const { amount, ...fields } = schema['properties'] as Record<string, Draft>
  const bounds = (schema['allOf'] as Draft[]).map((part) =>
    'else' in part
      ? {
          ...part,
          else: {
            additionalProperties: true,
            properties: { amount: { type: 'integer', minimum: least } },
            required: ['amount'],
          },
          ...originOf('limits.amountMinimum'),
        }
      : part,
  )
  const notBelow = { properties: { amount: { anyOf: [{ const: 0 }, { minimum: least }] } } }
  const limited = { ...amount, maximum: most, ...originOf('limits.amountMaximum') }
  return {
    ...schema,
    properties: { ...fields, amount: limited },
    allOf: least > 1 ? [...bounds, { ...notBelow, ...originOf('limits.amountMinimum') }] : bounds,
  }
}

/** The client is not required in the body, because a header may name it instead. */
function tokenRequestOf(form: Draft, values: AssumptionValues): Draft {
  const isAudienceNeeded = values['tokens.withoutAudience'] === 'refused'
  const { audience, ...fields } = form['properties'] as Record<string, Draft>
  const needed = isAudienceNeeded ? { type: 'string', minLength: 1 } : audience
  return {
    ...form,
    properties: {
      ...fields,
      grant_type: { type: 'string', const: 'client_credentials' },
      audience: { ...needed, ...originOf('tokens.withoutAudience') },
    },
    required: ['grant_type', ...(isAudienceNeeded ? ['audience'] : [])],
    'x-rule': 'client_id and client_secret are here, or in the header Authorization: Basic (RFC 6749 §2.3.1).',
  }
}

/** Describes where each value of a wire's `status` comes from: the field is specified, but not all its values are. */
function describeStatuses(schemas: Record<string, Draft>): void {
  const status = fieldsOf(schemas, schemas['WirePayment'] as Draft)?.['status'] as Draft
  const description =
    'Created, Hold, Pending and Completed are specified (§2.4). The others are published, each with its assumption: Rejected (wires.rejected), Canceled (wires.canceling), Batched (wires.batchedSeconds), Processing (wires.acknowledgementSeconds).'
  Object.assign(status, { description })
}

/** Adds to each field where it comes from. The keys of `sources` are paths: `originator.name`. */
function annotate(schemas: Record<string, Draft>, name: string, sources: FieldSources['fields'] = {}): void {
  for (const [path, source] of Object.entries(sources)) {
    let fields: Record<string, Draft> = {}
    let holder = schemas[name]
    const steps = path.split('.')
    for (const step of steps) {
      fields = (holder && fieldsOf(schemas, holder)) ?? {}
      holder = fields[step]
    }
    // The source goes beside a `$ref`, not into the schema to which it refers.
    if (holder) fields[steps.at(-1) as string] = { ...holder, ...originOf(source) }
  }
}

/** The fields of an object, or of the objects in a list; references are followed. */
function fieldsOf(schemas: Record<string, Draft>, schema: Draft): Record<string, Draft> | undefined {
  const ref = schema['$ref']
  if (typeof ref === 'string') return fieldsOf(schemas, schemas[ref.slice(ref.lastIndexOf('/') + 1)] ?? {})
  const items = schema['items']
  if (typeof items === 'object') return fieldsOf(schemas, items as Draft)
  return schema['properties'] as Record<string, Draft> | undefined
}

/** The parts of a kind, such as `schemas`, to which `by` refers, directly or through other parts. */
export function onlyUsed(kind: string, parts: Record<string, Draft>, by: unknown): Record<string, Draft> {
  const used = new Set<string>()
  const look = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(new RegExp(`"#/components/${kind}/(\\w+)"`, 'g'))) {
      if (used.has(name)) continue
      used.add(name)
      look(parts[name])
    }
  }
  look(by)
  return Object.fromEntries(Object.entries(parts).filter(([name]) => used.has(name)))
}
