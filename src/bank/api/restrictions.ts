import type { Given } from '../../contract/absent.ts'
import { plainInput } from '../../contract/plain.ts'
import type { Hold, HoldChanges, HoldQuery, HoldRequest } from '../../core/accounts/hold.ts'
import type { Policy } from '../../core/accounts/policy.ts'
import type { Restriction, RestrictionChanges, RestrictionRequest } from '../../core/accounts/restriction.ts'
import { isRecord } from '../../core/kernel/json.ts'
import type { Page, PageQuery } from '../../core/page.ts'
import { type Access, call, callFor, type Performed, requiredText } from './checked-call.ts'

interface OnAccount {
  /** The number of a master account: ten digits. */
  accountNumber: string
}

/**
 * Restrictions on a master account (§2.8). A restriction blocks a transaction that matches all of its criteria that are not null; a blocked
 * wire ends in `Rejected` with the posting code `RES`.
 */
export interface Restrictions {
  /**
   * Places a restriction. Its type depends on the caller: Partner through `bank.restrictions`, Internal through `bank.desk.restrictions`.
   *
   * @param restriction - `accountNumber` of the master account; `appliesTo`; any of the other six criteria, such as `amountThreshold` in
   *   minor units
   * @throws {UsageError} if a field has the wrong shape or an unknown name
   * @throws {RejectionError} `account_not_found`, `account_is_not_a_master`, `subledger_has_another_master`,
   *   `restriction_type_is_not_yours`
   * @example
   * ```ts
   * // Freeze the account: every criterion is a wildcard.
   * const { accountNumber } = bank.masterAccount
   * bank.restrictions.create({ accountNumber, appliesTo: 'All', reason: 'Frozen' })
   * ```
   */
  create(restriction: Given<RestrictionRequest & OnAccount>): Restriction
  /** Returns a restriction by its id; a removed restriction has `removedAt`. @throws {RejectionError} `restriction_not_found` */
  get(id: string): Restriction
  /**
   * A page of the restrictions on a master account, of type Partner and Internal, in the order in which they were placed.
   *
   * @param query - `accountNumber`, the master account; `pageNumber` from 1, `pageSize` from 1 to 50
   * @throws {RejectionError} `account_not_found`, `account_is_not_a_master`
   */
  list(query: PageQuery & OnAccount): Page<Restriction>
  /**
   * Changes criteria, reason or notes. Fields that are left out stay as they are.
   *
   * @throws {UsageError} if a field has the wrong shape or an unknown name
   * @throws {RejectionError} `restriction_not_found`, `account_not_found`, `subledger_has_another_master`, `restriction_type_is_not_yours`;
   *   `restriction_is_internal` if a Partner user changes an Internal restriction
   */
  update(id: string, changes: Given<RestrictionChanges>): Restriction
  /**
   * Removes a restriction: it no longer blocks anything and is in no list, but `get` still returns it.
   *
   * @returns the restriction as it was
   * @throws {RejectionError} `restriction_not_found`; `restriction_is_internal` if a Partner user removes an Internal restriction
   */
  remove(id: string): Restriction
}

export function restrictions(access: Access): Restrictions {
  const named = (id: string, performed: Performed) => requiredText(id, 'restriction id', performed)
  return {
    create: (restriction) => {
      const [accountNumber, request] = parted(restriction, 'to place a restriction on an account')
      return callFor(access, 'restrictions.create', { accountNumber }, request)
    },
    get: (id) => call(access, 'restrictions.get', { id: named(id, 'restrictions.get') }),
    list: (given) => {
      const [accountNumber, query] = parted<PageQuery>(given, 'to list the restrictions on an account')
      return callFor(access, 'restrictions.list', { accountNumber }, query)
    },
    update: (id, changes) => callFor(access, 'restrictions.update', { id: named(id, 'restrictions.update') }, changes),
    remove: (id) => call(access, 'restrictions.remove', { id: named(id, 'restrictions.remove') }),
  }
}

