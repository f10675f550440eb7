/**
 * Authentication: finds the partner whose token a request carries, or refuses the request with 401. (§5) Two other files
 * answer with 401: token.ts if the client is unknown, and http/perform-or-strike.ts if a test injected the fault `status`.
 */
import { timeOf } from '../kernel/time/instant.ts'
import { type Rejection, reject } from '../rejection.ts'
import type { Reading } from '../turn.ts'
import type { World } from '../world.ts'

export type Service = 'banking' | 'loans'

/** Returns the slot of the partner whose valid token for `service` is in the Authorization header, or a refusal (§5 rule 3). */
export function authenticate(
  { world, assume }: Pick<Reading, 'world' | 'assume'>,
  { authorization, service }: { authorization: string | null; service: Service },
): number | Rejection {
  const failed = 'Failed to authenticate'
  if (authorization === null) {
    return reject(
      'token_is_missing',
      `${failed}: the header "Authorization: Bearer <ACCESS_TOKEN>" is missing. Request a token and send it. (§5)`,
    )
  }
  const text = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1]
  const slot = text === undefined ? undefined : world.access.tokenKeys.get(text)
  if (slot === undefined) {
    return reject(
      'token_is_invalid',
      `${failed}: the Authorization header carries no token of this bank. Request a new one. (§5)`,
    )
  }
  const token = world.access.tokens.at(slot)
  if (token.isRevoked) return reject('token_was_revoked', `${failed}: the token was revoked. Request a new one. (§5)`)
  if (token.expiresAt <= world.now) {
    return reject(
      'token_has_expired',
      `${failed}: the token expired at ${timeOf(world, token.expiresAt)}, and it is ${timeOf(world)}. Request a new one. (§5)`,
    )
  }
  const audience = audienceOf(world, service)
  const isForAnother = token.audience !== null && token.audience !== audience
  if (isForAnother && assume('tokens.audience') === 'perService') {
    return reject(
      'token_has_another_audience',
      `${failed}: the token is for the audience "${token.audience}", and this service has the audience "${audience}". Request a token for "${audience}". (§5)`,
    )
  }
  return token.partner
}

export function audienceOf({ settings }: World, service: Service): string {
  return service === 'banking' ? (settings.partner.audience ?? settings.baseUrl) : settings.loanBaseUrl
}
