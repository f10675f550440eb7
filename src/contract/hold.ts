/** Holds: the request. No call of the API is known. (§2.8 rule 6) */

import * as z from 'zod'
import { getHold, type HoldRequest, listHolds, placeHold, releaseHold } from '../core/accounts/hold.ts'
import { inquiry, operation } from './operation.ts'
import { accountNumber, accountQuery, amount, text } from './primitives.ts'

const holdRequest = z.strictObject({
  accountNumber,
  amount,
  reason: text,
  notes: text,
}) satisfies z.ZodType<HoldRequest>

// biome-ignore format: read it as a table
export const holdOperations = {
  'holds.place': operation(placeHold, 'place a hold', '§2.8', holdRequest),
  'holds.release': operation(releaseHold, 'release the hold', '§2.8'),
  'holds.get': inquiry(getHold, 'read the hold', '§2.8'),
  'holds.list': inquiry(listHolds, 'list holds', '§2.8', accountQuery),
} as const
