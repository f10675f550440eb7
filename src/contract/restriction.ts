/** Restrictions, holds and restriction policies: the requests, the record, the operations and the endpoints. (§2.8) */
import * as z from 'zod/mini'
import {
  getHold,
  type HoldChanges,
  type HoldRequest,
  listHolds,
  placeHold,
  releaseHold,
  updateHold,
} from '../core/accounts/hold.ts'
import { getPolicy, type Policy, setPolicy } from '../core/accounts/policy.ts'
import type { Restriction, RestrictionChanges, RestrictionRequest } from '../core/accounts/restriction.ts'
import {
  createRestriction,
  getRestriction,
  listRestrictions,
  removeRestriction,
  updateRestriction,
} from '../core/accounts/restrictions.ts'
import { appliesTo as appliesToValues, restrictionTypes } from '../core/accounts/state.ts'
import { keysOf } from '../core/kernel/keys.ts'
import { accountTypes, rails, transactionCodes, transactionTypes } from '../core/ledger/rail.ts'
import { endpointsOf } from './endpoint.ts'
import { inquiry, operation } from './operation.ts'
import {
  type AsJson,
  accountNumber,
  accountQuery,
  amount,
  amountFrom,
  choiceOf,
  masterAccountNumber,
  oneOf,
  pageQuery,
  text,
  timestamp,
  uuid,
} from './primitives.ts'
import { type Decides, inOrder, page, recordFrom, request, strictObject } from './record.ts'
import { rail, transactionCode, transactionType } from './transaction.ts'

const criterion = (names: readonly string[]) => z.nullish(oneOf(names, 'null or one of '))
const isGiven: Decides = (value) => value !== null
const isOtherThanAll: Decides = (value) => value !== 'All'

const appliesTo = z.enum(keysOf(appliesToValues), {
  error: 'must be All, Account (the master alone) or SubAccounts',
})
const type = choiceOf(restrictionTypes)
const fields = () =>
  ({
    subAccountNumber: z.nullish(accountNumber),
    appliesTo: ['restrictions.appliesTo', appliesTo, isOtherThanAll],
    rail: criterion(rails),
    transactionType: criterion(transactionTypes),
    otherAccountType: ['accounts.types', criterion(accountTypes), isGiven],
    amountThreshold: z.nullish(amountFrom(0)),
    transactionCode: criterion(transactionCodes),
    reason: text,
    notes: text,
    type: ['restrictions.type', z.optional(type)],
  }) as const

export const restrictionRequest = request(
  'restrictions.requiredFields',
  fields,
) satisfies z.ZodMiniType<RestrictionRequest>
const restrictionChanges = strictObject(() => ({
  ...fields(),
  appliesTo: ['restrictions.appliesTo', z.optional(appliesTo), isOtherThanAll],
})) satisfies z.ZodMiniType<RestrictionChanges>

const restriction = recordFrom('restrictions.record', 'restriction', () => ({
  id: uuid,
  accountNumber: masterAccountNumber,
  subAccountNumber: z.nullable(accountNumber),
  appliesTo: ['restrictions.appliesTo', appliesTo, isOtherThanAll],
  rail: ['restrictions.values', z.nullable(z.string())],
  transactionType: ['restrictions.values', z.nullable(z.string())],
  otherAccountType: ['restrictions.values', z.nullable(z.string())],
  amountThreshold: z.nullable(z.int()),
  transactionCode: ['restrictions.values', z.nullable(z.string())],
  reason: z.string(),
  notes: text,
  type: ['restrictions.type', choiceOf(restrictionTypes)],
  createdAt: timestamp,
  removedAt: z.optional(timestamp),
})) satisfies z.ZodMiniType<AsJson<Restriction>>

/** The request of a hold; no call of the API for it is known. */
const holdRequest = strictObject(() => ({
  accountNumber,
  amount,
  reason: text,
  notes: text,
})) satisfies z.ZodMiniType<HoldRequest>

