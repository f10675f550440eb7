import type { Given } from '../../contract/absent.ts'
import type { Hold, HoldQuery } from '../../core/accounts/hold.ts'
import type { HoldChanges, HoldRequest } from '../../core/accounts/hold-changes.ts'
import type { Page } from '../../core/page.ts'
import { type Access, call, callOn, requiredText } from './calls.ts'

/** Holds: money that stays on the account and is not available until it is released (§1, §2.8 rule 6). */
export interface Holds {
  /**
   * Puts money of an account or subledger on hold. Its type is that of the user: Partner through `bank.holds`, Internal
   * through `bank.desk.holds`.
   *
   * @param request - `accountNumber`, `amount` in minor units; `reason` (by default `Hold`) and `notes`
   * @throws {UsageError} where a field is of the wrong shape
   * @throws {RejectionError} `account_not_found`, `amount_exceeds_safe_range`; `hold_exceeds_available` where the catalogue
   *   says so
   * @example
   * ```ts
   * const { accountNumber } = bank.masterAccount
   * const hold = bank.holds.place({ accountNumber, amount: 30_000_000, reason: 'Dispute' })
   * bank.masterAccount.availableBalance // 70000000
   * bank.holds.release(hold.id)
   * bank.masterAccount.availableBalance // 100000000
   * ```
   */
  place(request: Given<HoldRequest>): Hold
  /** One hold, placed or released. @throws {RejectionError} `hold_not_found` */
  get(id: string): Hold
  /**
   * A page of the holds that are on money now, Partner and Internal ones, in the order of their placing.
   *
   * @param query - `accountNumber`: a subledger, or a master account with all its subledgers; `pageNumber`, `pageSize`
   * @throws {RejectionError} `account_not_found`
   */
  list(query?: HoldQuery): Page<Hold>
  /**
   * Changes a hold that is on money; what is left out stays.
   *
   * @param changes - `amount` in minor units, `reason`, `notes`
   * @throws {UsageError} where a field is of the wrong shape
   * @throws {RejectionError} `hold_not_found`, `hold_was_released`, `amount_exceeds_safe_range`; `hold_is_internal` for a Partner user
   *   and an Internal hold; `hold_exceeds_available` where the catalogue says so
   * @example
   * ```ts
   * const { accountNumber } = bank.masterAccount
   * const { id } = bank.holds.place({ accountNumber, amount: 30_000_000 })
   * bank.holds.update(id, { amount: 10_000_000 })
   * bank.masterAccount.availableBalance // 90000000
   * ```
   */
  update(id: string, changes: Given<HoldChanges>): Hold
  /**
   * Makes the money available again.
   *
   * @throws {RejectionError} `hold_not_found`, `hold_was_released`; `hold_is_internal` for a Partner user and an Internal hold
   */
  release(id: string): Hold
}

export function holds(access: Access): Holds {
  return {
    place: (request) => call(access, 'holds.place', request),
    get: (id) => call(access, 'holds.get', { id: requiredText(id, 'hold id') }),
    list: (query = {}) => call(access, 'holds.list', query),
    update: (id, changes) => callOn(access, 'holds.update', { id: requiredText(id, 'hold id') }, changes),
    release: (id) => call(access, 'holds.release', { id: requiredText(id, 'hold id') }),
  }
}
