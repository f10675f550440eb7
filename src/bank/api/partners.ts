import type { PartnerRecord } from '../../core/access/partner.ts'
import type { PartnerRequest } from '../../core/access/partners.ts'
import { INTERNAL, type Shell } from '../shell/state/shell.ts'
import { call, requiredText } from './calls.ts'

/** The partners of the bank (§1). None sees, changes or learns of another's records. */
export interface Partners {
  /**
   * Adds a partner with credentials, a product and a funded master account of its own.
   *
   * @param partner - `name`; `id`, `productId` (UUIDs), `clientId`, `clientSecret`; `masterAccount`: `title`, `balance` in minor units,
   *   `ledgerType`; all optional
   * @returns the partner; `bank.as(partner.id)` has its resources
   * @throws {UsageError} where a field is of the wrong shape
   * @throws {RejectionError} `amount_exceeds_safe_range`, `partner_exists`
   * @example
   * ```ts
   * const other = bank.partners.add({ name: 'Another Partner', masterAccount: { balance: 500_000 } })
   * bank.as(other.id).masterAccount.availableBalance // 500000
   * ```
   */
  add(partner?: PartnerRequest): PartnerRecord
  /** One partner. @throws {RejectionError} `partner_not_found` */
  get(id: string): PartnerRecord
  /** Every partner, the default one first. */
  list(): PartnerRecord[]
}

export function partners(shell: Shell): Partners {
  const access = { shell, actor: INTERNAL }
  return {
    add: (partner = {}) => call(access, 'partners.add', partner),
    get: (id) => call(access, 'partners.get', { id: requiredText(id, 'partner id') }),
    list: () => call(access, 'partners.list', undefined),
  }
}
