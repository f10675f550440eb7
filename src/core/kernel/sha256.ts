/** SHA-256: digests and keyed hashes (RFC 2104). It is synchronous, as all of src/core is. The SHA-256 of a browser is asynchronous. */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64Of, bytesOfText } from './base64.ts'

export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  return hmac(sha256, key, message)
}

/** The digest of a text, in base64. */
export function digestOf(text: string): string {
  return base64Of(sha256(bytesOfText(text)))
}
