/** Reads the body of a request: JSON, or for a token request also a form, with the client's credentials in a header. (§2.1) */
import type { EndpointRow } from '../../contract/endpoint.ts'
import { failedTo } from '../../contract/operations.ts'
import { isDeeperThan, isRecord } from '../../core/kernel/json.ts'
import { type Rejection, reject } from '../../core/rejection.ts'
import { credentialsIn } from '../shell/state/basic-credentials.ts'
import type { CallUnderWay } from './stage.ts'

export function parseBody(row: EndpointRow, { call, values, assume }: CallUnderWay): { value: unknown } | Rejection {
  if (row.body === undefined) return { value: undefined }
  const {
    asking: { headers },
    body: { text },
  } = call
  const encoding = (headers.get('content-encoding') ?? 'identity').toLowerCase()
  if (encoding !== 'identity') {
    return reject(
      'body_is_not_json',
      `Failed to read the body: its Content-Encoding is "${encoding}", and the bank takes bodies without an encoding. Send the body as it is, and leave the header out. (§2.1)`,
    )
  }
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (row.isFormAccepted && type === 'application/x-www-form-urlencoded') {
    const form = [...new URLSearchParams(text)]
    const repeated = form.find(([name], index) => form.findIndex(([first]) => first === name) < index)
    if (!repeated) return withClient(Object.fromEntries(form), headers)
    const message = 'is in the form twice, and may be there once (RFC 6749 §3.2): send it once'
    return reject('request_is_invalid', `${failedTo('tokens.issue')}:`, [{ path: repeated[0], message }])
  }
  const isUnnamed = type === '' && assume('http.contentType') === 'optional'
  if (!isUnnamed && type !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(type)) {
    return reject(
      'content_type_is_not_json',
      `Failed to read the body: its Content-Type is "${type}", application/json is needed. Set the header. (§2.1)`,
    )
  }
  if (isDeeperThan(text, values['limits.bodyDepth'])) {
    const most = assume('limits.bodyDepth')
    return reject(
      'body_is_too_deep',
      `Failed to read the body: its lists and objects are nested more than ${most} deep. Send what the call is documented to take. (§8)`,
    )
  }
  try {
    const value: unknown = JSON.parse(text)
    return row.isFormAccepted ? withClient(value, headers) : { value }
  } catch {
    // The message of the JavaScript engine is not shown, so that the answer is the same on every platform.
    const fact = text === '' ? 'it is empty' : 'it is not well formed'
    return reject('body_is_not_json', `Failed to read the body as JSON: ${fact}. Send JSON.stringify(value). (§4)`)
  }
}

/**
 * Adds the credentials in the Authorization header of a token request to its body (RFC 6749 §2.3.1). A client must use only one of the two
 * (RFC 6749 §2.3), so a body with a secret, too, or with another client is refused. A parameter without a value counts as left out (RFC 6749 §3.2).
 */
function withClient(value: unknown, headers: Headers): { value: unknown } | Rejection {
  if (!isRecord(value)) return { value }
  const body = Object.fromEntries(Object.entries(value).filter(([, given]) => given !== '' && given !== null))
  const header = credentialsIn(headers.get('authorization') ?? '')
  if (header === undefined) return { value: body }
  const isOther = 'client_id' in body && body['client_id'] !== header.client_id
  if (!isOther && !('client_secret' in body)) return { value: { ...header, ...body } }
  const [path, fact] = isOther
    ? ['client_id', 'differs from the one in the Authorization header']
    : ['client_secret', 'is in the Authorization header, too']
  const message = `${fact}: send it there or in the body (RFC 6749 §2.3)`
  return reject('request_is_invalid', `${failedTo('tokens.issue')}:`, [{ path, message }])
}
