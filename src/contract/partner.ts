/** Partners: what the function API takes to add one. (§1) */

import * as z from 'zod'
import { addPartner, getPartner, listPartners, type PartnerRequest } from '../core/access/partners.ts'
import { accountRequest } from './account.ts'
import { inquiry, operation } from './operation.ts'

const partnerRequest = z.strictObject({
  name: z.string().min(1, 'must not be empty').max(255, 'must have at most 255 characters').optional(),
  masterAccount: accountRequest.optional(),
}) satisfies z.ZodType<PartnerRequest>

// biome-ignore format: read it as a table
export const partnerOperations = {
  'partners.add': operation(addPartner, 'add a partner', '§1', partnerRequest),
  'partners.get': inquiry(getPartner, 'read the partner', '§1'),
  'partners.list': inquiry(listPartners, 'list partners', '§1'),
} as const
