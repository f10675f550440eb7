/** Restriction requests and the record. (§2.8) */
import * as z from 'zod'
import type { Restriction, RestrictionChanges, RestrictionRequest } from '../core/accounts/restriction.ts'
import { accountTypes, rails, transactionCodes, transactionTypes } from '../core/ledger/rail.ts'
import { type AsJson, accountNumber, amount, masterAccountNumber, oneOf, timestamp, uuid } from './primitives.ts'

const criterion = (names: readonly string[]) => oneOf(names, 'null or one of ').nullish()

const appliesTo = z.enum(['All', 'Account', 'SubAccounts', 'SubAccount'], {
  error: 'must be All, Account (the master alone) or SubAccounts',
})
const fields = {
  subAccountNumber: accountNumber.nullish(),
  appliesTo,
  rail: criterion(rails),
  transactionType: criterion(transactionTypes),
  otherAccountType: criterion(accountTypes),
  amountThreshold: amount.nullish(),
  transactionCode: criterion(transactionCodes),
  reason: z.string().optional(),
  notes: z.string().optional(),
  type: z.enum(['Partner', 'Internal'], { error: 'must be Partner or Internal' }).optional(),
}

export const restrictionRequest = z.strictObject(fields) satisfies z.ZodType<RestrictionRequest>
export const restrictionChanges = z.strictObject({
  ...fields,
  appliesTo: appliesTo.optional(),
}) satisfies z.ZodType<RestrictionChanges>

export const restriction = z.strictObject({
  id: uuid,
  accountNumber: masterAccountNumber,
  subAccountNumber: accountNumber.nullable(),
  appliesTo,
  rail: z.string().nullable(),
  transactionType: z.string().nullable(),
  otherAccountType: z.string().nullable(),
  amountThreshold: z.int().nullable(),
  transactionCode: z.string().nullable(),
  reason: z.string(),
  notes: z.string().optional(),
  type: z.enum(['Partner', 'Internal']),
  createdAt: timestamp,
}) satisfies z.ZodType<AsJson<Restriction>>
