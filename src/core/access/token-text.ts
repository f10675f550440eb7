/**
 * The text of a token: it follows from all that tells one token from another, so that no bank accepts what another one issued. Banks
 * with the same settings that issue a token under the same circumstances issue the same one, as all their answers are the same. (§5)
 */
import { bytesOfText } from '../kernel/base64.ts'
import { combine, hashText } from '../kernel/hash.ts'
import { LETTERS_AND_DIGITS, textOfKeys } from '../kernel/identity.ts'
import { hmacSha256 } from '../kernel/sha256.ts'
import { streams } from '../streams.ts'
import type { Settings, World } from '../world.ts'
import type { Partner } from './state.ts'

const LENGTH = 48

/** The text of the token that will stand at `slot`: of this bank, for this partner and audience, at the present instant. */
export function tokenText(
  { settings, now, access }: World,
  { slot, partner, audience }: { slot: number; partner: number; audience: string | null },
): string {
  const { issuer } = markOf(settings, partner, access.partners.at(partner))
  // Each key holds one fact and the keys before it. So texts are equal where all four facts are, and of one bank no two slots are.
  const ofSlot = combine(issuer.getUint32(0), slot)
  const ofInstant = combine(combine(combine(issuer.getUint32(4), now >>> 0), Math.floor(now / 2 ** 32)), ofSlot)
  const ofAudience = combine(combine(issuer.getUint32(8), audience === null ? 0 : hashText(audience)), ofInstant)
  const ofIssuer = combine(issuer.getUint32(12), ofAudience)
  return textOfKeys(LETTERS_AND_DIGITS, LENGTH, [ofSlot, ofInstant, ofAudience, ofIssuer])
}

/** What stands for a bank and a client of it. */
interface Mark {
  readonly settings: Settings
  readonly slot: number
  readonly issuer: DataView
}

/** A keyed hash of the bank's birth, which is all of its settings, and of the client: made once, as it is slow. */
function markOf(settings: Settings, slot: number, partner: Partner): Mark {
  const kept = marks.get(partner)
  if (kept?.settings === settings && kept.slot === slot) return kept
  const { id, productId, clientId, clientSecret } = partner
  const facts = JSON.stringify([streams.token, slot, id, productId, clientId, settings], inOneOrder)
  const hash = hmacSha256(bytesOfText(clientSecret), bytesOfText(facts))
  const mark = { settings, slot, issuer: new DataView(hash.buffer, hash.byteOffset, hash.byteLength) }
  marks.set(partner, mark)
  return mark
}

const marks = new WeakMap<Partner, Mark>()

/** Equal settings give equal texts, in whatever order a journal that was stored has their names. */
function inOneOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([first], [second]) => (first < second ? -1 : 1)))
}
