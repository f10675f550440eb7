/** SHA-256: digests, and keyed hashes (RFC 2104). At once and on every platform: what browsers have for it gives promises, and the core waits for nothing. */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64Of, bytesOfText } from './base64.ts'

export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  return hmac(sha256, key, message)
}

/** A text in base64 that stands for another one, and as good as never for two. */
export function digestOf(text: string): string {
  return base64Of(sha256(bytesOfText(text)))
}
