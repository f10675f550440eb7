/** Turns the calls in the table of endpoints into operations of the OpenAPI document. (§4) */
import { type Addresses, type EndpointRow, type ServiceName, servedPaths } from '../contract/endpoint.ts'
import { type EndpointName, endpoints } from '../contract/endpoints.ts'
import {
  type Draft,
  jsonSchemaOf,
  originOf,
  parametersOf,
  refTo,
  requestName,
  tokenForm,
} from '../contract/json-schema.ts'
import { loanParameters } from '../contract/loan.ts'
import type { Schema } from '../contract/operation.ts'
import type { AssumptionValues } from '../core/assumptions/catalogue.ts'
import { keysOf } from '../core/kernel/keys.ts'
import { answersOf, exampleOf, isRepeatable } from './answers.ts'
import type { Exchange } from './runs/calls.ts'

export interface Making {
  readonly values: AssumptionValues
  readonly addresses: Addresses
  readonly only: 'specified' | undefined
  /** The calls of one run at a bank, from which the examples are taken. */
  readonly exchanges: readonly Exchange[]
  /** The name of the schema of a call's answer. */
  readonly answerName: (endpoint: EndpointName) => string
}

export function callsOf({ only }: Pick<Making, 'only'>): EndpointName[] {
  return keysOf(endpoints).filter((name) => only === undefined || endpoints[name].source === only)
}

export function pathsOf(making: Making): Record<string, Draft> {
  const { authUrl: token, loanBaseUrl: loans, baseUrl: banking } = making.addresses
  const servers = { token, banking, loans }
  const paths: Record<string, Draft> = {}
  for (const name of callsOf(making)) {
    const { method, service } = endpoints[name]
    const [path] = placesOf(name, making)
    paths[path] ??= service === 'banking' ? {} : { servers: [{ url: servers[service] }] }
    Object.assign(paths[path], { [method.toLowerCase()]: operationOf(name, making) })
  }
  return paths
}

/** The path under which the document lists a call, then the other paths at which the bank serves it. */
function placesOf(name: EndpointName, { only }: Pick<Making, 'only'>): [string, ...string[]] {
  const served = servedPaths(endpoints[name]).filter(([, source]) => only === undefined || source === only)
  return served.map(([path]) => path) as [string, ...string[]]
}

