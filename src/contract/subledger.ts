/** Subledger and account requests, and the subledger record. (§2.9) */
import * as z from 'zod'
import type { OpenAccount } from '../core/accounts/account.ts'
import type { Subledger } from '../core/accounts/account-record.ts'
import type { BeneficiaryProfile } from '../core/accounts/state.ts'
import type { SubledgerQuery, SubledgerRequest } from '../core/accounts/subledger.ts'
import {
  type AsJson,
  accountNumber,
  masterAccountNumber,
  pageParameters,
  pageQuery,
  timestamp,
  uuid,
  waivedBy,
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

export const subledgerTitle = z
  .string()
  .min(1, 'must not be empty')
  .refine((text) => text.length <= 255, {
    error: 'must have at most 255 characters',
    ...waivedBy('subledgers.titleLength'),
  })
const ledgerType = z.enum(['Passthrough', 'Direct'], { error: 'must be Passthrough or Direct' })
export const accountStatus = z.enum(['Active', 'Closed', 'Inactive', 'Dormant', 'Escheatment', 'ChargeOff'], {
  error: 'must be Active, Closed, Inactive, Dormant, Escheatment or ChargeOff',
})
const balance = z
  .number()
  .refine((value) => Number.isSafeInteger(value) && value >= 0, 'must be a whole number of minor units, at least 0')

export const subledgerRequest = z.strictObject({
  masterAccountNumber,
  title: subledgerTitle,
  beneficiary: beneficiary.optional(),
  customerId: text,
  clientIdentifier: text,
}) satisfies z.ZodType<SubledgerRequest>

export const openAccount = z.strictObject({
  title: subledgerTitle.optional(),
  balance: balance.optional(),
  ledgerType: ledgerType.optional(),
}) satisfies z.ZodType<OpenAccount>

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
