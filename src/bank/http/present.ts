/** Presents results as answers: records as JSON, refusals as the error body of the called service, each with its headers. (§7) */
import type { ServiceName } from '../../contract/endpoint.ts'
import { errorSources } from '../../contract/error.ts'
import type { AssumptionValues } from '../../core/assumptions/catalogue.ts'
import { kindOfField } from '../../core/loans/loan.ts'
import { type Problem, type Rejection, type RejectionCode, rejections } from '../../core/rejection.ts'
import type { Answer } from '../shell/state/layer.ts'
import type { Miss } from './route.ts'

export function presentResult(service: ServiceName, result: unknown, status = 200): Answer {
  const body = service === 'loans' ? loanJson(result) : JSON.stringify(result)
  return { status, body, headers: service === 'token' ? { 'cache-control': 'no-store' } : {} }
}

/** The JSON text of the loan service. Decimals are numbers with six places, which JSON.stringify cannot write. (§2.10, §4 call 9) */
function loanJson(result: unknown): string {
  if (typeof result !== 'object' || result === null || !('Results' in result)) return JSON.stringify(result)
  return objectJson(result)
}

function objectJson(record: object): string {
  const fields = Object.entries(record).flatMap(([name, value]) =>
    value === undefined ? [] : [`${JSON.stringify(name)}:${valueJson(name, value)}`],
  )
  return `{${fields.join(',')}}`
}

function valueJson(name: string, value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(objectJson).join(',')}]`
  // Meta has texts alone, under names that the caller chose.
  if (name === 'Meta') return JSON.stringify(value)
  if (typeof value === 'object' && value !== null) return objectJson(value)
  const isDecimal = kindOfField(name) === 'decimal' || name === 'Amount'
  return typeof value === 'string' && isDecimal ? value : JSON.stringify(value)
}

/** The answer to a call that was accepted and has no result to show. */
export const presentNothing: Answer = { status: 202, body: '', headers: {} }

export function presentRejection(service: ServiceName, rejection: Rejection, values: Values): Answer {
  const { status } = rejections[rejection.code]
  const scheme: Answer['headers'] =
    status === 401 && service !== 'token' ? { 'www-authenticate': 'Bearer realm="bank"' } : {}
  // The limit counts the calls of one second, so a second later the client may call again.
  const headers = status === 429 ? { 'retry-after': '1' } : scheme
  const error = inForm(service, status, bodyOfRefusal(service, rejection), values)
  return { ...error, headers: { ...error.headers, ...headers }, refusal: rejection.code }
}

/** An error that no refusal causes: the fault `status` of a test, or a defect of vostro, which the next call of the function API throws. */
export function presentFailure(service: ServiceName, status: number, message: string, values: Values): Answer {
  const codes = { token: 'temporarily_unavailable', loans: String(status), banking: status === 401 ? 3000 : 9999 }
  return inForm(service, status, errorBody(service, codes[service], message), values)
}

/** The answer to a call that is not served. If only the method is wrong, the header `allow` lists the right ones (RFC 9110 §15.5.6). */
export function presentMiss({ service, rejection, allowed }: Miss, values: Values): Answer {
  const answer = presentRejection(service, rejection, values)
  return allowed ? { ...answer, headers: { ...answer.headers, allow: allowed.join(', ') } } : answer
}

type Values = Pick<AssumptionValues, 'errors.body' | 'errors.codes'>
interface ListedError {
  readonly code: number
  readonly message: string
}

/** An error of the banking API is written in the assumed form, and rests on the assumed codes only if the form shows a code. */
function inForm(service: ServiceName, status: number, own: unknown, values: Values): Answer {
  if (service !== 'banking') return { status, body: JSON.stringify(own), headers: {}, restsOn: [errorSources[service]] }
  const { 'errors.body': form, 'errors.codes': codes } = values
  const { errors: listed } = own as { readonly errors: readonly ListedError[] }
  if (form === 'list' || form === 'envelope') {
    const errors = codes === 'status' ? listed.map((each) => ({ ...each, code: status })) : listed
    const body = JSON.stringify(form === 'list' ? { errors } : { error: errors[0] })
    return { status, body, headers: {}, restsOn: ['errors.body', 'errors.codes'] }
  }
  const detail = listed.map(({ message }) => message).join(' ')
  const problem = { type: 'about:blank', title: 'Refused', status, detail }
  const [type, body] = form === 'text' ? ['text/plain', detail] : ['application/problem+json', JSON.stringify(problem)]
  return { status, body, headers: { 'content-type': `${type}; charset=utf-8` }, restsOn: ['errors.body'] }
}

function bodyOfRefusal(service: ServiceName, { code, message, details }: Rejection): unknown {
  const isList = code === 'request_is_invalid' && details.length > 0
  // A refusal of another code may list problems beside its own.
  const listed = isList ? details : details.filter((each) => each.code !== undefined && each.code !== code)
  const lines = listed.map(lineOf)
  if (service === 'token') {
    const description = lines.length > 0 ? `${message} ${lines.join('; ')}` : message
    return errorBody(service, oauthErrors[code] ?? 'invalid_request', description)
  }
  if (service === 'loans') return errorBody(service, loanErrors[code] ?? code, message, details)
  const errors = listed.map((problem) => ({
    code: rejections[problem.code ?? code].number,
    message: isList ? `${message} ${lineOf(problem)}.` : `${lineOf(problem)}.`,
  }))
  return { errors: isList ? errors : [{ code: rejections[code].number, message }, ...errors] }
}

const lineOf = ({ path, message }: Problem): string => (path === '' ? message : `${path} ${message}`)

function errorBody(
  service: ServiceName,
  code: string | number,
  message: string,
  details: Rejection['details'] = [],
): unknown {
  if (service === 'token') return { error: code, error_description: message }
  if (service === 'banking') return { errors: [{ code, message }] }
  const Errors = details.map((problem) => ({
    ErrorCode: problem.code ?? code,
    FieldName: problem.path,
    Message: problem.message,
  }))
  return { ResponseStatus: { ErrorCode: code, Message: message, Errors } }
}

/** The error codes of RFC 6749 §5.2, and the service's own `access_denied`. */
const oauthErrors: Partial<Record<RejectionCode, string>> = {
  client_is_unknown: 'access_denied',
  audience_is_unknown: 'access_denied',
  grant_type_is_unsupported: 'unsupported_grant_type',
  client_asks_too_often: 'temporarily_unavailable',
}

/** The error codes of the framework behind the loan service. */
const loanErrors: Partial<Record<RejectionCode, string>> = {
  order_field_is_unknown: 'ArgumentException',
  query_is_not_a_number: 'SerializationException',
  token_is_missing: 'Unauthorized',
  token_is_invalid: 'Unauthorized',
  token_has_expired: 'Unauthorized',
  token_was_revoked: 'Unauthorized',
  token_has_another_audience: 'Unauthorized',
  client_asks_too_often: 'TooManyRequests',
  endpoint_not_found: 'NotFound',
  method_is_not_allowed: 'MethodNotAllowed',
}
