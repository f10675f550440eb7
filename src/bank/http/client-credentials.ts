/**
 * Adds the client's credentials in the Authorization header of a token request (RFC 6749 §2.3.1) to its body. A client uses one method
 * (§2.3 there), so a body that names another client is refused. A parameter without a value counts as left out (§3.2 there).
 */

import { credentialsIn } from '../../core/access/basic-credentials.ts'
import { isRecord } from '../../core/kernel/json.ts'
import { type Rejection, reject } from '../../core/rejection.ts'

export function withClient(value: unknown, headers: Headers): { value: unknown } | Rejection {
  if (!isRecord(value)) return { value }
  const body = Object.fromEntries(Object.entries(value).filter(([, given]) => given !== '' && given !== null))
  const header = credentialsIn(headers.get('authorization') ?? '')
  const other = Object.entries(header ?? {}).find(([name, text]) => name in body && body[name] !== text)
  if (other === undefined) return { value: { ...header, ...body } }
  const message = 'differs from that in the Authorization header: send the client there or in the body (RFC 6749 §2.3)'
  return reject('request_is_invalid', 'Failed to request a token:', [{ path: other[0], message }])
}