/** Returns the account number and the other fields. What is no record is refused by the check of the input. */
function parted<More>(given: unknown, performed: `to ${string}`): [string, More] {
  const input = plainInput(`Failed ${performed}`, given)
  if (!isRecord(input)) return ['', input as More]
  const { accountNumber, ...more } = input as unknown as OnAccount
  return [requiredText(accountNumber, 'account number', performed), more as More]
}

/** Holds: money that stays on the account and is not available until it is released (§1, §2.8 rule 6). */
export interface Holds {
  /**
   * Puts money of an account or subledger on hold. The type of the hold depends on the caller: Partner through `bank.holds`, Internal
   * through `bank.desk.holds`.
   *
   * @param request - `accountNumber`, `amount` in minor units; `reason` (by default `Hold`) and `notes`
   * @throws {UsageError} if a field is of the wrong shape
   * @throws {RejectionError} `account_not_found`, `amount_exceeds_safe_range`; `hold_exceeds_available` if the assumption
   *   `holds.beyondAvailable` is `refused`
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
  /** Returns a hold, placed or released. @throws {RejectionError} `hold_not_found` */
  get(id: string): Hold
  /**
   * A page of the holds that were not released, of type Partner and Internal, in the order in which they were placed.
   *
   * @param query - `accountNumber`: a subledger, or a master account with all its subledgers; `pageNumber`, `pageSize`
   * @throws {RejectionError} `account_not_found`
   */
  list(query?: HoldQuery): Page<Hold>
  /**
   * Changes a hold that was not released. Fields that are left out stay as they are.
   *
   * @param changes - `amount` in minor units, `reason`, `notes`
   * @throws {UsageError} if a field is of the wrong shape
   * @throws {RejectionError} `hold_not_found`, `hold_was_released`, `amount_exceeds_safe_range`; `hold_is_internal` if a Partner user
   *   changes an Internal hold; `hold_exceeds_available` if the assumption `holds.beyondAvailable` is `refused`
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
   * @throws {RejectionError} `hold_not_found`, `hold_was_released`; `hold_is_internal` if a Partner user releases an Internal hold
   */
  release(id: string): Hold
}

export function holds(access: Access): Holds {
  return {
    place: (request) => call(access, 'holds.place', request),
    get: (id) => call(access, 'holds.get', { id: requiredText(id, 'hold id', 'holds.get') }),
    list: (query = {}) => call(access, 'holds.list', query),
    update: (id, changes) =>
      callFor(access, 'holds.update', { id: requiredText(id, 'hold id', 'holds.update') }, changes),
    release: (id) => call(access, 'holds.release', { id: requiredText(id, 'hold id', 'holds.release') }),
  }
}

/** Restriction policies: what the bank allows for a whole product, in addition to the restrictions of an account (§2.8 rule 7). */
export interface Policies {
  /** The policy of a product. @throws {RejectionError} `product_not_found` */
  get(productId: string): Policy
  /**
   * Sets what is allowed for a product. Only the bank can do so: through `bank.desk.policies`.
   *
   * @param allowed - a list of entries with `rail`, `transactionType` and `transactionCode`. A field that is null or absent allows any
   *   value. A transaction that no entry allows is refused with `RES`. Null instead of a list allows everything
   * @throws {UsageError} if an entry is of the wrong shape
   * @throws {RejectionError} `product_not_found`; `policy_is_internal` for a Partner user
   * @example
   * ```ts
   * // A program for wires, and for ACH that comes in.
   * bank.desk.policies.set(bank.partner.productId, [{ rail: 'Wire' }, { rail: 'Ach', transactionType: 'Credit' }])
   * ```
   */
  set(productId: string, allowed: Policy['allowed']): Policy
}

export function policies(access: Access): Policies {
  return {
    get: (productId) =>
      call(access, 'policies.get', { productId: requiredText(productId, 'product id', 'policies.get') }),
    set: (id, allowed) => {
      const productId = requiredText(id, 'product id', 'policies.set')
      return callFor(access, 'policies.set', { productId }, allowed, 'allowed')
    },
  }
}
