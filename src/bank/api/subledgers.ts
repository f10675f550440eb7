import type { Given } from '../../contract/absent.ts'
import type { Subledger } from '../../core/accounts/account-record.ts'
import type { SubledgerQuery, SubledgerRequest } from '../../core/accounts/subledger.ts'
import type { Page } from '../../core/page.ts'
import { type Access, call, callOn, requiredText } from './calls.ts'

/** Subledgers under a master account (§2.9). Amounts in minor units. */
export interface Subledgers {
  /**
   * Opens a subledger: a twelve-digit number that begins with 3, ready to transact at once.
   *
   * @param request - `masterAccountNumber` and `title`; `beneficiary` is an optional profile
   * @throws {UsageError} where a field is of the wrong shape or a check digit is wrong
   * @throws {RejectionError} `account_not_found`
   * @example
   * ```ts
   * const subledger = bank.subledgers.create({
   *   masterAccountNumber: bank.masterAccount.accountNumber,
   *   title: 'Customer 17',
   * })
   * subledger.accountNumber // '3…', twelve digits
   * ```
   */
  create(request: Given<SubledgerRequest>): Subledger
  /**
   * Gives a subledger another title; of the one that it has already nothing tells.
   *
   * @param title - at most 255 characters
   * @throws {UsageError} where the title is empty or too long
   * @throws {RejectionError} `account_not_found`
   */
  rename(accountNumber: string, title: string): Subledger
  /**
   * Reads a subledger as it is now; the number of a master account means its implicit subledger (§2.9 rule 4).
   *
   * @throws {RejectionError} `account_not_found`
   */
  get(accountNumber: string): Subledger
  /**
   * A page of the partner's subledgers, in the order of their opening; the implicit ones are left out unless
   * `assume: { 'subledgers.implicitListed': 'yes' }`.
   *
   * @param query - `masterAccountNumber`, `pageNumber` from 1, `pageSize` from 1 to 50
   */
  list(query?: SubledgerQuery): Page<Subledger>
}

export function subledgers(access: Access): Subledgers {
  return {
    create: (request) => call(access, 'subledgers.create', request),
    rename: (number, title) => {
      const accountNumber = requiredText(number, 'account number')
      return callOn(access, 'subledgers.rename', { accountNumber }, title, 'title')
    },
    get: (number) => call(access, 'subledgers.get', { accountNumber: requiredText(number, 'account number') }),
    list: (query = {}) => call(access, 'subledgers.list', query),
  }
}
