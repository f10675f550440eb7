/** Loans: what the function API takes, the summary's parameters and its envelope. (§2.10, §4 calls 9 and 10) */
import * as z from 'zod'
import type { Source } from '../core/assumptions/catalogue.ts'
import { namesOf } from '../core/kernel/names.ts'
import { parseTimestamp } from '../core/kernel/time/instant.ts'
import { type FundingAttempt, fundLoan } from '../core/loans/funding.ts'
import { advanceLoan, failCompliance, setLoanStatus } from '../core/loans/lifecycle.ts'
import {
  achFieldNames,
  type Loan,
  type LoanChanges,
  type LoanFields,
  loanEventNames,
  loanFieldsByKind,
  railStrings,
} from '../core/loans/loan.ts'
import type { FailedRuleRequest } from '../core/loans/loan-event.ts'
import { listLoanEvents } from '../core/loans/loan-event.ts'
import { type LoanStatus, loanStatuses } from '../core/loans/loan-status.ts'
import { type AddLoanOptions, addLoan, getLoan } from '../core/loans/loans.ts'
import { type DateForm, dateForms, type JsConfig, jsConfigOf, spell } from '../core/loans/summary/js-config.ts'
import type { parameterNames } from '../core/loans/summary/query.ts'
import { summarizeLoans } from '../core/loans/summary/summary.ts'
import { updateLoan } from '../core/loans/update-loan.ts'
import { endpointsOf } from './endpoint.ts'
import { failedRule } from './loan-payload.ts'
import { inquiry, operation } from './operation.ts'
import { type AsJson, text, uuid } from './primitives.ts'
import { recordFrom } from './record.ts'
import { stated } from './statement.ts'

const all = <Name extends string, Schema extends z.ZodType>(names: readonly Name[], schema: Schema) =>
  Object.fromEntries(names.map((name) => [name, schema])) as { [Key in Name]: Schema }

/** Every scalar field of a loan, with the schema of its kind. */
const scalars = <
  Text extends z.ZodType,
  Date extends z.ZodType,
  Integer extends z.ZodType,
  Decimal extends z.ZodType,
>(of: {
  readonly text: Text
  readonly date: Date
  readonly integer: Integer
  readonly decimal: Decimal
}) => ({
  ...all(loanFieldsByKind.text, of.text),
  ...all(loanFieldsByKind.date, of.date),
  ...all(loanFieldsByKind.integer, of.integer),
  ...all(loanFieldsByKind.decimal, of.decimal),
})

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
  ...scalars({ text, date: isoDate, integer, decimal }),
  Id: uuid.optional(),
  Rails: rails.optional(),
}) satisfies z.ZodType<LoanFields>

/** A loan as it is on file. */
export const loanRecord = z.strictObject({
  ...scalars({ text, date: isoDate, integer: z.int().optional(), decimal }),
  Id: uuid,
  Status: z.string(),
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

const failedRules = z.array(failedRule).min(1, 'must name at least one rule') satisfies z.ZodType<FailedRuleRequest[]>

/** A query of the function API: texts and numbers. */
const loanSummaryQuery = z.record(
  z.string(),
  z.union([z.string(), z.number()], { error: 'must be a text or a number' }).optional(),
)

/** Every parameter of an address is a text; what it means is the query's business. */
const loanSummaryParameters = z.record(z.string(), z.string())

const count = z.int().min(0).max(999_999_999_999_999).optional()

/**
 * The parameters of the loan summary that the specification names, each with what it does, for documents: the call itself takes any name.
 * The words for `jsconfig` are those that change how a date is written; others change the names of fields, or which are there.
 */
export const loanParameters = {
  id: { schema: text, says: 'The Id of a loan, in either case.' },
  Skip: { schema: count, says: 'How many loans to pass over.' },
  Take: { schema: count, says: 'How many loans to answer with.' },
  OrderBy: {
    schema: text,
    says: 'Fields to order by, at commas; a minus before one turns it round. A field that there is none of is refused.',
  },
  OrderByDesc: { schema: text, says: 'The same, the greatest first. OrderBy wins.' },
  Include: { schema: text, says: 'What to count: Total, COUNT(*), SUM(LoanAmount) as Lent …' },
  Meta: { schema: text, says: 'Accepted, and changes nothing.' },
  jsconfig: {
    schema: z
      .string()
      .regex(new RegExp(`^dh:(?:${namesOf(dateForms).join('|')})$`))
      .optional(),
    says: 'How dates are written: dh:ut is in seconds of Unix time. Other words than these write fields under other names, which this document does not describe.',
  },
} as const satisfies {
  readonly [Name in 'id' | (typeof parameterNames)[number]]: { readonly schema: z.ZodType; readonly says: string }
}

/** A date in one of its forms. */
function dateIn(form: DateForm): z.ZodType {
  const [pattern] = dateForms[form]
  return pattern === null ? z.int() : z.string().regex(pattern)
}

/** A date in any of its forms. */
const anyLoanDate = z.union(namesOf(dateForms).map(dateIn))

type SummaryConfig = Omit<JsConfig, 'dates'> & { readonly dates: DateForm | 'any' }

const summaries = new Map<string, ReturnType<typeof summarySchema>>()

/** The envelope as JSON.parse reads it, written as `jsconfig` asked: a decimal is a number. Each is made once. */
export function loanSummaryAs(config: SummaryConfig): ReturnType<typeof summarySchema> {
  const key = JSON.stringify(config)
  const schema = summaries.get(key) ?? summarySchema(config)
  summaries.set(key, schema)
  return schema
}

function summarySchema(config: SummaryConfig) {
  const { dates, names, hasNulls, hasDefaults } = config
  const date = dates === 'any' ? anyLoanDate : dateIn(dates)
  const nullable = (schema: z.ZodType) => (hasNulls && hasDefaults ? schema.nullable() : schema.optional())
  const count = hasDefaults ? z.int() : z.int().optional()
  const spelled = (fields: Record<string, z.ZodType>, own: { readonly [field: string]: Source } = {}) => {
    const sourced = Object.entries(fields).map(([name, schema]) => {
      const source = own[name]
      return [spell(name, names), source === undefined ? schema : ([source, schema] as const)] as const
    })
    return recordFrom('§2.10', 'loan summary', Object.fromEntries(sourced))
  }
  const rail = spelled({
    ACHFields: nullable(spelled(all(achFieldNames, text))),
    ...all(railStrings, nullable(z.string())),
    Priority: nullable(z.int()),
    Amount: nullable(z.number()),
    IsFailed: nullable(z.boolean()),
  })
  const loan = spelled({
    ...scalars({
      text: nullable(z.string()),
      date: nullable(date),
      integer: nullable(z.int()),
      decimal: nullable(z.number()),
    }),
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
    isDeprecated: true, summary: 'query loans (deprecated)', source: 'specified',
  },
  getLoanEvents: {
    method: 'GET', path: '/Webhook/GetEvents', aliases: { '/Webhooks/GetEvents': 'specified' }, operation: 'loans.events',
    response: loanEvents, summary: 'list the loan event names', source: 'specified',
  },
})
