/** Partners: what the function API takes to add one. (§1) */
import * as z from 'zod'
import { addPartner, getPartner, listPartners, type PartnerRequest } from '../core/access/partners.ts'
import { accountRequest } from './account.ts'
import { inquiry, operation } from './operation.ts'
import { uuid } from './primitives.ts'

const text = z.string().min(1, 'must not be empty').max(255, 'must have at most 255 characters')

/** What a partner may bring along. */
export const partnerIdentity = {
  id: uuid.optional(),
  productId: uuid.optional(),
  clientId: text.optional(),
  clientSecret: text.optional(),
}

const partnerRequest = z.strictObject({
  ...partnerIdentity,
  name: text.optional(),
  masterAccount: accountRequest.optional(),
}) satisfies z.ZodType<PartnerRequest>

// biome-ignore format: read it as a table
export const partnerOperations = {
  'partners.add': operation(addPartner, 'add a partner', '§1', partnerRequest),
  'partners.get': inquiry(getPartner, 'read the partner', '§1'),
  'partners.list': inquiry(listPartners, 'list partners', '§1'),
} as const
