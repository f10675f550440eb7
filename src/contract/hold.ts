/** Holds: the request. No call of the API is known. (§2.8 rule 6) */

import * as z from 'zod'
import type { HoldRequest } from '../core/accounts/hold.ts'
import { getHold, listHolds, placeHold, releaseHold } from '../core/accounts/hold.ts'
import { inquiry, operation } from './operation.ts'
import { accountNumber, accountQuery, amount } from './primitives.ts'

export const holdRequest = z.strictObject({
  accountNumber,
  amount,
  reason: z.string().optional(),
  notes: z.string().optional(),
}) satisfies z.ZodType<HoldRequest>

/** What can be done here, in the order in which a reader looks for it. */
export const holdOperations = {
  'holds.place': operation(placeHold, { verb: 'place a hold', section: '§2.8', schema: holdRequest }),
  'holds.release': operation(releaseHold, { verb: 'release the hold', section: '§2.8' }),
  'holds.get': inquiry(getHold, { verb: 'read the hold', section: '§2.8' }),
  'holds.list': inquiry(listHolds, { verb: 'list holds', section: '§2.8', schema: accountQuery }),
} as const
