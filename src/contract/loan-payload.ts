/** What loan events are pushed with, as schemas, by the name of the event. (§6) */
import * as z from 'zod'
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

const about = { Id: z.int(), LoanId: uuid }
const fundResult = z.enum(['Success', 'Failed'])

const payloadOf = <Content extends z.ZodType>(content: Content) =>
  z.strictObject({ MPLId: z.string(), Ignore: z.boolean(), content })

/** The body of each event's push. */
export const loanPayloads = {
  AdjustmentActionUpdate: payloadOf(
    z.strictObject({
      ...about,
      Fields: z.array(z.string()),
      TimeStamp: timestamp,
    }) satisfies z.ZodType<AdjustmentActionUpdate>,
  ),
  FundingAttemptComplete: payloadOf(
    z.strictObject({
      ...about,
      FundResult: fundResult,
      TimeStamp: timestamp,
    }) satisfies z.ZodType<FundingAttemptComplete>,
  ),
  LoanStatusUpdated: payloadOf(
    z.strictObject({
      ...about,
      Status: z.literal(Object.values(loanStatuses)),
      TimeStamp: timestamp,
      DateInserted: timestamp,
    }) satisfies z.ZodType<LoanStatusUpdated>,
  ),
  RailUpdated: payloadOf(
    z.strictObject({
      ...about,
      RailId: z.string(),
      RailType: z.string(),
      RailTransactionId: z.string().optional(),
      FundResult: fundResult.optional(),
    }) satisfies z.ZodType<AsJson<RailUpdated>>,
  ),
  ComplianceLoanFailed: payloadOf(
    z.strictObject({
      MPLId: z.string(),
      LoanId: uuid,
      CreateDate: timestamp,
      FailedRulesReasons: z.array(
        z.strictObject({
          RuleName: z.string(),
          Rule: z.string(),
          Data: z.string(),
          Result: z.string(),
          FailedComplianceID: z.int().min(1),
        }),
      ),
    }) satisfies z.ZodType<ComplianceLoanFailed>,
  ),
} satisfies { readonly [Name in LoanEventName]: z.ZodType }
