/** Partners: what the function API takes to add one. (§1) */
import * as z from 'zod'
import type { PartnerRequest } from '../core/access/partners.ts'
import { openAccount } from './subledger.ts'

export const partnerRequest = z.strictObject({
  name: z.string().min(1, 'must not be empty').max(255, 'must have at most 255 characters').optional(),
  masterAccount: openAccount.optional(),
}) satisfies z.ZodType<PartnerRequest>
