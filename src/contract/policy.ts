/** Restriction policies: what is allowed for a product. (§2.8 rule 7) */

import * as z from 'zod'
import type { Policy } from '../core/accounts/policy.ts'
import { getPolicy, setPolicy } from '../core/accounts/policy.ts'
import { inquiry, operation } from './operation.ts'
import { rail, transactionCode, transactionType } from './transaction.ts'

const entry = z.strictObject({
  rail: rail.nullish(),
  transactionType: transactionType.nullish(),
  transactionCode: transactionCode.nullish(),
})

export const policyAllowed = z
  .array(entry, { error: 'must be a list of { rail, transactionType, transactionCode }, or null for everything' })
  .nullable() satisfies z.ZodType<Policy['allowed']>

/** What can be done here, in the order in which a reader looks for it. */
export const policyOperations = {
  'policies.set': operation(setPolicy, {
    verb: 'set the policy of the product',
    section: '§2.8',
    schema: policyAllowed,
  }),
  'policies.get': inquiry(getPolicy, { verb: 'read the policy of the product', section: '§2.8' }),
} as const
