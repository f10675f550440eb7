/** Subledger and account requests, and the subledger record. (§2.9) */

import * as z from 'zod'
import type { Subledger } from '../core/accounts/account-record.ts'
import type { BeneficiaryProfile } from '../core/accounts/state.ts'
import type { SubledgerQuery, SubledgerRequest } from '../core/accounts/subledger.ts'
import { createSubledger, getSubledger, listSubledgers, renameSubledger } from '../core/accounts/subledger.ts'
import { accountStatus, ledgerType, title } from './account.ts'
import { endpointsOf } from './endpoint.ts'
import { inquiry, operation } from './operation.ts'
import {
  type AsJson,
  accountNumber,
  masterAccountNumber,
  page,
  pageParameters,
  pageQuery,
  timestamp,
  uuid,
} from './primitives.ts'

const text = z.string().optional()
const beneficiary = z.strictObject({
  referenceId: text,
  entityName: text,
  streetAddress1: text,
  streetAddress2: text,
  city: text,
  state: text,
  postalCode: text,
  countryCode: text,
  phoneNumber: text,
  emailAddress: text,
  notes: text,
}) satisfies z.ZodType<BeneficiaryProfile>

export const subledgerRequest = z.strictObject({
  masterAccountNumber,
  title,
  beneficiary: beneficiary.optional(),
  customerId: text,
  clientIdentifier: text,
}) satisfies z.ZodType<SubledgerRequest>

export const subledgerQuery = pageQuery.extend({
  masterAccountNumber: masterAccountNumber.optional(),
}) satisfies z.ZodType<SubledgerQuery>
export const subledgerParameters = z.object({ ...pageParameters, masterAccountNumber: masterAccountNumber.optional() })

export const subledger = z.strictObject({
  accountNumber,
  accountType: z.literal('Deposit'),
  status: accountStatus,
  ledgerType,
  title: z.string(),
  currentBalance: z.int(),
  availableBalance: z.int(),
  holdAmount: z.int(),
  transactionCount: z.int().min(0),
  openedAt: timestamp,
  closedAt: timestamp.optional(),
  masterAccountNumber,
  beneficiary: beneficiary.optional(),
  partnerId: uuid,
}) satisfies z.ZodType<AsJson<Subledger>>

/** What can be done here, in the order in which a reader looks for it. */
export const subledgerOperations = {
  'subledgers.create': operation(createSubledger, {
    verb: 'open a subledger',
    section: '§2.9',
    schema: subledgerRequest,
  }),
  'subledgers.rename': operation(renameSubledger, { verb: 'rename the subledger', section: '§2.9', schema: title }),
  'subledgers.get': inquiry(getSubledger, { verb: 'read the subledger', section: '§2.9' }),
  'subledgers.list': inquiry(listSubledgers, { verb: 'list subledgers', section: '§2.9', schema: subledgerQuery }),
} as const

// biome-ignore format: read it as a table
/** The calls of this section. */
export const subledgerEndpoints = endpointsOf(subledgerOperations, {
  createSubledger: {
    service: 'banking', method: 'POST', path: '/core/v1/dda/subaccounts', aliases: ['/v1/dda/subaccounts'], isSecured: true,
    operation: 'subledgers.create', body: subledgerRequest, response: subledger,
    summary: 'open a subledger', section: '§2.9', source: 'specified',
  },
  listSubledgers: {
    service: 'banking', method: 'GET', path: '/core/v1/dda/subaccounts', aliases: ['/v1/dda/subaccounts'], isSecured: true,
    operation: 'subledgers.list', query: subledgerParameters, response: page(subledger),
    summary: 'list subledgers, page by page', section: '§2.9', source: 'specified',
  },
  getSubledger: {
    service: 'banking', method: 'GET', path: '/core/v1/dda/subaccounts/{accountNumber}', aliases: ['/v1/dda/subaccounts/{accountNumber}'], isSecured: true,
    operation: 'subledgers.get', parameters: z.strictObject({ accountNumber }), response: subledger,
    summary: 'look a subledger up', section: '§2.9', source: 'published',
  },
})
