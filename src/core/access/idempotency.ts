/**
 * Idempotency: a request with the key and the body of an earlier request gets the answer of that request again, and moves no money. Keys
 * are kept for some days of the virtual clock. Only requests that succeeded are remembered. (§4 call 2, §8)
 */
import type { AssumptionId } from '../assumptions/catalogue.ts'
import { type Assume, valuesWith } from '../assumptions/notes.ts'
import { charactersIn } from '../kernel/characters.ts'
import { hashText } from '../kernel/identity.ts'
import { DAY, type Instant, LATEST, SECOND, timeOf } from '../kernel/time/instant.ts'
import { type Problem, type Rejection, reject } from '../rejection.ts'
import type { Reading, Turn } from '../turn.ts'
import type { IdempotencyRecord } from './state.ts'

/** Information about a call, besides its input. */
export interface CallInfo {
  readonly idempotencyKey?: string | undefined
  readonly requestId?: string | undefined
  /** A digest of the request body, present only if the body has fields that are not in the input. A repeat must have the same digest. */
  readonly sent?: string | undefined
  /** Seconds for which a repeat with the same key is refused because this call is still under way. */
  readonly underWaySeconds?: number | undefined
  /** Seconds that the call has taken already, by the fault `slow`. */
  readonly tookSeconds?: number | undefined
}

interface CallKey {
  /** The key with a hash of the body. Different bodies may have the same hash, so the bodies are compared too. */
  readonly withBody: string
  /** What makes the text a key. It decides when an earlier request is found by the key. Null for a key of the function API. */
  readonly source: AssumptionId | null
  /**
   * The text of the request header, and a key without the body, by which an earlier request with the same header and another body is
   * found. Null for a clientIdentifier: another body is then no reason to refuse.
   */
  readonly header: { readonly text: string; readonly key: string } | null
}

/** A call that may be repeated, because it has at least one key. */
interface Repeatable {
  readonly keys: readonly CallKey[]
  /** The input, or the digest of the body (`CallInfo.sent`). */
  readonly body: unknown
  /** The body as JSON. */
  readonly text: string
  /** When the call began. */
  readonly from: Instant
}

/** What a call with a key rests on. */
export const keyedCalls = {
  each: ['idempotency.scope'],
  refused: ['idempotency.refusals'],
  overlapping: ['idempotency.overlap'],
} as const satisfies { readonly [calls: string]: readonly AssumptionId[] }

/** The operations that take a clientIdentifier, each with the assumption that decides whether it is an idempotency key. */
const clientIdentifiers = {
  'wires.create': 'idempotency.clientIdentifier',
  'transactions.transfer': 'idempotency.otherClientIdentifiers',
} as const satisfies { readonly [operation: string]: AssumptionId }

/** Undefined if the call has neither the header nor a clientIdentifier that is used as a key. */
export function repeatable(
  reading: Reading,
  operation: string,
  input: unknown,
  call: CallInfo,
): Repeatable | undefined {
  const header = call.idempotencyKey
  const { clientIdentifier } = operation in clientIdentifiers ? (input as { clientIdentifier?: string }) : {}
  const source = clientIdentifiers[operation as keyof typeof clientIdentifiers]
  const own = source && valuesWith(reading.world.settings.assume)[source]
  // A bank that ignores identifiers remembers none, so it cannot tell whether this one would decide.
  const outcome = (use: string) => own === 'ignored' && use
  // Clients send an empty text in a field that they do not use.
  const isIgnored = !clientIdentifier || reading.assume(source, outcome) === 'ignored'
  if (header === undefined && isIgnored) return undefined
  const body = call.sent ?? input
  const text = textOf(body)
  const hash = hashText(text)
  // The client's text comes last in a key because it may have blanks. The parts before it have none.
  const scope = `${reading.actor.kind === 'partner' ? reading.actor.partner : reading.actor.kind} ${operation}`
  const keys: CallKey[] = []
  if (header !== undefined) {
    const key = `${scope} header ${header}`
    const withBody = `${scope} headerAndBody ${hash} ${header}`
    const isSent = call.requestId !== undefined
    keys.push({ withBody, source: isSent ? 'idempotency.header' : null, header: { text: header, key } })
  }
  if (!isIgnored) keys.push({ withBody: `${scope} clientAndBody ${hash} ${clientIdentifier}`, source, header: null })
  return { keys, body, text, from: reading.world.now - (call.tookSeconds ?? 0) * SECOND }
}

