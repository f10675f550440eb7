import { partnerRecord } from '../../core/access/partner.ts'
import type { TokenResponse } from '../../core/access/token.ts'
import { type Access, call, check, perform, requiredText } from './calls.ts'

/** Access tokens of the partner (§2.1, §5). They expire on the virtual clock. */
export interface Tokens {
  /**
   * Issues a token without an HTTP call; by default for the banking API.
   *
   * @param options - `audience`: `bank.partner.audience` or `bank.partner.loanAudience`
   * @returns the token response; `expires_in` in seconds of the virtual clock
   * @throws {RejectionError} `audience_is_unknown`
   * @example
   * ```ts
   * const { access_token } = bank.tokens.issue()
   * await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { headers: { authorization: `Bearer ${access_token}` } })
   * ```
   */
  issue(options?: { audience?: string | undefined }): TokenResponse
  /** Makes a token invalid at once: the next call with it gets 401. @throws {RejectionError} `token_is_invalid` */
  revoke(accessToken: string): void
}

export function tokens(access: Access, partner: number): Tokens {
  return {
    issue: (options = {}) => {
      const { clientId, clientSecret, audience: own } = partnerRecord(access.shell.state.world, partner)
      const { audience = own } = check(access, 'tokens.issue', options)
      const credentials = { client_id: clientId, client_secret: clientSecret }
      return perform(access, 'tokens.issue', { grant_type: 'client_credentials', ...credentials, audience })
    },
    revoke: (accessToken) =>
      void call(access, 'tokens.revoke', { accessToken: requiredText(accessToken, 'access token') }),
  }
}
