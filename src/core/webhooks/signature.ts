/** The signature of a push, as the service publishes it: a header with the time and a keyed hash over time and body. (§6) */
import { base64Of, bytesOfBase64, bytesOfText } from '../kernel/base64.ts'
import { hmacSha256 } from '../kernel/sha256.ts'

export const SIGNATURE_HEADER = 'cos-signature'

/** How an attempt is signed: as it should be; with another secret; not at all. The latter two are faults of the test. */
export type SignatureKind = 'right' | 'wrong' | 'none'

/** The value of the header. `at` is ISO 8601 with an offset, `body` the text as it is sent, `secret` base64. */
export function signatureOf(secret: string, at: string, body: string): string {
  return `t:${at}, v1:${hashOf(secret, at, body)}`
}

/** The hash in it, base64. */
export function hashOf(secret: string, at: string, body: string): string {
  return base64Of(hmacSha256(bytesOfBase64(secret), bytesOfText(`${at}.${body}`)))
}
