import type { Given } from '../../contract/absent.ts'
import type { Restriction, RestrictionChanges, RestrictionRequest } from '../../core/accounts/restriction.ts'
import type { Page, PageQuery } from '../../core/page.ts'
import { type Access, call, callOn, check, perform, requiredText } from './calls.ts'

/** The master account of a restriction, ten digits. */
interface OnAccount {
  accountNumber: string
}

/**
 * Restrictions on a master account (§2.8). A restriction blocks a transaction when all of its criteria that are not null
 * match; a blocked wire ends in `Rejected` with the posting code `RES`.
 */
export interface Restrictions {
  /**
   * Places a restriction. Its type is that of the user: Partner through `bank.restrictions`, Internal through
   * `bank.desk.restrictions`.
   *
   * @param restriction - `accountNumber`, the master account; `appliesTo`, and any of the other six criteria; `amountThreshold` in minor
   *   units
   * @throws {UsageError} where a field is of the wrong shape or unknown name
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
  /** @deprecated Pass one record: `create({ accountNumber, … })`. */
  create(accountNumber: string, request: Given<RestrictionRequest>): Restriction
  /** One restriction, by its id; one that was removed has `removedAt`. @throws {RejectionError} `restriction_not_found` */
  get(id: string): Restriction
  /**
   * A page of the restrictions on a master account, Partner and Internal ones, in the order of their placing.
   *
   * @param query - `accountNumber`, the master account; `pageNumber` from 1, `pageSize` from 1 to 50
   * @throws {RejectionError} `account_not_found`, `account_is_not_a_master`
   */
  list(query: PageQuery & OnAccount): Page<Restriction>
  /** @deprecated Pass one record: `list({ accountNumber, … })`. */
  list(accountNumber: string, query?: PageQuery): Page<Restriction>
  /**
   * Changes criteria, reason or notes; what is left out stays.
   *
   * @throws {UsageError} where a field is of the wrong shape or unknown name
   * @throws {RejectionError} `restriction_not_found`, `account_not_found`, `subledger_has_another_master`,
   *   `restriction_type_is_not_yours`; `restriction_is_internal` for a Partner user and an Internal restriction
   */
  update(id: string, changes: Given<RestrictionChanges>): Restriction
  /**
   * Removes a restriction. It blocks nothing any more, is in no list, and can still be read.
   *
   * @returns the restriction as it was
   * @throws {RejectionError} `restriction_not_found`; `restriction_is_internal` for a Partner user and an Internal restriction
   */
  remove(id: string): Restriction
}

export function restrictions(access: Access): Restrictions {
  const named = (id: string) => requiredText(id, 'restriction id')
  return {
    create: (first: string | Given<RestrictionRequest & OnAccount>, second?: Given<RestrictionRequest>) => {
      const [accountNumber, request] = parted(first, second)
      return callOn(access, 'restrictions.create', { accountNumber }, request)
    },
    get: (id) => call(access, 'restrictions.get', { id: named(id) }),
    list: (first: string | (PageQuery & OnAccount), second: PageQuery = {}) => {
      const [accountNumber, query] = parted(first, second)
      return perform(access, 'restrictions.list', { ...check(access, 'restrictions.list', query), accountNumber })
    },
    update: (id, changes) => callOn(access, 'restrictions.update', { id: named(id) }, changes),
    remove: (id) => call(access, 'restrictions.remove', { id: named(id) }),
  }
}

/** The number of the account, and all else that was given: in one record, or in two arguments. */
function parted<Given>(first: string | object, second: Given): [string, Given] {
  if (typeof first !== 'object' || first === null) return [requiredText(first, 'account number'), second]
  const { accountNumber, ...given } = first as OnAccount
  return [requiredText(accountNumber, 'account number'), given as Given]
}
