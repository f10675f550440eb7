/**
 * The signature of a push, as the service publishes it: a header with the time, and with a keyed hash over time and body. The bank signs
 * the pushes of a registration that has a secret: its own secret, or that of the assumption `webhooks.secret`. (§6)
 */
import { valuesWith } from '../assumptions/notes.ts'
import { base64Of, bytesOfBase64, bytesOfText } from '../kernel/base64.ts'
import { drawsOf } from '../kernel/identity.ts'
import { hmacSha256 } from '../kernel/sha256.ts'
import { streams } from '../streams.ts'
import type { Reading } from '../turn.ts'
import type { World } from '../world.ts'

export const SIGNATURE_HEADER = 'cos-signature'

/** How an attempt is signed. Faults that a test injects make it `wrong` (signed with another secret) or `none`. */
export type SignatureKind = 'right' | 'wrong' | 'none'

/** The value of the header. `at` is ISO 8601 with an offset, `body` is the text as it is sent, and `secret` is base64. */
export function signatureOf(secret: string, at: string, body: string): string {
  return `t:${at}, v1:${hashOf(secret, at, body)}`
}

/** The keyed hash over time and body, in base64. */
export function hashOf(secret: string, at: string, body: string): string {
  return base64Of(hmacSha256(bytesOfBase64(secret), bytesOfText(`${at}.${body}`)))
}

/** The secret that signs the pushes of a registration; null if they are not signed. */
export function secretOf({ world, assume }: Reading, slot: number): string | null {
  return world.webhooks.registrations.at(slot).secret ?? assume('webhooks.secret')
}

/** True if the pushes of a registration are signed. Unlike `secretOf`, this notes no use of an assumption. */
export function isSigned({ settings, webhooks }: World, slot: number): boolean {
  return (webhooks.registrations.at(slot).secret ?? valuesWith(settings.assume)['webhooks.secret']) !== null
}

/** A secret to sign with, or a wrong one that the registration never has. */
export function seededSecret(
  { settings: { seed } }: World,
  slot: number,
  stream: 'webhookSecret' | 'wrongSecret' = 'webhookSecret',
): string {
  const draw = drawsOf(seed, streams[stream], slot)
  return base64Of(Uint8Array.from({ length: 32 }, () => draw(256)))
}
