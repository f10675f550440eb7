/** Restriction policies: what is allowed for a product. (§2.8 rule 7) */

import * as z from 'zod'
import { getPolicy, type Policy, setPolicy } from '../core/accounts/policy.ts'
import { inquiry, operation } from './operation.ts'
import { rail, transactionCode, transactionType } from './transaction.ts'

const entry = z.strictObject({
  rail: rail.nullish(),
  transactionType: transactionType.nullish(),
  transactionCode: transactionCode.nullish(),
})

const policyAllowed = z
  .array(entry, { error: 'must be a list of { rail, transactionType, transactionCode }, or null for everything' })
  .nullable() satisfies z.ZodType<Policy['allowed']>

// biome-ignore format: read it as a table
export const policyOperations = {
  'policies.set': operation(setPolicy, 'set the policy of the product', '§2.8', policyAllowed),
  'policies.get': inquiry(getPolicy, 'read the policy of the product', '§2.8'),
} as const
