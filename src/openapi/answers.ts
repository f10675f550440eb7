/** The answers of a call: one for its success, and one for each status of a refusal. (§7) */
import { doneStatus, type EndpointRow, type RefusalStatus, refusalsOf, type ServiceName } from '../contract/endpoint.ts'
import { type ErrorForm, errorSources } from '../contract/error.ts'
import { type Draft, errorNames, originOf, refTo } from '../contract/json-schema.ts'
import type { AssumptionId, AssumptionValues } from '../core/assumptions/catalogue.ts'
import type { Exchange } from './runs/calls.ts'

const refusals = {
  400: 'The request cannot be read, is not as documented, or breaks a rule.',
  401: 'The token is missing, expired or invalid: ask for a new one. From the token server: the client is unknown.',
  403: 'Only the bank may place, change or remove this restriction. From the token server: the client has no right to this audience.',
  404: 'There is no such record, or it belongs to another partner. From the token server: there is no such document.',
  409: 'The request conflicts with an existing record, or the status of the record does not allow it.',
  413: 'The body is longer than the bank reads.',
  default: 'Any other status: a limit (§8) is exceeded, the test injected a fault, or the service failed.',
} as const satisfies { readonly [Status in RefusalStatus | 'default']: string }

/** The name of a shared answer. Each service has its own, because each has its own error body. */
const nameOf = (service: ServiceName, status: RefusalStatus | 'default') =>
  `${service}${status === 'default' ? 'Other' : status}`

const refToAnswer = (name: string): string => `#/components/responses/${name}`

export function answersOf(
  row: EndpointRow,
  schema: string,
  example: Exchange | undefined,
  values: AssumptionValues,
): Record<string, Draft> {
  const refused = [...refusalsOf(row), 'default' as const].map((status) => [
    status,
    { $ref: refToAnswer(nameOf(row.service, status)) },
  ])
  const content = { schema: { $ref: refTo(schema) }, ...exampleOf(example?.answer) }
  const headers = {
    ...(row.service === 'token' ? { 'cache-control': { $ref: '#/components/headers/cache-control' } } : {}),
    'request-id': { $ref: '#/components/headers/request-id' },
    ...(isRepeatable(row) ? { 'original-request-id': { $ref: '#/components/headers/original-request-id' } } : {}),
    ...(row.isDeprecated ? { deprecation: { $ref: '#/components/headers/deprecation' } } : {}),
  }
  const done: Draft = row.isEmpty
    ? { description: 'Accepted. The body is empty.', headers, ...originOf('webhooks.ping') }
    : { description: 'Done.', headers, content: { 'application/json': content } }
  return { [doneStatus(row, values['http.createStatus'])]: done, ...Object.fromEntries(refused) }
}

/** Whether a call can be repeated with an idempotency key. */
export function isRepeatable({ method, isSecured }: EndpointRow): boolean {
  return isSecured && method !== 'GET' && method !== 'DELETE'
}

export function exampleOf(text: string | undefined): Draft {
  return text ? { example: JSON.parse(text) } : {}
}

/** What an error of the banking API is, if it is no list of errors with published codes. */
const otherForms = {
  list: { 'application/json': { schema: { type: 'object', required: ['errors'] } } },
  problem: { 'application/problem+json': { schema: { type: 'object' } } },
  envelope: { 'application/json': { schema: { type: 'object' } } },
  text: { 'text/plain': { schema: { type: 'string' } } },
} as const satisfies { readonly [Form in ErrorForm]: Draft }

/** The refusals that the calls of a service share. The example of each is the first such refusal among the exchanges. */
export function sharedAnswers(
  exchanges: readonly Exchange[],
  serviceOf: (exchange: Exchange) => ServiceName | undefined,
  { 'errors.body': form, 'errors.codes': codes }: Pick<AssumptionValues, 'errors.body' | 'errors.codes'>,
) {
  const shared: Record<string, Draft> = {}
  for (const service of ['token', 'banking', 'loans'] as const) {
    for (const status of [400, 401, 403, 404, 409, 413, 'default'] as const) {
      const example = () => exchanges.find((each) => each.status === status && serviceOf(each) === service)?.answer
      const isContract = service !== 'banking' || (form === 'list' && codes === 'published')
      const content = isContract
        ? { 'application/json': { schema: { $ref: refTo(errorNames[service]) }, ...exampleOf(example()) } }
        : otherForms[form]
      shared[nameOf(service, status)] = {
        description: refusals[status],
        headers: refusalHeaders(service, status),
        content,
        ...originOf(errorSources[service]),
      }
    }
  }
  return shared
}

function refusalHeaders(service: ServiceName, status: RefusalStatus | 'default'): Draft {
  const names = [
    'request-id',
    ...(status === 'default' ? ['retry-after'] : []),
    ...(status === 401 ? ['www-authenticate'] : []),
    // Every answer of the deprecated loan summary has this header.
    ...(service === 'loans' ? ['deprecation'] : []),
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** The headers of answers, which the document describes once for all calls. */
export function sharedHeaders(values: AssumptionValues): Record<string, Draft> {
  const requestId =
    values['http.requestId'] === 'sent'
      ? 'The id of the request.'
      : 'The id of the request. This bank does not send it.'
  return {
    'request-id': header(requestId, {}, 'http.requestId'),
    'cache-control': header('From the token server: no-store (RFC 6749 §5.1).', { const: 'no-store' }),
    'retry-after': header('How many seconds to wait, if a limit or a fault refuses calls for a while.', {
      pattern: '^[0-9]+$',
    }),
    'original-request-id': header(
      'On a repeat with an idempotency key: the id of the first request.',
      {},
      'idempotency.scope',
    ),
    'www-authenticate': header(
      'Bearer: a token is needed. Basic, from the token server: the client in the Authorization header is unknown (RFC 6749 §5.2).',
      {},
      'errors.codes',
    ),
    deprecation: header(
      'Since when the call is deprecated (RFC 9745).',
      { pattern: '^@-?[0-9]+$' },
      'loans.deprecatedSince',
    ),
  }
}

const header = (description: string, text: Draft, assumption?: AssumptionId): Draft => ({
  description,
  schema: { type: 'string', ...text },
  ...originOf(assumption),
})
