/** Loans: the inputs of the function API, and the parameters and the answer of the loan summary, the operations and the endpoints. (§2.10, §4 calls 9 and 10) */
import * as z from 'zod/mini'
import type { AssumptionId, Source } from '../core/assumptions/catalogue.ts'
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
import { type LoanStatus, loanStatuses } from '../core/loans/loan-status.ts'
import { type AddLoanOptions, addLoan, getLoan } from '../core/loans/loans.ts'
import type { DateForm } from '../core/loans/summary/field.ts'
import type { LoanSummaryQuery, parameterNames } from '../core/loans/summary/query.ts'
import { summarizeLoans } from '../core/loans/summary/summary.ts'
import { updateLoan } from '../core/loans/update-loan.ts'
import { endpointsOf } from './endpoint.ts'
import { failedRule } from './loan-payload.ts'
import { inquiry, operation } from './operation.ts'
import { type AsJson, stated, text, textLike, textThat, uuid } from './primitives.ts'
import { recordFrom, strictObject } from './record.ts'

const all = <Name extends string, Schema extends z.ZodMiniType>(names: readonly Name[], schema: Schema) =>
  Object.fromEntries(names.map((name) => [name, schema])) as { [Key in Name]: Schema }

const scalars = <Of extends Record<keyof typeof loanFieldsByKind, z.ZodMiniType>>(of: Of) => ({
  ...all(loanFieldsByKind.text, of.text as Of['text']),
  ...all(loanFieldsByKind.date, of.date as Of['date']),
  ...all(loanFieldsByKind.integer, of.integer as Of['integer']),
  ...all(loanFieldsByKind.decimal, of.decimal as Of['decimal']),
})

const decimal = () =>
  z.optional(textLike(/^-?\d+(\.\d{1,6})?$/, 'must be a decimal text with at most six places: "12500.000000"'))
const isoDate = () =>
  textThat(
    (value) => parseTimestamp(value) !== undefined,
    stated('must be ISO 8601 with an offset', { format: 'date-time' }),
  )
/** Turns -0, which JSON does not have, into 0. */
const asWritten = (value: number) => value + 0
const integer = () => z.optional(z.pipe(z.int({ error: 'must be a whole number' }), z.transform(asWritten)))

const rail = strictObject(() => ({
  ACHFields: z.optional(z.strictObject(all(achFieldNames, text))),
  ...all(railStrings, text),
  Id: z.optional(uuid),
  LoanId: z.optional(uuid),
  Priority: integer(),
  Amount: decimal(),
  IsFailed: z.optional(z.boolean()),
}))
const rails = () =>
  z.array(rail).check(
    z.refine(
      (given) => {
        const ids = given.flatMap(({ Id }) => (Id === undefined ? [] : [Id.toLowerCase()]))
        return new Set(ids).size === ids.length
      },
      stated('must each have an Id of its own', { description: 'Each has an Id of its own.' }),
    ),
  )

const loanFields = () => ({
  ...scalars({ text, date: z.optional(isoDate()), integer: integer(), decimal: decimal() }),
  Id: z.optional(uuid),
  Rails: z.optional(rails()),
})
export const loanRequest = strictObject(loanFields) satisfies z.ZodMiniType<LoanFields>

/** A loan as it is on file. */
export const loanRecord = strictObject(() => ({
  ...scalars({ text, date: z.optional(isoDate()), integer: z.optional(z.int()), decimal: decimal() }),
  Id: uuid,
  Status: z.string(),
  Rails: z.optional(z.array(z.extend(rail, { Priority: z.optional(z.int()) }))),
})) satisfies z.ZodMiniType<AsJson<Loan>>

/** Changes to a loan's details. Its Id never changes, and other operations change its status. */
const loanChanges = strictObject(() => {
  const { Id: _, Status: __, ...changeable } = loanFields()
  return changeable
}) satisfies z.ZodMiniType<LoanChanges>

export const addLoanOptions = strictObject(() => ({
  isSparse: z.optional(z.boolean()),
})) satisfies z.ZodMiniType<AddLoanOptions>

const names = Object.keys(loanStatuses) as [LoanStatus, ...LoanStatus[]]
const loanStatus = z.enum(names, { error: `must be one of ${names.join(', ')}` })

const fundingAttempt = strictObject(() => ({
  failedRails: z.optional(z.array(z.string())),
})) satisfies z.ZodMiniType<FundingAttempt>

const failedRules = () =>
  z.optional(z.array(failedRule).check(z.minLength(1, 'must name at least one rule'))) satisfies z.ZodMiniType<
    FailedRuleRequest[] | undefined
  >

/** A query of the function API: texts and numbers. */
const loanSummaryQuery = z.record(
  z.string(),
  z.optional(z.union([z.string(), z.number()], { error: 'must be a string or a number' })),
)

/** Every parameter of an address is a text, which `loanQueryOf` reads. */
const loanSummaryParameters = z.record(z.string(), z.string())

const count = () => z.optional(z.int().check(z.gte(0), z.lte(999_999_999_999_999)))

