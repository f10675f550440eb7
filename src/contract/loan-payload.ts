/** The schemas of the bodies of pushed loan events, by the name of the event. (§6) */
import * as z from 'zod/mini'
import type {
  AdjustmentActionUpdate,
  ComplianceLoanFailed,
  FundingAttemptComplete,
  LoanStatusUpdated,
  RailUpdated,
} from '../core/loans/loan-payload.ts'
import { loanStatuses } from '../core/loans/loan-status.ts'
import type { LoanEventName } from '../core/webhooks/event-name.ts'
import { type AsJson, timestamp, uuid } from './primitives.ts'
import { strictObject } from './record.ts'

const about = () => ({ Id: z.int(), LoanId: uuid })
export const failedRule = strictObject(() => ({
  RuleName: z.string(),
  Rule: z.string(),
  Data: z.string(),
  Result: z.string(),
}))
const fundResult = z.enum(['Success', 'Failed'])

const payloadOf = <Content>(fields: () => { readonly [Field in keyof Content]-?: z.ZodMiniType<Content[Field]> }) =>
  strictObject(() => ({ MPLId: z.string(), Ignore: z.boolean(), content: strictObject(fields) }))

export const loanPayloads = {
  AdjustmentActionUpdate: payloadOf<AdjustmentActionUpdate>(() => ({
    ...about(),
    Fields: z.array(z.string()),
    TimeStamp: timestamp,
  })),
  FundingAttemptComplete: payloadOf<FundingAttemptComplete>(() => ({
    ...about(),
    FundResult: fundResult,
    TimeStamp: timestamp,
  })),
  LoanStatusUpdated: payloadOf<LoanStatusUpdated>(() => ({
    ...about(),
    Status: z.literal(Object.values(loanStatuses).map(({ number }) => number)),
    TimeStamp: timestamp,
    DateInserted: timestamp,
  })),
  RailUpdated: payloadOf<AsJson<RailUpdated>>(() => ({
    ...about(),
    RailId: z.string(),
    RailType: z.string(),
    RailTransactionId: z.optional(z.string()),
    FundResult: z.optional(fundResult),
  })),
  ComplianceLoanFailed: payloadOf<ComplianceLoanFailed>(() => ({
    MPLId: z.string(),
    LoanId: uuid,
    CreateDate: timestamp,
    FailedRulesReasons: z.array(z.extend(failedRule, { FailedComplianceID: z.int().check(z.gte(1)) })),
  })),
} satisfies { readonly [Name in LoanEventName]: z.ZodMiniType }
