/** Loans: what the function API takes, the summary's parameters and its envelope. (§2.10, §4 calls 9 and 10) */
import * as z from 'zod'
import type { Source } from '../core/assumptions/catalogue.ts'
import { parseTimestamp } from '../core/kernel/time/instant.ts'
import { type FundingAttempt, fundLoan } from '../core/loans/funding.ts'
import { advanceLoan, failCompliance, setLoanStatus } from '../core/loans/lifecycle.ts'
import {
  achFieldNames,
  type Loan,
  type LoanChanges,
  type LoanFields,
  loanDates,
  loanDecimals,
  loanEventNames,
  loanIntegers,
  loanStrings,
  railStrings,
} from '../core/loans/loan.ts'
import { listLoanEvents } from '../core/loans/loan-event.ts'
import { type LoanStatus, loanStatuses } from '../core/loans/loan-status.ts'
import { type AddLoanOptions, addLoan, getLoan } from '../core/loans/loans.ts'
import type { FailedRuleRequest } from '../core/loans/move-loan.ts'
import { type DateForm, type JsConfig, jsConfigOf } from '../core/loans/summary/js-config.ts'
import { spell } from '../core/loans/summary/spelling.ts'
import { summarizeLoans } from '../core/loans/summary/summary.ts'
import { updateLoan } from '../core/loans/update-loan.ts'
import { endpointsOf } from './endpoint.ts'
import { inquiry, operation } from './operation.ts'
import { type AsJson, text, uuid } from './primitives.ts'
import { recordFrom } from './record.ts'
import { stated } from './statement.ts'

const all = <Name extends string, Schema extends z.ZodType>(names: readonly Name[], schema: Schema) =>
  Object.fromEntries(names.map((name) => [name, schema])) as { [Key in Name]: Schema }

const decimal = z
  .string()
  .regex(/^-?\d+(\.\d{1,6})?$/, 'must be a decimal text with at most six places: "12500.000000"')
  .optional()
const isoDate = z
  .string()
  .refine(
    (value) => parseTimestamp(value) !== undefined,
    stated('must be ISO 8601 with an offset', { format: 'date-time' }),
  )
  .optional()
const integer = z
  .int({ error: 'must be a whole number' })
  .transform((value) => value + 0)
  .optional()

const rail = z.strictObject({
  ACHFields: z.strictObject(all(achFieldNames, text)).optional(),
  ...all(railStrings, text),
  Id: uuid.optional(),
  LoanId: uuid.optional(),
  Priority: integer,
  Amount: decimal,
  IsFailed: z.boolean().optional(),
})
const rails = z.array(rail).refine(
  (given) => {
    const ids = given.flatMap(({ Id }) => (Id === undefined ? [] : [Id.toLowerCase()]))
    return new Set(ids).size === ids.length
  },
  stated('must have an Id of their own each', { description: 'Each has an Id of its own.' }),
)

export const loanRequest = z.strictObject({
  ...all(loanStrings, text),
  Id: uuid.optional(),
  ...all(loanDates, isoDate),
  ...all(loanIntegers, integer),
  ...all(loanDecimals, decimal),
  Rails: rails.optional(),
}) satisfies z.ZodType<LoanFields>

/** A loan as it is on file. */
export const loanRecord = z.strictObject({
  ...all(loanStrings, text),
  Id: uuid,
  Status: z.string(),
  ...all(loanDates, isoDate),
  ...all(loanIntegers, z.int().optional()),
  ...all(loanDecimals, decimal),
  Rails: z.array(rail.extend({ Priority: z.int().optional() })).optional(),
}) satisfies z.ZodType<AsJson<Loan>>

/** Changes of a loan's details: its Id stays, its status has calls of its own. */
const loanChanges = loanRequest.omit({ Id: true, Status: true }) satisfies z.ZodType<LoanChanges>

export const addLoanOptions = z.strictObject({ isSparse: z.boolean().optional() }) satisfies z.ZodType<AddLoanOptions>

const names = Object.keys(loanStatuses) as [LoanStatus, ...LoanStatus[]]
const loanStatus = z.enum(names, { error: `must be one of ${names.join(', ')}` })

const fundingAttempt = z.strictObject({
  failedRails: z.array(z.string()).optional(),
}) satisfies z.ZodType<FundingAttempt>

const failedRules = z
  .array(z.strictObject({ RuleName: z.string(), Rule: z.string(), Data: z.string(), Result: z.string() }))
  .min(1, 'must name at least one rule') satisfies z.ZodType<FailedRuleRequest[]>

