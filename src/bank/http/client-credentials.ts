/**
 * The client's credentials in the Authorization header of a token request (RFC 6749 §2.3.1), as a part of its body. A client uses one
 * method (§2.3 there): a body that names another client is refused. A parameter without a value is as good as left out (§3.2 there).
 */

import { bytesOfBase64 } from '../../core/kernel/base64.ts'
import { isRecord } from '../../core/kernel/json.ts'
import { type Rejection, reject } from '../../core/rejection.ts'

/** A token request with the credentials from the header, where it carries them. */
export function withClient(value: unknown, headers: Headers): { value: unknown } | Rejection {
  if (!isRecord(value)) return { value }
  const body = Object.fromEntries(Object.entries(value).filter(([, given]) => given !== '' && given !== null))
  const header = credentialsIn(headers.get('authorization') ?? '')
  const other = Object.entries(header ?? {}).find(([name, text]) => name in body && body[name] !== text)
  if (other === undefined) return { value: { ...header, ...body } }
  const message =
    'is another one than in the Authorization header: send the client there or in the body (RFC 6749 §2.3)'
  return reject('request_is_invalid', 'Failed to request a token:', [{ path: other[0], message }])
}

function credentialsIn(authorization: string): { client_id: string; client_secret: string } | undefined {
  const [scheme = '', encoded = ''] = authorization.trim().split(' ').filter(Boolean)
  if (scheme.toLowerCase() !== 'basic') return undefined
  const text = textOf(encoded)
  if (text === undefined) return undefined
  const colon = text.includes(':') ? text.indexOf(':') : text.length
  return { client_id: decoded(text.slice(0, colon)), client_secret: decoded(text.slice(colon + 1)) }
}

function textOf(base64: string): string | undefined {
  try {
    return new TextDecoder().decode(bytesOfBase64(base64))
  } catch {
    // No base64: the client stays unknown.
    return undefined
  }
}

/** As the RFC has it, percent-encoded; what cannot be decoded is what a client sent as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return part
  }
}