const textOf = (body: unknown): string => JSON.stringify(body ?? null)

/** Reads the body of a request from its answer, if the answer contains it. Such a body need not be kept a second time. */
type BodyIn = (reading: Reading, output: never) => unknown

/** Returns the remembered answer to the same call, a refusal, or undefined if the call is new. */
export function recall(
  reading: Reading,
  { keys, text }: Repeatable,
  bodyIn: BodyIn | undefined,
  note: (source: AssumptionId) => void,
): IdempotencyRecord | Rejection | undefined {
  const { world, assume } = reading
  const oldest = () => world.now - assume('idempotency.retentionDays') * DAY
  /** Finds the newest record of a key that has not expired; with `body`, the newest that has this body. */
  const find = (key: string, body?: string) => {
    let slot = world.access.idempotencyKeys.get(key) ?? null
    while (slot !== null) {
      const record = world.access.idempotency.at(slot)
      if (record.at <= oldest()) return undefined
      if (body === undefined || textOf(record.body ?? bodyIn?.(reading, record.output as never)) === body) return record
      slot = record.before
    }
    return undefined
  }
  for (const { withBody, source, header } of keys) {
    const record = find(withBody, text)
    const isRefused = !record && header && find(header.key) && assume('idempotency.changedBody') === 'refused'
    if (source && (record || isRefused)) note(source)
    if (record && header && world.now < record.underWayUntil) {
      return reject(
        'idempotency_key_is_under_way',
        `Failed to accept the idempotency key "${header.text}": a request with this key is under way until ${timeOf(world, record.underWayUntil)}. Repeat the request after that time. (§4)`,
      )
    }
    if (record) return record
    if (isRefused) {
      return reject(
        'idempotency_key_has_another_body',
        `Failed to accept the idempotency key "${header.text}": an earlier request had this key and another body. Use a new key for a new request. (§4)`,
      )
    }
  }
  return undefined
}

/** The refusal of a key that is too long. It is the first check of a call, as such a key stands for nothing. */
export function refusalOfKey({ assume }: Reading, { idempotencyKey = '' }: CallInfo): Rejection | undefined {
  const problem = idempotencyKey === '' ? undefined : problemOfKey(assume, idempotencyKey)
  if (!problem) return undefined
  const message = `Failed to accept the idempotency key: it ${problem.message}. Send a UUID. (§4)`
  return reject('idempotency_key_is_too_long', message, [problem])
}

/** The problem of a key that is too long. */
export function problemOfKey(assume: Assume, key: string): Problem | undefined {
  const { length } = charactersIn(key)
  const fits = (most: number) => length <= most
  if (fits(assume('idempotency.keyLength', fits))) return undefined
  const message = `has ${length} characters, and ${assume('idempotency.keyLength')} are allowed`
  return { path: assume('idempotency.header'), message, code: 'idempotency_key_is_too_long' }
}

/** Remembers the answer, or the data from which it is made again. `output` is not copied, so it must not change later. */
export function remember(
  turn: Turn,
  { keys, body: whole }: Repeatable,
  output: unknown,
  { requestId, underWaySeconds = 0 }: CallInfo,
  bodyIn: BodyIn | undefined,
): void {
  const { world } = turn
  const body = bodyIn?.(turn, output as never) === whole ? null : whole
  const underWayUntil = Math.min(world.now + underWaySeconds * SECOND, LATEST)
  for (const { withBody, header } of keys) {
    const before = world.access.idempotencyKeys.get(withBody) ?? null
    const slot = world.access.idempotency.size
    world.access.idempotency = world.access.idempotency.add({
      at: world.now,
      output,
      requestId: requestId ?? null,
      underWayUntil,
      body,
      before,
    })
    world.access.idempotencyKeys = world.access.idempotencyKeys.set(withBody, slot)
    if (header) world.access.idempotencyKeys = world.access.idempotencyKeys.set(header.key, slot)
  }
}