/** A query of the function API: texts and numbers. */
const loanSummaryQuery = z.record(
  z.string(),
  z.union([z.string(), z.number()], { error: 'must be a text or a number' }).optional(),
)

/** Every parameter of an address is a text; what it means is the query's business. */
const loanSummaryParameters = z.record(z.string(), z.string())

/** The forms of a date, as `jsconfig` asks for them. */
const dateForms: { readonly [Form in DateForm]: z.ZodType } = {
  to: z.string().regex(/^\/Date\(-?\d+-0000\)\/$/),
  dcjsc: z.string().regex(/^\/Date\(-?\d+\+0000\)\/$/),
  iso8601: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}$/),
  iso8601do: z.string().regex(/^\d{4}-\d\d-\d\d$/),
  iso8601dt: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  rfc1123: z.string().regex(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/),
  ut: z.int(),
  utm: z.int(),
}

/** A date in any of its forms. */
const anyLoanDate = z.union(Object.values(dateForms))

/** The envelope as JSON.parse reads it, written as `jsconfig` asked: a decimal is a number. */
export function loanSummaryAs({
  dates,
  names,
  hasNulls,
  hasDefaults,
}: Omit<JsConfig, 'dates'> & { dates: DateForm | 'any' }) {
  const date = dates === 'any' ? anyLoanDate : dateForms[dates]
  const nullable = (schema: z.ZodType) => (hasNulls && hasDefaults ? schema.nullable() : schema.optional())
  const count = hasDefaults ? z.int() : z.int().optional()
  const spelled = (fields: Record<string, z.ZodType>, own: { readonly [field: string]: Source } = {}) =>
    recordFrom(
      '§2.10',
      'loan summary',
      Object.fromEntries(
        Object.entries(fields).map(([name, schema]) => [
          spell(name, names),
          name in own ? [own[name] as Source, schema] : schema,
        ]),
      ),
    )
  const rail = spelled({
    ACHFields: nullable(spelled(all(achFieldNames, text))),
    ...all(railStrings, nullable(z.string())),
    Priority: nullable(z.int()),
    Amount: nullable(z.number()),
    IsFailed: nullable(z.boolean()),
  })
  const loan = spelled({
    ...all(loanStrings, nullable(z.string())),
    ...all(loanDates, nullable(date)),
    ...all(loanIntegers, nullable(z.int())),
    ...all(loanDecimals, nullable(z.number())),
    Rails: nullable(z.array(rail)),
  })
  return spelled(
    { Offset: count, Total: count, Results: z.array(loan), Meta: nullable(z.record(z.string(), z.string())) },
    { Total: 'loans.total', Meta: 'loans.meta' },
  )
}

const loanSummary = loanSummaryAs({ ...jsConfigOf(undefined), dates: 'any' })
const loanEvents = z.array(z.enum(loanEventNames))

// biome-ignore format: read it as a table
export const loanOperations = {
  'loans.add': operation(addLoan, 'add a loan', '§2.10', loanRequest),
  'loans.update': operation(updateLoan, 'change the loan', '§2.10', loanChanges),
  'loans.advance': operation(advanceLoan, 'advance the loan', '§3'),
  'loans.setStatus': operation(setLoanStatus, 'move the loan', '§3', loanStatus),
  'loans.fund': operation(fundLoan, 'fund the loan', '§6', fundingAttempt),
  'loans.failCompliance': operation(failCompliance, 'fail the compliance of the loan', '§6', failedRules.optional()),
  'loans.get': inquiry(getLoan, 'read the loan', '§2.10'),
  'loans.summary': inquiry(summarizeLoans, 'query loans', '§2.10', loanSummaryQuery),
  'loans.events': inquiry(listLoanEvents, 'list the loan events', '§4'),
} as const

// biome-ignore format: read it as a table
export const loanEndpoints = endpointsOf('loans', loanOperations, {
  getLoanSummary: {
    method: 'GET', path: '/LoanSummary', operation: 'loans.summary', query: loanSummaryParameters, response: loanSummary,
    isDeprecated: true, summary: 'query loans (deprecated)', section: '§2.10', source: 'specified',
  },
  getLoanEvents: {
    method: 'GET', path: '/Webhook/GetEvents', aliases: ['/Webhooks/GetEvents'], operation: 'loans.events',
    response: loanEvents, summary: 'list the loan event names', section: '§4', source: 'specified',
  },
})
