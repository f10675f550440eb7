/**
 * Idempotency: a request that is repeated with the same key and body gets the first answer again and moves nothing.
 * Keys are kept for some days of the virtual clock; only requests that succeeded are remembered. (§4 call 2, §8)
 */
import type { AssumptionId } from '../assumptions/catalogue.ts'
import { digestOf } from '../kernel/sha256.ts'
import { DAY, formatInstant, LATEST, SECOND } from '../kernel/time/instant.ts'
import { type Rejection, reject } from '../rejection.ts'
import type { Reading, Turn } from '../turn.ts'
import type { IdempotencyRecord } from './state.ts'

/** Information about a call, besides its input. */
export interface CallInfo {
  readonly idempotencyKey?: string | undefined
  readonly requestId?: string | undefined
  /** A digest of what was sent, where more was sent than the input has: an unknown field, say. A repeat sends the same again. */
  readonly sent?: string | undefined
  /** For so long a repeat with the same key is refused, as the call is still under way. */
  readonly underWaySeconds?: number | undefined
}

interface CallKey {
  readonly withBody: string
  /** The request header, and the key without the body: only the header may not come again with another body. */
  readonly header: { readonly text: string; readonly key: string } | null
}

/** The operations that take a clientIdentifier, and what says whether it is for idempotency. */
const clientIdentifiers = {
  'wires.create': 'idempotency.clientIdentifier',
  'transactions.transfer': 'idempotency.otherClientIdentifiers',
} as const satisfies { readonly [operation: string]: AssumptionId }

/** The keys of this call: the request header, and a clientIdentifier that counts as a key. */
export function keysOf(reading: Reading, operation: string, input: unknown, call: CallInfo): CallKey[] {
  const text = call.idempotencyKey
  const { clientIdentifier } = operation in clientIdentifiers ? (input as { clientIdentifier?: string }) : {}
  const source = clientIdentifiers[operation as keyof typeof clientIdentifiers]
  // Clients fill fields that they do not use with nothing.
  const isNamed = clientIdentifier !== undefined && clientIdentifier !== '' && reading.assume(source) === 'replayed'
  if (text === undefined && !isNamed) return []
  const scope = [reading.actor.kind === 'partner' ? reading.actor.partner : reading.actor.kind, operation]
  // A collision-resistant digest: the body itself is not kept a second time, and a test cannot construct two bodies with one digest.
  const body = call.sent ?? digestOf(JSON.stringify(input))
  const keys: CallKey[] = []
  if (text !== undefined) {
    const key = JSON.stringify([...scope, 'header', text])
    keys.push({ withBody: key + body, header: { text, key } })
  }
  if (isNamed) keys.push({ withBody: JSON.stringify([...scope, 'client', clientIdentifier]) + body, header: null })
  return keys
}

/** The remembered answer to the same call, or a refusal, or undefined where the call is new; it has a key at least. */
export function recall(
  { world, assume }: Reading,
  keys: readonly CallKey[],
): IdempotencyRecord | Rejection | undefined {
  assume('idempotency.scope')
  const most = assume('idempotency.keyLength')
  const oldest = world.now - assume('idempotency.retentionDays') * DAY
  const find = (key: string) => {
    const slot = world.access.idempotencyKeys.get(key)
    const record = slot === undefined ? undefined : world.access.idempotency.at(slot)
    return record && record.at > oldest ? record : undefined
  }
  for (const { withBody, header } of keys) {
    if (header && header.text.length > most) {
      return reject(
        'idempotency_key_is_too_long',
        `Failed to accept the idempotency key: it has ${header.text.length} characters, ${most} are allowed. Send a UUID. (§4)`,
      )
    }
    const record = find(withBody)
    if (record && header && world.now < record.underWayUntil) {
      assume('idempotency.underWay')
      return reject(
        'idempotency_key_is_under_way',
        `Failed to accept the idempotency key "${header.text}": a request with it is under way until ${formatInstant(record.underWayUntil, world.settings.timeZone)}. Repeat it later. (§4)`,
      )
    }
    if (record) return record
    if (header && find(header.key) && assume('idempotency.changedBody') === 'refused') {
      return reject(
        'idempotency_key_has_another_body',
        `Failed to accept the idempotency key "${header.text}": it came before with another body. Use a new key for a new request. (§4)`,
      )
    }
  }
  return undefined
}

/** Remembers the answer to a call with keys, or what the answer is made from. The value is not copied: it must not change any more. */
export function remember({ world }: Turn, keys: readonly CallKey[], output: unknown, call: CallInfo): void {
  const slot = world.access.idempotency.size
  const { requestId = null, underWaySeconds = 0 } = call
  const underWayUntil = Math.min(world.now + underWaySeconds * SECOND, LATEST)
  world.access.idempotency = world.access.idempotency.add({ at: world.now, output, requestId, underWayUntil })
  for (const { withBody, header } of keys) {
    world.access.idempotencyKeys = world.access.idempotencyKeys.set(withBody, slot)
    if (header) world.access.idempotencyKeys = world.access.idempotencyKeys.set(header.key, slot)
  }
}
