import { type PartnerRecord, partnerRecord } from '../../core/access/partner.ts'
import type { PartnerRequest } from '../../core/access/partners.ts'
import type { TokenResponse } from '../../core/access/token.ts'
import { INTERNAL } from '../../core/turn.ts'
import type { Shell } from '../shell/state/shell.ts'
import { type Access, call, check, perform, requiredText } from './checked-call.ts'

/** The partners of the bank (§1). No partner sees, changes or learns of the records of another. */
export interface Partners {
  /**
   * Adds a partner with credentials, a product and a funded master account of its own.
   *
   * @param partner - `name`; `id`, `productId` (UUIDs), `clientId`, `clientSecret`; `masterAccount`: `title`, `balance` in minor units,
   *   `ledgerType`; all optional
   * @returns the partner; `bank.as(partner.id)` has its resources
   * @throws {UsageError} if a field is of the wrong shape
   * @throws {RejectionError} `amount_exceeds_safe_range`, `partner_exists`
   * @example
   * ```ts
   * const other = bank.partners.add({ name: 'Another Partner', masterAccount: { balance: 500_000 } })
   * bank.as(other.id).masterAccount.availableBalance // 500000
   * ```
   */
  add(partner?: PartnerRequest): PartnerRecord
  /** Returns a partner. @throws {RejectionError} `partner_not_found` */
  get(id: string): PartnerRecord
  /** Every partner, the default one first. */
  list(): PartnerRecord[]
}

export function partners(shell: Shell): Partners {
  const access = { shell, actor: INTERNAL }
  return {
    add: (partner = {}) => call(access, 'partners.add', partner),
    get: (id) => call(access, 'partners.get', { id: requiredText(id, 'partner id', 'partners.get') }),
    list: () => call(access, 'partners.list', undefined),
  }
}

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
      void call(access, 'tokens.revoke', { accessToken: requiredText(accessToken, 'access token', 'tokens.revoke') }),
  }
}
