/** Master accounts and subledgers: the requests, the record, the operations and the endpoints. (§2.9) */
import * as z from 'zod/mini'
import { getAccount, listAccounts, type OpenAccount, openAccount, setAccountStatus } from '../core/accounts/account.ts'
import type { Subledger } from '../core/accounts/account-record.ts'
import { accountStatuses } from '../core/accounts/account-status.ts'
import { type BeneficiaryProfile, ledgerTypes } from '../core/accounts/state.ts'
import {
  createSubledger,
  getSubledger,
  listSubledgers,
  renameSubledger,
  type SubledgerQuery,
  type SubledgerRequest,
} from '../core/accounts/subledger.ts'
import { keysOf } from '../core/kernel/keys.ts'
import { endpointsOf } from './endpoint.ts'
import { inquiry, operation } from './operation.ts'
import {
  type AsJson,
  accountNumber,
  balance,
  choiceOf,
  masterAccountNumber,
  pageQuery,
  text,
  timestamp,
  title,
  uuid,
} from './primitives.ts'
import { inOrder, page, recordFrom, strictObject } from './record.ts'

export const ledgerType = choiceOf(ledgerTypes)
const accountStatus = choiceOf(keysOf(accountStatuses))

export const accountRequest = strictObject(() => ({
  title: z.optional(title),
  balance: z.optional(balance),
  ledgerType: z.optional(ledgerType),
})) satisfies z.ZodMiniType<OpenAccount>

// biome-ignore format: read it as a table
export const accountOperations = {
  'accounts.open': operation(openAccount, 'open an account', '§2.9', accountRequest, { restsOn: ['accounts.number'] }),
  'accounts.setStatus': operation(setAccountStatus, 'change the status of', '§2.9', accountStatus, { restsOn: ['accounts.statuses', 'subledgers.closedMaster'] }),
  'accounts.get': inquiry(getAccount, 'read the account', '§2.9'),
  'accounts.list': inquiry(listAccounts, 'list accounts', '§2.9'),
} as const

const beneficiary = recordFrom('subledgers.record', 'beneficiary', () => ({
  referenceId: text,
  entityName: text,
  firstName: ['subledgers.person', text],
  middleName: ['subledgers.person', text],
  lastName: ['subledgers.person', text],
  streetAddress1: text,
  streetAddress2: text,
  city: text,
  state: text,
  postalCode: text,
  countryCode: text,
  phoneNumber: text,
  emailAddress: text,
  notes: text,
})) satisfies z.ZodMiniType<BeneficiaryProfile>

export const subledgerRequest = strictObject(() => ({
  masterAccountNumber,
  title,
  beneficiary: z.optional(beneficiary),
  customerId: text,
  clientIdentifier: text,
})) satisfies z.ZodMiniType<SubledgerRequest>

const subledgerQuery = z.extend(pageQuery, {
  masterAccountNumber: z.optional(masterAccountNumber),
}) satisfies z.ZodMiniType<SubledgerQuery>

export const subledger = recordFrom('subledgers.record', 'subledger', () => ({
  accountNumber,
  accountType: ['accounts.types', z.literal('Deposit')],
  status: ['accounts.statuses', accountStatus, (status) => status !== 'Active'],
  ledgerType: ['subledgers.ledgerTypeOf', ledgerType],
  title: z.string(),
  currentBalance: z.int(),
  availableBalance: z.int(),
  holdAmount: z.int(),
  transactionCount: z.int().check(z.gte(0)),
  openedAt: timestamp,
  closedAt: z.optional(timestamp),
  masterAccountNumber,
  beneficiary: z.optional(beneficiary),
  partnerId: uuid,
})) satisfies z.ZodMiniType<AsJson<Subledger>>

// biome-ignore format: read it as a table
export const subledgerOperations = {
  'subledgers.create': operation(createSubledger, 'open a subledger', '§2.9', subledgerRequest, { restsOn: ['subledgers.readiness'] }),
  'subledgers.rename': operation(renameSubledger, 'rename the subledger', '§2.9', title, { answer: subledger }),
  'subledgers.get': inquiry(getSubledger, 'read the subledger', '§2.9'),
  'subledgers.list': inquiry(listSubledgers, 'list subledgers', '§2.9', subledgerQuery, inOrder),
} as const

// biome-ignore format: read it as a table
export const subledgerEndpoints = endpointsOf('banking', subledgerOperations, {
  createSubledger: {
    method: 'POST', path: '/core/v1/dda/subaccounts', aliases: { '/v1/dda/subaccounts': 'assumed' }, operation: 'subledgers.create',
    body: subledgerRequest, example: ({ accountNumber }) => ({ masterAccountNumber: accountNumber, title: 'Customer 17' }), response: subledger, summary: 'open a subledger', source: 'specified',
  },
  listSubledgers: {
    method: 'GET', path: '/core/v1/dda/subaccounts', aliases: { '/core/v1/dda/subaccounts': 'assumed', '/v1/dda/subaccounts': 'specified' }, operation: 'subledgers.list',
    response: page(subledger), summary: 'list subledgers, page by page', source: 'specified',
  },
  getSubledger: {
    method: 'GET', path: '/core/v1/dda/subaccounts/{accountNumber}', aliases: { '/v1/dda/subaccounts/{accountNumber}': 'assumed' },
    operation: 'subledgers.get', response: subledger, summary: 'look a subledger up', assumption: 'subledgers.record',
  },
})
