/**
 * The text of a token. It is derived from the bank's settings, the client, the audience, the instant and the slot, so that no bank accepts
 * the token of a different bank. Banks with equal settings and states give equal tokens. (§5)
 */
import { bytesOfText } from '../kernel/base64.ts'
import { combine, hashText, LETTERS_AND_DIGITS, textOfKeys } from '../kernel/identity.ts'
import { canonicalJson } from '../kernel/json.ts'
import { hmacSha256 } from '../kernel/sha256.ts'
import { streams } from '../streams.ts'
import type { Settings, World } from '../world.ts'
import type { Partner } from './state.ts'

const LENGTH = 48

export function tokenText(
  { settings, now, access }: World,
  { slot, partner, audience }: { slot: number; partner: number; audience: string | null },
): string {
  const { issuer } = markOf(settings, partner, access.partners.at(partner))
  // Each key combines one fact with the key before it. So two texts are equal only if slot, instant, audience and issuer are all equal,
  // and tokens in different slots of a bank always differ.
  const ofSlot = combine(issuer.getUint32(0), slot)
  const ofInstant = combine(combine(combine(issuer.getUint32(4), now >>> 0), Math.floor(now / 2 ** 32)), ofSlot)
  const ofAudience = combine(combine(issuer.getUint32(8), audience === null ? 0 : hashText(audience)), ofInstant)
  const ofIssuer = combine(issuer.getUint32(12), ofAudience)
  return textOfKeys(LETTERS_AND_DIGITS, LENGTH, [ofSlot, ofInstant, ofAudience, ofIssuer])
}

interface Mark {
  readonly settings: Settings
  readonly slot: number
  readonly issuer: DataView
}

/** Returns a keyed hash of the bank's settings and the client. It is cached because it is slow to compute. */
function markOf(settings: Settings, slot: number, partner: Partner): Mark {
  const kept = marks.get(partner)
  if (kept?.settings === settings && kept.slot === slot) return kept
  const { id, productId, clientId, clientSecret } = partner
  // A stored journal may have the settings in another order, so the JSON is sorted.
  const facts = canonicalJson([streams.token, slot, id, productId, clientId, settings])
  const hash = hmacSha256(bytesOfText(clientSecret), bytesOfText(facts))
  const mark = { settings, slot, issuer: new DataView(hash.buffer, hash.byteOffset, hash.byteLength) }
  marks.set(partner, mark)
  return mark
}

const marks = new WeakMap<Partner, Mark>()
