import { issueTokenOptions } from '../contract/token.ts'
import { partnerRecord } from '../core/access/partner.ts'
import type { TokenResponse } from '../core/access/token.ts'
import { type Access, checked, textOf } from './input.ts'

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

/** The tokens resource of the partner at `partner`. */
export function tokens(access: Access, partner: number): Tokens {
  const { shell, actor } = access
  return {
    issue: (options = {}) => {
      const { audience } = checked(access, 'tokens.issue', issueTokenOptions, options, 'issue a token')
      const record = partnerRecord(shell.state.world, partner)
      const request = {
        grant_type: 'client_credentials',
        client_id: record.clientId,
        client_secret: record.clientSecret,
        audience: audience ?? record.audience,
      }
      return shell.perform('tokens.issue', request, actor).output
    },
    revoke: (accessToken) =>
      void shell.perform('tokens.revoke', { accessToken: textOf(accessToken, 'access token') }, actor),
  }
}
