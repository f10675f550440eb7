import type { Policy } from '../../core/accounts/policy.ts'
import { type Access, call, callOn, requiredText } from './calls.ts'

/** Restriction policies: what the bank allows for a whole product, besides the restrictions of an account (§2.8 rule 7). */
export interface Policies {
  /** The policy of a product. @throws {RejectionError} `product_not_found` */
  get(productId: string): Policy
  /**
   * Sets what is allowed for a product: only the bank does, through `bank.desk.policies`.
   *
   * @param allowed - entries of `rail`, `transactionType` and `transactionCode`, where null or left out allows any; a transaction
   *   that no entry allows is refused with `RES`. Null allows everything.
   * @throws {UsageError} where an entry is of the wrong shape
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
    get: (productId) => call(access, 'policies.get', { productId: requiredText(productId, 'product id') }),
    set: (id, allowed) => {
      const productId = requiredText(id, 'product id')
      return callOn(access, 'policies.set', { productId }, allowed, 'allowed')
    },
  }
}
