/**
 * The client's credentials in the Authorization header of a token request (RFC 6749 §2.3.1), as a part of its body. What the body says
 * wins; a parameter without a value is as good as left out (§3.2 there).
 */

import { bytesOfBase64 } from '../../core/kernel/base64.ts'
import { isRecord } from '../../core/kernel/json.ts'

/** A token request with the credentials from the header, where it carries them. */
export function withClient(value: unknown, headers: Headers): unknown {
  if (!isRecord(value)) return value
  const said = Object.fromEntries(Object.entries(value).filter(([, given]) => given !== '' && given !== null))
  return { ...credentialsIn(headers.get('authorization') ?? ''), ...said }
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