const holdChanges = strictObject(() => ({
  amount: z.optional(amount),
  reason: text,
  notes: text,
})) satisfies z.ZodMiniType<HoldChanges>

const policyEntry = strictObject(() => ({
  rail: z.nullish(rail),
  transactionType: z.nullish(transactionType),
  transactionCode: z.nullish(transactionCode),
}))
const policyAllowed = z.nullable(
  z.array(policyEntry, {
    error: 'must be a list of { rail, transactionType, transactionCode }, or null for everything',
  }),
) satisfies z.ZodMiniType<Policy['allowed']>

const managed = { restsOn: ['restrictions.management'] } as const
const ofForm = { restsOn: ['policies.form'] } as const

// biome-ignore format: read it as a table
export const restrictionOperations = {
  'restrictions.create': operation(createRestriction, 'place a restriction on', '§2.8', restrictionRequest),
  'restrictions.update': operation(updateRestriction, 'change the restriction', '§2.8', restrictionChanges, managed),
  'restrictions.remove': operation(removeRestriction, 'remove the restriction', '§2.8', undefined, managed),
  'restrictions.get': inquiry(getRestriction, 'read the restriction', '§2.8', undefined, managed),
  'restrictions.list': inquiry(listRestrictions, 'list the restrictions on', '§2.8', pageQuery, { restsOn: [...managed.restsOn, ...inOrder.restsOn] }),
  'holds.place': operation(placeHold, 'place a hold', '§2.8', holdRequest, { restsOn: ['holds.record', 'holds.passthrough'] }),
  'holds.update': operation(updateHold, 'change the hold', '§2.8', holdChanges, { restsOn: ['holds.changes'] }),
  'holds.release': operation(releaseHold, 'release the hold', '§2.8'),
  'holds.get': inquiry(getHold, 'read the hold', '§2.8'),
  'holds.list': inquiry(listHolds, 'list holds', '§2.8', accountQuery, inOrder),
  'policies.set': operation(setPolicy, 'set the policy of the product', '§2.8', policyAllowed, ofForm),
  'policies.get': inquiry(getPolicy, 'read the policy of the product', '§2.8', undefined, ofForm),
} as const

// biome-ignore format: read it as a table
export const restrictionEndpoints = endpointsOf('banking', restrictionOperations, {
  createRestriction: {
    method: 'POST', path: '/core/v1/dda/accounts/{accountNumber}/restrictions', operation: 'restrictions.create',
    body: restrictionRequest, example: () => ({ appliesTo: 'All', rail: 'Wire', transactionType: 'Debit', amountThreshold: 1_000_000 }),
    response: restriction, summary: 'place a restriction on an account', source: 'specified',
  },
  listRestrictions: {
    method: 'GET', path: '/core/v1/dda/accounts/{accountNumber}/restrictions', operation: 'restrictions.list',
    response: page(restriction), summary: 'list the restrictions on an account, page by page', assumption: 'restrictions.management', source: 'assumed',
  },
  getRestriction: {
    method: 'GET', path: '/core/v1/dda/accounts/{accountNumber}/restrictions/{id}', operation: 'restrictions.get',
    response: restriction, summary: 'look a restriction up', assumption: 'restrictions.management', source: 'assumed',
  },
  updateRestriction: {
    method: 'PUT', path: '/core/v1/dda/accounts/{accountNumber}/restrictions/{id}', operation: 'restrictions.update',
    body: restrictionChanges, example: () => ({ amountThreshold: 2_000_000 }), response: restriction, summary: 'change a restriction',
    assumption: 'restrictions.management', source: 'assumed',
  },
  removeRestriction: {
    method: 'DELETE', path: '/core/v1/dda/accounts/{accountNumber}/restrictions/{id}', operation: 'restrictions.remove',
    response: restriction, summary: 'remove a restriction', assumption: 'restrictions.management',
  },
})
