/** Keyed hashes (RFC 2104), at once and on every platform: what browsers have for it gives promises, and the core waits for nothing. */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'

export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  return hmac(sha256, key, message)
}