function operationOf(name: EndpointName, making: Making): Draft {
  const row = endpoints[name]
  const { exchanges, answerName } = making
  const example = exchanges.findLast((each) => each.endpoint === name && each.status < 400)
  const [, ...aliases] = placesOf(name, making)
  const parameters = parametersIn(name, making, example)
  return {
    operationId: name,
    tags: [tagOf(row)],
    summary: sentence(row.summary),
    description: `${provenances[row.source]}, ${row.section}.${aliases.length === 0 ? '' : ` Also at ${aliases.join(', ')}.`}`,
    ...(row.isDeprecated ? { deprecated: true } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(row.body ? { requestBody: bodyOf(row, name, example) } : {}),
    responses: answersOf(row, answerName(name), example, making.values),
    security: row.isSecured ? [{ token: [] }] : openTo(row),
    'x-section': row.section,
    'x-source': row.source,
    ...(row.assumption === undefined ? {} : { 'x-assumption': row.assumption }),
    ...(aliases.length === 0 ? {} : { 'x-aliases': aliases }),
  }
}

const provenances = {
  specified: 'Specified',
  published: 'Not specified, but in the published reference of the service',
  assumed: 'Neither specified nor published, but formed like the other calls',
}

export const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`

/** The security of a call without a token: in a token request the client may name itself in the header Authorization. */
const openTo = ({ body }: EndpointRow): Draft[] => (body ? [{}, { client: [] }] : [])

function bodyOf({ isFormAccepted }: EndpointRow, name: EndpointName, example: Exchange | undefined): Draft {
  const content = { schema: { $ref: refTo(requestName(name)) }, ...exampleOf(example?.body) }
  return {
    required: true,
    content: {
      'application/json': content,
      ...(isFormAccepted
        ? { 'application/x-www-form-urlencoded': { ...content, schema: { $ref: refTo(tokenForm) } } }
        : {}),
    },
  }
}

function parametersIn(name: EndpointName, { values }: Making, example: Exchange | undefined): Draft[] {
  const row = endpoints[name]
  const given = example ? givenIn(row, example.url) : {}
  const parameters: Draft[] = [
    ...parametersAt('path', row.parameters, values).map((each) => ({ ...each, ...given[each['name'] as string] })),
    ...(name === 'getLoanSummary' ? loanQuery(values) : parametersAt('query', row.query, values)),
  ]
  return isRepeatable(row) ? [...parameters, { $ref: '#/components/parameters/IdempotencyKey' }] : parameters
}

/** The fields of an object in a path or a query as parameters. `own` says what fields mean that only this call has. */
export function parametersAt(
  place: 'path' | 'query',
  fields: Schema | undefined,
  values: AssumptionValues,
  own: Readonly<Record<string, string>> = {},
): Draft[] {
  return (fields ? parametersOf(fields, values) : []).map((each) => ({
    ...parameter(place, each, own[each.name] ?? meanings[each.name]),
    ...(each.name === 'pageSize' ? pageSizeOf(each.schema, values) : {}),
  }))
}

function parameter(
  place: 'path' | 'query',
  { name, isRequired, schema }: { readonly name: string; readonly isRequired: boolean; readonly schema: Draft },
  description: string | undefined,
): Draft {
  return { name, in: place, description, required: isRequired, schema }
}

const meanings: { readonly [name: string]: string } = {
  id: 'The id of the record, from an answer or an event.',
  accountNumber: 'The number of the account.',
  masterAccountNumber: 'Only subledgers of this master account.',
  pageNumber: 'The number of the page; the first is 1.',
  sortDirection: 'Ascending, in the order in which the records were created, or Descending.',
  partnerId: 'Only registrations of this partner.',
  eventName: 'Only registrations for this event.',
  callbackUrl: 'Only registrations with exactly this address.',
}

function pageSizeOf(schema: Draft, values: AssumptionValues): Draft {
  const usual = values['paging.pageSize']
  return {
    description: `How many records on a page; by default ${usual}.`,
    schema: { ...schema, default: usual },
    ...originOf('paging.pageSize'),
  }
}

/** The examples of path parameters, taken from the address of a call. */
function givenIn({ path }: EndpointRow, url: string): Record<string, Draft> {
  const written = new URL(url).pathname.split('/').reverse()
  const names = path.split('/').reverse()
  return Object.fromEntries(
    names.flatMap((name, index) => (name.startsWith('{') ? [[name.slice(1, -1), { example: written[index] }]] : [])),
  )
}

/** The parameters of the loan summary. `fields` stands for all fields of a loan, because each can be a filter. */
function loanQuery(values: AssumptionValues): Draft[] {
  const parameters = loanParameters()
  const named = keysOf(parameters).map((name) => {
    const schema = jsonSchemaOf(parameters[name].schema, { values, of: 'answer' })
    return { ...parameter('query', { name, isRequired: false, schema }, parameters[name].says), ...originOf('§4') }
  })
  const fields = {
    name: 'fields',
    in: 'query',
    description:
      'Any field of a loan by its name finds the loans with exactly that value: FICO=700. Other names change nothing.',
    required: false,
    style: 'form',
    explode: true,
    schema: { type: 'object', additionalProperties: { type: 'string' } },
    ...originOf('loans.unknownParameters'),
  }
  return [...named, fields]
}

export function idempotencyKey(values: AssumptionValues): Draft {
  return {
    name: values['idempotency.header'],
    in: 'header',
    description: `For ${values['idempotency.retentionDays']} days, a repeat with the same key and body gets the first answer again.`,
    required: false,
    schema: { type: 'string', maxLength: values['idempotency.keyLength'], ...originOf('idempotency.keyLength') },
    ...originOf('idempotency.header'),
  }
}

/** The descriptions of tags. An operation has its resource as its tag. */
const tags = {
  loans: 'The loan service (§2.10).',
  restrictions: 'Restrictions on accounts (§2.8).',
  subledgers: 'Subledgers of master accounts (§2.9).',
  tokens: 'Bearer tokens for clients (§5).',
  transactions: 'Transactions and transfers between accounts (§2.9).',
  webhooks: 'Registrations for events, and events (§2.6, §2.7).',
  wires: 'Wire payments, out and in (§2.3 to §2.5).',
} as const

type Tag = keyof typeof tags

export function tagOf({ operation, service }: { operation: string; service: ServiceName }): Tag {
  const resource = operation.split('.')[0] as string
  if (service === 'token') return 'tokens'
  return resource === 'events' ? 'webhooks' : (resource as Tag)
}

export function tagsOf(used: ReadonlySet<string>): { name: string; description: string }[] {
  return keysOf(tags).flatMap((name) => (used.has(name) ? [{ name, description: tags[name] }] : []))
}
