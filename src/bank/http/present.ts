/** Presents results as answers: records as JSON, refusals as the error body of the called service, each with its headers. (§7) */
import type { ServiceName } from '../../contract/endpoint.ts'
import { errorFormOf } from '../../contract/error.ts'
import type { AssumptionValues } from '../../core/assumptions/catalogue.ts'
import { jsonIn } from '../../core/kernel/json.ts'
import { type Problem, type Rejection, type RejectionCode, rejections } from '../../core/rejection.ts'
import type { Answer } from '../shell/state/layer.ts'
import { loanJson } from './loan-json.ts'
import type { Miss } from './route.ts'

export function presentResult(service: ServiceName, result: unknown, status = 200): Answer {
  const body = service === 'loans' ? loanJson(result) : JSON.stringify(result)
  return { status, body, headers: service === 'token' ? { 'cache-control': 'no-store' } : {} }
}

/** The answer to a call that was accepted and has no result to show. */
export const presentNothing: Answer = { status: 202, body: '', headers: {} }

export function presentRejection(service: ServiceName, rejection: Rejection): Answer {
  const { status } = rejections[rejection.code]
  const scheme: Answer['headers'] =
    status === 401 && service !== 'token' ? { 'www-authenticate': 'Bearer realm="bank"' } : {}
  // The limit counts the calls of one second, so a second later the client may call again.
  const headers = status === 429 ? { 'retry-after': '1' } : scheme
  return { status, body: JSON.stringify(bodyOfRefusal(service, rejection)), headers, refusal: rejection.code }
}

export function bodyOfStatus(service: ServiceName, status: number): string {
  const codes = { token: 'temporarily_unavailable', loans: String(status), banking: status === 401 ? 3000 : 9999 }
  return JSON.stringify(errorBody(service, codes[service], [`The test injected a fault: status ${status}.`]))
}

/** The answer to a call that is not served. If only the method is wrong, the header `allow` lists the right ones (RFC 9110 §15.5.6). */
export function presentMiss({ service, rejection, allowed }: Miss): Answer {
  const answer = presentRejection(service, rejection)
  return allowed ? { ...answer, headers: { ...answer.headers, allow: allowed.join(', ') } } : answer
}

/** The answer to a request that hit a defect of vostro; the next call of the function API throws the defect. */
export function presentDefect(message: string): Answer {
  return { status: 500, body: JSON.stringify(errorBody('banking', 9999, [message])), headers: {} }
}

type Values = Pick<AssumptionValues, 'errors.body' | 'errors.codes'>

/** Writes a refusal of the banking API in the assumed form, with the assumed codes. Any other answer stays as it is. */
export function inAssumedForm(answer: Answer, { 'errors.body': form, 'errors.codes': codes }: Values): Answer {
  const { status, body, headers } = answer
  if (status < 400 || (form === 'list' && codes === 'published')) return answer
  const own = jsonIn(body)
  if (errorFormOf(own) !== 'list') return answer
  const { errors: listed } = own as { readonly errors: readonly { readonly code: number; readonly message: string }[] }
  const errors = codes === 'status' ? listed.map((each) => ({ ...each, code: status })) : listed
  if (form === 'list') return { ...answer, body: JSON.stringify({ errors }) }
  if (form === 'envelope') return { ...answer, body: JSON.stringify({ error: errors[0] }) }
  const detail = errors.map(({ message }) => message).join(' ')
  const problem = { type: 'about:blank', title: 'Refused', status, detail }
  const [type, text] = form === 'text' ? ['text/plain', detail] : ['application/problem+json', JSON.stringify(problem)]
  return { ...answer, body: text, headers: { ...headers, 'content-type': `${type}; charset=utf-8` } }
}

function bodyOfRefusal(service: ServiceName, { code, message, details }: Rejection): unknown {
  const isList = code === 'request_is_invalid' && details.length > 0
  // A refusal of another code may list problems beside its own.
  const listed = isList ? details : details.filter((each) => each.code !== undefined && each.code !== code)
  const lines = listed.map(lineOf)
  if (service === 'token') {
    const description = lines.length > 0 ? `${message} ${lines.join('; ')}` : message
    return errorBody(service, oauthErrors[code] ?? 'invalid_request', [description])
  }
  if (service === 'loans') return errorBody(service, loanErrors[code] ?? code, [message], details)
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
  messages: readonly string[],
  details: Rejection['details'] = [],
): unknown {
  const [first] = messages
  if (service === 'token') return { error: code, error_description: first }
  if (service === 'banking') return { errors: messages.map((message) => ({ code, message })) }
  const Errors = details.map(({ path, message, code: own = code }) => ({
    ErrorCode: own,
    FieldName: path,
    Message: message,
  }))
  return { ResponseStatus: { ErrorCode: code, Message: first, Errors } }
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
