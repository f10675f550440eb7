/** The body of an attempt, and its headers besides the content type. (§2.7, §6) */
import type { AssumptionValues } from '../assumptions/catalogue.ts'
import { valuesWith } from '../assumptions/notes.ts'
import { base64Of, bytesOfText } from '../kernel/base64.ts'
import { formatInstant } from '../kernel/time/instant.ts'
import type { LoanPayload } from '../loans/loan-payload.ts'
import type { Turn } from '../turn.ts'
import type { World } from '../world.ts'
import { type Notification, pushedNotification } from './notification.ts'
import { SIGNATURE_HEADER, type SignatureKind, secretOf, seededSecret, signatureOf } from './signature.ts'

/** The JSON text that is sent: a notification (§2.7), or the payload of a loan event. */
export function bodyTextOf(
  world: World,
  delivery: number,
  written: AssumptionValues['webhooks.body'] = valuesWith(world.settings.assume)['webhooks.body'],
): string {
  const { payload } = world.webhooks.events.at(world.webhooks.deliveries.at(delivery).event)
  const body: Notification | LoanPayload = payload ?? pushedNotification(world, delivery)
  return JSON.stringify(body, null, written === 'indented' ? 2 : undefined)
}

/** The headers for Basic authentication and for the signature; null if the attempt has neither. */
export function headersOf(turn: Turn, delivery: number, kind: SignatureKind): Record<string, string> | null {
  const { world } = turn
  const { registration } = world.webhooks.deliveries.at(delivery)
  const { credentials } = world.webhooks.registrations.at(registration)
  const secret = kind === 'wrong' ? seededSecret(world, registration, 'wrongSecret') : secretOf(turn, registration)
  const isSigned = kind !== 'none' && secret !== null
  if (credentials === null && !isSigned) return null

  const headers: Record<string, string> = {}
  if (credentials) {
    // Username and password in UTF-8 (RFC 7617).
    headers['authorization'] = `Basic ${base64Of(bytesOfText(`${credentials.username}:${credentials.password}`))}`
  }
  if (isSigned) {
    const at = formatInstant(world.now, world.settings.timeZone)
    headers[SIGNATURE_HEADER] = signatureOf(secret, at, bodyTextOf(world, delivery, turn.assume('webhooks.body')))
  }
  return headers
}
