/** Loans: what the function API takes, the summary's parameters and its envelope. (§2.10, §4 calls 9 and 10) */
import * as z from 'zod'
import {
  type LoanFields,
  loanDates,
  loanDecimals,
  loanEventNames,
  loanIntegers,
  loanStrings,
} from '../core/loans/loan.ts'
import { parseTimestamp } from '../core/time/instant.ts'

const all = <Name extends string, Schema extends z.ZodType>(names: readonly Name[], schema: Schema) =>
  Object.fromEntries(names.map((name) => [name, schema])) as { [Key in Name]: Schema }

const text = z.string().optional()
const decimal = z
  .string()
  .regex(/^-?\d+(\.\d{1,6})?$/, 'must be a decimal text with at most six places: "12500.000000"')
  .optional()
const isoDate = z
  .string()
  .refine((value) => parseTimestamp(value) !== undefined, 'must be ISO 8601 with an offset')
  .optional()
const integer = z
  .int({ error: 'must be a whole number' })
  .transform((value) => value + 0)
  .optional()

const achNames = [
  'StandardEntryClassCode',
  'TransactionType',
  'ToRoutingNumber',
  'ToAccountType',
  'ToAccountName',
  'ToAccountNumber',
  'Description',
] as const
const achFields = z.strictObject(all(achNames, text))
const rail = z.strictObject({
  ACHFields: achFields.optional(),
  ...all(['Id', 'RailType', 'LoanId', 'MPLId', 'IssuingBankId', 'LoanType'], text),
  Priority: integer,
  Amount: decimal,
  IsFailed: z.boolean().optional(),
})

/** The fields of a loan that a test puts on file. */
export const loanRequest = z.strictObject({
  ...all(loanStrings, text),
  ...all(loanDates, isoDate),
  ...all(loanIntegers, integer),
  ...all(loanDecimals, decimal),
  Rails: z.array(rail).optional(),
}) satisfies z.ZodType<LoanFields>

/** A query of the function API: texts and numbers. */
export const loanSummaryQuery = z.record(
  z.string(),
  z.union([z.string(), z.number()], { error: 'must be a text or a number' }).optional(),
)

/** Every parameter of an address is a text; what it means is the query's business. */
export const loanSummaryParameters = z.record(z.string(), z.string())

const writtenDate = z.union([z.string().regex(/^\/Date\(-?\d+[+-]\d{4}\)\/$/), z.int()]).optional()

/** The envelope as JSON.parse reads it: a decimal is a number. */
export const loanSummary = z.strictObject({
  Offset: z.int(),
  Total: z.int(),
  Results: z.array(
    z.strictObject({
      ...all(loanStrings, text),
      ...all(loanDates, writtenDate),
      ...all(loanIntegers, z.int().optional()),
      ...all(loanDecimals, z.number().optional()),
      Rails: z.array(rail.extend({ Amount: z.number().optional() })).optional(),
    }),
  ),
  Meta: z.record(z.string(), z.string()).optional(),
})

export const loanEvents = z.array(z.enum(loanEventNames))