/** The specified parameters of the loan summary, each with its effect, for documents. Each field of a loan is a parameter, too. */
export const loanParameters = () =>
  ({
    id: { schema: text, says: 'The Id of a loan, in upper or lower case.', restsOn: ['loans.comparing'] },
    Skip: { schema: count(), says: 'How many loans to skip.', restsOn: ['loans.order'] },
    Take: { schema: count(), says: 'How many loans to return at most.', restsOn: ['loans.order'] },
    OrderBy: {
      schema: text,
      says: 'Fields to order by, separated by commas; a minus before a field reverses it. An unknown field is refused.',
      restsOn: ['loans.order', 'loans.comparing'],
    },
    OrderByDesc: {
      schema: text,
      says: 'Fields to order by, the greatest value first. If OrderBy is given, too, only OrderBy counts.',
      restsOn: ['loans.order', 'loans.comparing'],
    },
    Include: {
      schema: text,
      says: 'What to count: Total, COUNT(*), SUM(LoanAmount) as Lent …',
      restsOn: ['loans.aggregates'],
    },
    Meta: { schema: text, says: 'Accepted, but without effect.', restsOn: ['loans.metaParameter'] },
    jsconfig: {
      schema: text,
      says: 'How dates are written: with dh:ut as Unix time in seconds. Other settings have no effect.',
      restsOn: ['loans.jsconfig'],
    },
  }) as const satisfies {
    readonly [Name in 'id' | (typeof parameterNames)[number]]: {
      readonly schema: z.ZodMiniType
      readonly says: string
      readonly restsOn: readonly AssumptionId[]
    }
  }

/** Any other parameter rests on what the bank does with names that the specification does not have. */
function restsOnOfQuery(query: LoanSummaryQuery): AssumptionId[] {
  const rows = new Map(Object.entries(loanParameters()).map(([name, { restsOn }]) => [name.toLowerCase(), restsOn]))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const ofParameters = given.flatMap(([name]) => rows.get(name.toLowerCase()) ?? ['loans.unknownParameters' as const])
  return ['loans.jsconfig', ...ofParameters]
}

/** A loan is found by its Id in either case. */
const restsOnOfId = ({ id = '' }: { id?: string | undefined }): AssumptionId[] =>
  id === id.toLowerCase() ? [] : ['loans.id']
const byId = { restsOn: restsOnOfId }

/** The schema of a summary that JSON.parse read, in which decimals are numbers. */
function summaryWith(date: () => z.ZodMiniType) {
  const record = <Fields extends Record<string, z.ZodMiniType | readonly [Source, z.ZodMiniType]>>(
    fields: () => Fields,
  ) => recordFrom('§2.10', 'loan summary', fields)
  const rail = record(() => ({
    ACHFields: z.optional(record(() => all(achFieldNames, text))),
    ...all(railStrings, text),
    Priority: z.optional(z.int()),
    Amount: z.optional(z.number()),
    IsFailed: z.optional(z.boolean()),
  }))
  const loan = record(() => ({
    ...scalars({ text, date: z.optional(date()), integer: z.optional(z.int()), decimal: z.optional(z.number()) }),
    Rails: z.optional(z.array(rail)),
  }))
  return record(() => ({
    Offset: z.int(),
    Total: ['loans.total', z.int()] as const,
    Results: z.array(loan),
    Meta: ['loans.meta', z.optional(z.record(z.string(), z.string()))] as const,
  }))
}

const serviceDate = () => textLike(/^\/Date\(-?\d+-0000\)\/$/)

/** The schemas of a summary, by the form of its dates. */
export const loanSummaries = {
  service: summaryWith(serviceDate),
  unix: summaryWith(() => z.int()),
  any: summaryWith(() => z.union([serviceDate(), z.int()])),
} as const satisfies { readonly [Form in DateForm | 'any']: z.ZodMiniType }

// biome-ignore format: read it as a table
export const loanOperations = {
  'loans.add': operation(addLoan, 'add a loan', '§2.10', loanRequest, {
    restsOn: ({ fields: { Id } }) => ['loans.statuses', 'loans.fields', ...restsOnOfId({ id: Id })],
  }),
  'loans.update': operation(updateLoan, 'change the loan', '§2.10', loanChanges, byId),
  'loans.advance': operation(advanceLoan, 'advance the loan', '§3', undefined, byId),
  'loans.setStatus': operation(setLoanStatus, 'move the loan', '§3', loanStatus, byId),
  'loans.fund': operation(fundLoan, 'fund the loan', '§6', fundingAttempt, byId),
  'loans.failCompliance': operation(failCompliance, 'fail the compliance of the loan', '§6', failedRules, byId),
  'loans.get': inquiry(getLoan, 'read the loan', '§2.10', undefined, byId),
  'loans.summary': inquiry(summarizeLoans, 'query loans', '§2.10', loanSummaryQuery, { restsOn: restsOnOfQuery }),
  'loans.events': inquiry((): string[] => [...loanEventNames], 'list the loan events', '§4'),
} as const

// biome-ignore format: read it as a table
export const loanEndpoints = endpointsOf('loans', loanOperations, {
  getLoanSummary: {
    method: 'GET', path: '/LoanSummary', operation: 'loans.summary', query: loanSummaryParameters, response: loanSummaries.any,
    isDeprecated: true, summary: 'query loans (deprecated)', source: 'specified',
  },
  getLoanEvents: {
    method: 'GET', path: '/Webhook/GetEvents', aliases: { '/Webhooks/GetEvents': 'specified' }, operation: 'loans.events',
    response: z.array(z.enum(loanEventNames)), summary: 'list the loan event names', source: 'specified',
  },
})
