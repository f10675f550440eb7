/** Access tokens. Each is issued for client credentials, for one audience or for all, and expires on the virtual clock. (§2.1, §5) */
import { base64UrlOf, bytesOfText } from '../kernel/base64.ts'
import { combine, hashText, LETTERS_AND_DIGITS, textsOfKeys } from '../kernel/identity.ts'
import { canonicalJson } from '../kernel/json.ts'
import { remembered } from '../kernel/remembered.ts'
import { hmacSha256 } from '../kernel/sha256.ts'
import { SECOND, timeOf } from '../kernel/time/instant.ts'
import { type Rejection, reject } from '../rejection.ts'
import { streams } from '../streams.ts'
import { maySee, type Turn } from '../turn.ts'
import type { Settings, World } from '../world.ts'
import { audienceOf } from './authenticate.ts'
import { partnerIdOf, slotOfPartner } from './partner.ts'
import type { Partner } from './state.ts'

/** A token request, as JSON or as a form (§2.1). */
export interface TokenRequest {
  grant_type: string
  client_id: string
  client_secret: string
  /** The audience of one service. Without it, `tokens.withoutAudience` decides: a token for every service, or a refusal. */
  audience?: string | undefined
  /** Ignored. It is accepted because OAuth libraries send it. */
  scope?: string | undefined
}

/** The answer to a token request (§2.1). */
export interface TokenResponse {
  access_token: string
  /** Lifetime in seconds of the virtual clock. */
  expires_in: number
  token_type: 'Bearer'
}

export function issueToken(turn: Turn, request: TokenRequest): TokenResponse | Rejection {
  const { world, assume } = turn
  // Refusals.
  if (request.grant_type !== 'client_credentials') {
    return reject(
      'grant_type_is_unsupported',
      `Failed to issue a token to "${request.client_id}": grant_type is "${request.grant_type}", and only "client_credentials" is served. (§2.1)`,
    )
  }
  const partner = slotOfPartner(world, 'clientId', request.client_id)
  const isKnown = partner !== undefined && world.access.partners.at(partner).clientSecret === request.client_secret
  if (!isKnown) return reject('client_is_unknown', 'Unauthorized')
  const audiences = [audienceOf(world, 'banking'), audienceOf(world, 'loans')]
  const { audience } = request
  if (audience === undefined && assume('tokens.withoutAudience') === 'refused') {
    return reject(
      'audience_is_missing',
      `Failed to issue a token to "${request.client_id}": the audience is missing. Send bank.partner.audience or bank.partner.loanAudience. (§2.1)`,
    )
  }
  if (audience !== undefined && !audiences.includes(audience)) {
    return reject(
      'audience_is_unknown',
      `Failed to issue a token to "${request.client_id}": the audience "${audience}" is not one of ${audiences.join(', ')}. Use bank.partner.audience or bank.partner.loanAudience. (§2.1)`,
    )
  }

  // Nothing is refused from here on.
  const lifetime = assume('tokens.lifetimeSeconds')
  const slot = world.access.tokens.size
  const expiresAt = world.now + lifetime * SECOND
  const opaque = tokenText(world, { slot, partner, audience: audience ?? null })
  const claims = {
    iss: `${world.settings.authUrl}/`,
    sub: `${request.client_id}@clients`,
    aud: audience ?? audiences,
    iat: Math.floor(world.now / SECOND),
    exp: Math.floor(expiresAt / SECOND),
  }
  // A client need not read its token, so only a token that was made to be read rests on the assumption.
  const isJwt = world.settings.assume['tokens.form'] === 'jwt' && assume('tokens.form') === 'jwt'
  const text = isJwt ? jwtOf(claims, opaque) : opaque
  world.access.tokens = world.access.tokens.add({ partner, audience: audience ?? null, expiresAt, isRevoked: false })
  world.access.tokenKeys = world.access.tokenKeys.set(text, slot)
  turn.tell({
    what: 'token.issued',
    partnerId: partnerIdOf(world, partner),
    audience: audience ?? 'every service',
    expiresAt: timeOf(world, expiresAt),
  })
  return { access_token: text, expires_in: lifetime, token_type: 'Bearer' }
}

/** A JSON Web Token (RFC 7519) with a signature of the usual form, which cannot be verified. */
function jwtOf(claims: object, signature: string): string {
  const parts = [{ alg: 'RS256', typ: 'JWT' }, claims].map((part) => base64UrlOf(bytesOfText(JSON.stringify(part))))
  return [...parts, signature].join('.')
}

/** A partner can revoke only its own tokens. */
export function revokeToken(turn: Turn, { accessToken }: { accessToken: string }): undefined | Rejection {
  const { world } = turn
  // Refusals.
  const slot = world.access.tokenKeys.get(accessToken)
  const token = slot === undefined ? undefined : world.access.tokens.at(slot)
  if (slot === undefined || token === undefined || !maySee(turn.actor, token.partner)) {
    return reject(
      'token_is_invalid',
      `Failed to revoke the token "${accessToken}": this bank has issued no such token to this partner. Take access_token from bank.tokens.issue(), or from bank.as(partnerId).tokens.issue(). (§5)`,
    )
  }

  // Nothing is refused from here on.
  world.access.tokens = world.access.tokens.update(slot, { isRevoked: true })
  turn.tell({ what: 'token.revoked', partnerId: partnerIdOf(world, token.partner) })
  return undefined
}

/**
 * The text of a token is derived from the bank's settings, the client, the audience, the instant and the slot, so that no bank accepts the
 * token of a different bank. Banks with equal settings and states give equal tokens. (§5)
 */
function tokenText(
  { settings, now, access }: World,
  { slot, partner, audience }: { slot: number; partner: number; audience: string | null },
): string {
  const issuer = issuerOf(settings)(partner)(access.partners.at(partner))
  // Each key combines one fact with the key before it. So two texts are equal only if slot, instant, audience and issuer are all equal,
  // and tokens in different slots of a bank always differ.
  const ofSlot = combine(issuer.getUint32(0), slot)
  const ofInstant = combine(combine(combine(issuer.getUint32(4), now >>> 0), Math.floor(now / 2 ** 32)), ofSlot)
  const ofAudience = combine(combine(issuer.getUint32(8), audience === null ? 0 : hashText(audience)), ofInstant)
  const ofIssuer = combine(issuer.getUint32(12), ofAudience)
  return textOf([ofSlot, ofInstant, ofAudience, ofIssuer])
}

const textOf = textsOfKeys(LETTERS_AND_DIGITS, 48)

/** A keyed hash of the bank's settings and the client, which is slow to compute. */
const issuerOf = remembered((settings: Settings) =>
  remembered((slot: number) =>
    remembered(({ id, productId, clientId, clientSecret }: Partner) => {
      // A stored journal may have the settings in another order, so the JSON is sorted.
      const facts = canonicalJson([streams.token, slot, id, productId, clientId, settings])
      const hash = hmacSha256(bytesOfText(clientSecret), bytesOfText(facts))
      return new DataView(hash.buffer, hash.byteOffset, hash.byteLength)
    }),
  ),
)
