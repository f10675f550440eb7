/** Partners: what the function API takes to add one. (§1) */

import * as z from 'zod'
import type { PartnerRequest } from '../core/access/partners.ts'
import { addPartner, getPartner, listPartners } from '../core/access/partners.ts'
import { accountRequest } from './account.ts'
import { inquiry, operation } from './operation.ts'

export const partnerRequest = z.strictObject({
  name: z.string().min(1, 'must not be empty').max(255, 'must have at most 255 characters').optional(),
  masterAccount: accountRequest.optional(),
}) satisfies z.ZodType<PartnerRequest>

/** What can be done here, in the order in which a reader looks for it. */
export const partnerOperations = {
  'partners.add': operation(addPartner, { verb: 'add a partner', section: '§1', schema: partnerRequest }),
  'partners.get': inquiry(getPartner, { verb: 'read the partner', section: '§1' }),
  'partners.list': inquiry(listPartners, { verb: 'list partners', section: '§1' }),
} as const
