/** The credentials of a client in an Authorization header (RFC 6749 §2.3.1, RFC 7617). */
import { attempt } from '../../../core/kernel/attempt.ts'
import { bytesOfBase64 } from '../../../core/kernel/base64.ts'

/** Undefined if the header has no Basic credentials. */
export function credentialsIn(authorization: string): { client_id: string; client_secret: string } | undefined {
  const [scheme = '', encoded = ''] = authorization.trim().split(' ').filter(Boolean)
  if (scheme.toLowerCase() !== 'basic') return undefined
  const text = attempt(() => new TextDecoder().decode(bytesOfBase64(encoded)))
  if (text === undefined) return undefined
  const colon = text.includes(':') ? text.indexOf(':') : text.length
  return { client_id: decoded(text.slice(0, colon)), client_secret: decoded(text.slice(colon + 1)) }
}

/** Decodes the form encoding that the RFC demands. A text that cannot be decoded was sent without it, and is returned as it is. */
function decoded(part: string): string {
  return attempt(() => decodeURIComponent(part.replaceAll('+', ' '))) ?? part
}
