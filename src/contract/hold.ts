/** Holds: the request. No call of the API is known. (§2.8 rule 6) */
import * as z from 'zod'
import type { HoldQuery, HoldRequest } from '../core/accounts/hold.ts'
import { accountNumber, accountQuery, amount } from './primitives.ts'

export const holdRequest = z.strictObject({
  accountNumber,
  amount,
  reason: z.string().optional(),
  notes: z.string().optional(),
}) satisfies z.ZodType<HoldRequest>

export const holdQuery = accountQuery satisfies z.ZodType<HoldQuery>
