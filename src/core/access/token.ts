/** Access tokens. Each is issued for client credentials, for one audience or for all, and expires on the virtual clock. (§2.1, §5) */
import { formatInstant, SECOND } from '../kernel/time/instant.ts'
import { type Rejection, reject } from '../rejection.ts'
import { maySee, type Turn } from '../turn.ts'
import { audienceOf } from './authenticate.ts'
import { partnerIdOf, slotOfPartner } from './partner.ts'
import { tokenText } from './token-text.ts'

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
  if (request.scope !== undefined) assume('tokens.scope')
  const lifetime = assume('tokens.lifetimeSeconds')
  const slot = world.access.tokens.size
  const expiresAt = world.now + lifetime * SECOND
  const text = tokenText(world, { slot, partner, audience: audience ?? null })
  world.access.tokens = world.access.tokens.add({ partner, audience: audience ?? null, expiresAt, isRevoked: false })
  world.access.tokenKeys = world.access.tokenKeys.set(text, slot)
  turn.tell({
    what: 'token.issued',
    partnerId: partnerIdOf(world, partner),
    audience: audience ?? 'every service',
    expiresAt: formatInstant(expiresAt, world.settings.timeZone),
  })
  return { access_token: text, expires_in: lifetime, token_type: 'Bearer' }
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
