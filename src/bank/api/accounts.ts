import type { Given } from '../../contract/absent.ts'
import type { OpenAccount } from '../../core/accounts/account.ts'
import type { MasterAccount, Subledger } from '../../core/accounts/account-record.ts'
import type { AccountStatus } from '../../core/accounts/account-status.ts'
import type { SubledgerQuery, SubledgerRequest } from '../../core/accounts/subledger.ts'
import type { Page } from '../../core/page.ts'
import { type Access, call, callFor, requiredText } from './checked-call.ts'

/** Master accounts of the partner (§2.9). Amounts in minor units. */
export interface Accounts {
  /**
   * Opens a master account. Its opening balance comes from the bank's internal settlement account.
   *
   * @param account - `title`, `balance` in minor units, `ledgerType`; all optional
   * @returns the account, with its ten-digit `accountNumber`
   * @throws {UsageError} if a field is of the wrong shape
   * @throws {RejectionError} `amount_exceeds_safe_range`
   * @example
   * ```ts
   * const direct = bank.accounts.open({ title: 'Payroll', balance: 500_000, ledgerType: 'Direct' })
   * direct.availableBalance // 500000
   * ```
   */
  open(account?: OpenAccount): MasterAccount
  /** Returns a master account. @throws {RejectionError} `account_not_found`; `account_is_not_a_master` for the number of a subledger */
  get(accountNumber: string): MasterAccount
  /** All master accounts of the partner, in the order of their opening. */
  all(): MasterAccount[]
  /**
   * Changes the status of a master account or subledger. While the account is not `Active`, every posting to it is refused with the posting
   * code of the status (`CLS`, `INA` …). A wire that has passed its review still goes out. The account keeps its money. Setting the present
   * status again changes nothing, and is not in the timeline.
   *
   * @throws {RejectionError} `account_not_found`
   */
  setStatus(accountNumber: string, status: AccountStatus): MasterAccount | Subledger
}

export function accounts(access: Access): Accounts {
  return {
    open: (account = {}) => call(access, 'accounts.open', account),
    get: (number) =>
      call(access, 'accounts.get', { accountNumber: requiredText(number, 'account number', 'accounts.get') }),
    all: () => call(access, 'accounts.list', undefined),
    setStatus: (number, status) => {
      const accountNumber = requiredText(number, 'account number', 'to change the status of an account')
      return callFor(access, 'accounts.setStatus', { accountNumber }, status, 'status')
    },
  }
}

/** Subledgers under a master account (§2.9). Amounts in minor units. */
export interface Subledgers {
  /**
   * Opens a subledger, which can transact at once. Its account number has twelve digits and begins with 3.
   *
   * @param request - `masterAccountNumber` and `title`; `beneficiary` is an optional profile
   * @throws {UsageError} if a field is of the wrong shape, or a check digit is wrong
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
   * Changes the title of a subledger. Setting the present title again changes nothing, and is not in the timeline.
   *
   * @param title - at most 255 characters
   * @throws {UsageError} if the title is empty or too long
   * @throws {RejectionError} `account_not_found`
   */
  rename(accountNumber: string, title: string): Subledger
  /**
   * Reads a subledger as it is now. A master account's number gives the implicit subledger opened with that account (§2.9).
   *
   * @throws {RejectionError} `account_not_found`
   */
  get(accountNumber: string): Subledger
  /**
   * A page of the partner's subledgers, in the order of their opening. Only `assume: { 'subledgers.implicitListed': 'yes' }` lists the
   * implicit ones.
   *
   * @param query - `masterAccountNumber`, `pageNumber` from 1, `pageSize` from 1 to 50
   */
  list(query?: SubledgerQuery): Page<Subledger>
}

export function subledgers(access: Access): Subledgers {
  return {
    create: (request) => call(access, 'subledgers.create', request),
    rename: (number, title) => {
      const accountNumber = requiredText(number, 'account number', 'subledgers.rename')
      return callFor(access, 'subledgers.rename', { accountNumber }, title, 'title')
    },
    get: (number) =>
      call(access, 'subledgers.get', { accountNumber: requiredText(number, 'account number', 'subledgers.get') }),
    list: (query = {}) => call(access, 'subledgers.list', query),
  }
}
