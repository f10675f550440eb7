/** vostro: the bank in your unit tests. Everything public, by subject. */

// The bank.
export type { AssumptionUse } from './assumption-uses.ts'
export { type Bank, createBank, replay } from './bank.ts'
export type { ConductRule, Finding } from './conduct/finding.ts'
export type { Explanation, RestrictionVerdict } from './explain.ts'
export type { ConnectOptions, PushHandler, SettleOptions } from './delivery.ts'
export type { CallPredicate, PushPredicate } from './faults.ts'
export type { HttpExchange } from './http/exchange.ts'
export type { StruckCall } from './http/strike.ts'
export type { Addresses } from './http/route.ts'
export { type BankOptions, createWorld, type Duration } from './options.ts'
export type { Journal, JournalEntry, OpeningEntry } from './shell.ts'
export type { Snapshot } from './snapshot.ts'
export type { TimelineOptions } from './timeline.ts'

// The pure core.
export type { Happening } from './core/happening.ts'
export type {
  InquiryInput,
  InquiryName,
  InquiryOutput,
  OperationInput,
  OperationName,
  OperationOutput,
} from './core/operations.ts'
export { inquire, type Transition, transition } from './core/transition.ts'
export type { Actor } from './core/turn.ts'
export { parseWorld, type Settings, type World } from './core/world.ts'

// Errors.
export { isRejection, type Problem, type Rejection, type RejectionCode, rejections } from './core/rejection.ts'
export { DefectError, isDefectError, isRejectionError, isUsageError, RejectionError, UsageError } from './errors.ts'

// What the specification leaves open.
export type { Allowed } from './allowed.ts'
export {
  type Assumption,
  type AssumptionId,
  type AssumptionOverrides,
  type AssumptionValues,
  assumptions,
} from './assumptions.ts'

// The resources.
export type { Accounts } from './resources/accounts.ts'
export type { Clock } from './resources/clock.ts'
export type { Desk } from './resources/desk.ts'
export type {
  BatchFaultOptions,
  FaultPlace,
  Faults,
  PushFaultOptions,
  RequestFaultOptions,
} from './resources/faults.ts'
export type { Holds } from './resources/holds.ts'
export type { Loans } from './resources/loans.ts'
export type { PartnerResources, PartnerView } from './resources/partner-resources.ts'
export type { Partners } from './resources/partners.ts'
export type { Policies } from './resources/policies.ts'
export type { DeliverOptions, Pushes } from './resources/pushes.ts'
export type { Restrictions } from './resources/restrictions.ts'
export type { Subledgers } from './resources/subledgers.ts'
export type { Tokens } from './resources/tokens.ts'
export type { Transactions } from './resources/transactions.ts'
export type { Webhooks } from './resources/webhooks.ts'
export type { Wires } from './resources/wires.ts'

// Requests and records.
export type { PartnerRecord } from './core/access/partner.ts'
export type { PartnerRequest } from './core/access/partners.ts'
export type { AllowedActivity } from './core/access/state.ts'
export type { TokenRequest, TokenResponse } from './core/access/token.ts'
export type { OpenAccount } from './core/accounts/account.ts'
export type { AccountRecord, MasterAccount, Subledger } from './core/accounts/account-record.ts'
export type { Fault } from './core/faults/fault.ts'
export type { FaultKind, PushFault, RequestFault } from './core/faults/state.ts'
export type { Hold, HoldQuery, HoldRequest } from './core/accounts/hold.ts'
export type { Policy } from './core/accounts/policy.ts'
export type {
  CriterionVerdict,
  Restriction,
  RestrictionChanges,
  RestrictionCriteria,
  RestrictionRequest,
} from './core/accounts/restriction.ts'
export type {
  AccountStatus,
  AppliesTo,
  BeneficiaryProfile,
  LedgerType,
  RestrictionType,
} from './core/accounts/state.ts'
export type { SubledgerQuery, SubledgerRequest } from './core/accounts/subledger.ts'
export type { AgendaItem } from './core/advance.ts'
export type { TransactionRequest, TransferRequest } from './core/ledger/post.ts'
export type { Rail, TransactionType } from './core/ledger/rail.ts'
export type { PostingCode } from './core/ledger/state.ts'
export type { Transaction, TransactionQuery } from './core/ledger/transaction-record.ts'
export type { FundingAttempt } from './core/loans/funding.ts'
export type { AchFields, Loan, LoanChanges, LoanFields, LoanRail } from './core/loans/loan.ts'
export type {
  AdjustmentActionUpdate,
  ComplianceLoanFailed,
  FailedRule,
  FundingAttemptComplete,
  FundResult,
  LoanPayload,
  LoanStatusUpdated,
  RailUpdated,
} from './core/loans/loan-payload.ts'
export type { LoanSummaryQuery } from './core/loans/loan-query.ts'
export type { LoanStatus } from './core/loans/loan-status.ts'
export type { LoanSummary, LoanSummaryRecord } from './core/loans/loan-summary.ts'
export type { AddLoanOptions } from './core/loans/loans.ts'
export type { FailedRuleRequest } from './core/loans/move-loan.ts'
export type { Page, PageQuery } from './core/page.ts'
export type { EventDetails } from './core/webhooks/details.ts'
export type { EventRecord, Notification } from './core/webhooks/notification.ts'
export type { Push, WaitingPush } from './core/webhooks/push-record.ts'
export type { Registration, RegistrationChanges, RegistrationRequest } from './core/webhooks/registration.ts'
export type {
  PushAnswer,
  PushOutcome,
  RegistrationFormat,
  RegistrationStatus,
  RegistrationType,
} from './core/webhooks/state.ts'
export type { Batch } from './core/wires/batch.ts'
export type {
  InboundWireRequest,
  IntermediaryParty,
  Party,
  PostingStatus,
  WirePayment,
  WirePaymentRequest,
  WireStatus,
} from './core/wires/wire.ts'
