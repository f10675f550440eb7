/** Digests: a short text that stands for a long one, and as good as never for another. At once and on every platform, as hmac.ts. */
import { sha256 } from '@noble/hashes/sha2.js'
import { base64Of, bytesOfText } from './base64.ts'

/** The SHA-256 of a text, in base64. */
export function digestOf(text: string): string {
  return base64Of(sha256(bytesOfText(text)))
}
