/** The credentials of a client in an Authorization header (RFC 6749 §2.3.1, RFC 7617). */
import { bytesOfBase64 } from '../kernel/base64.ts'

/** The client in an Authorization header; undefined where it names none. */
export function credentialsIn(authorization: string): { client_id: string; client_secret: string } | undefined {
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

/** Undoes the percent-encoding of the RFC; a text that cannot be decoded was sent without it. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return part
  }
}
