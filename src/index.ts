/** vostro: the bank in your unit tests. Exports everything public, grouped by subject. */

// The bank.
export type { Bank } from './bank/bank.ts'
export { createBank, replay } from './bank/create-bank.ts'
export type { AssumptionReport } from './bank/reports/assumption-uses.ts'
export type { ConductRule, Finding } from './bank/reports/conduct/finding.ts'
export type { Explanation } from './bank/reports/explanation.ts'
export type { TimelineOptions } from './bank/reports/timeline.ts'
export type { TraceOptions } from './bank/reports/trace/trace.ts'
export type {
  ConnectOptions,
  DeliverOptions,
  PushContext,
  PushHandler,
  SettleOptions,
} from './bank/shell/pushes/receiver.ts'
export type { HttpExchange } from './bank/shell/state/exchange.ts'
export type { Journal, JournalEntry } from './bank/shell/state/journal.ts'
export { type BankOptions, createWorld } from './bank/shell/state/options.ts'
export type { CallPredicate, PushPredicate, StruckCall } from './bank/shell/state/predicate-registry.ts'
export type { Snapshot } from './bank/shell/state/snapshot.ts'
export type { Addresses } from './contract/endpoint.ts'
export type { EndpointName } from './contract/endpoints.ts'
export type { Duration } from './core/kernel/time/duration.ts'

// The pure core.
export type {
  InquiryInput,
  InquiryName,
  InquiryOutput,
  OperationInput,
  OperationName,
  OperationOutput,
} from './contract/operations.ts'
export { inquire, transition } from './contract/transition.ts'
export { diff, type WorldChange } from './core/diff.ts'
export type { Happening } from './core/happening.ts'
export type { Transition } from './core/perform-on.ts'
export type { Actor } from './core/turn.ts'
export { parseWorld, type World } from './core/world.ts'

// Errors.
export {
  DefectError,
  isDefectError,
  isRejectionError,
  isUsageError,
  RejectionError,
  UsageError,
} from './core/errors.ts'
export { isRejection, type Problem, type Rejection, type RejectionCode, rejections } from './core/rejection.ts'

// What the specification leaves open.
export {
  type AssumptionId,
  type AssumptionOverrides,
  type AssumptionValues,
  assumptions,
} from './core/assumptions/catalogue.ts'
export type { Assumption } from './core/assumptions/entry.ts'

// The resources.
export type { Accounts, Subledgers } from './bank/api/accounts.ts'
export type { Clock } from './bank/api/clock.ts'
export type { Desk } from './bank/api/desk.ts'
export type {
  BatchFaultOptions,
  Fault,
  FaultPlace,
  Faults,
  PushFaultOptions,
  RequestFaultOptions,
} from './bank/api/faults.ts'
export type { Loans } from './bank/api/loans.ts'
export type { Outbox } from './bank/api/outbox.ts'
export type { PartnerView } from './bank/api/partner-view.ts'
export type { Partners, Tokens } from './bank/api/partners.ts'
export type { Holds, Policies, Restrictions } from './bank/api/restrictions.ts'
export type { Transactions } from './bank/api/transactions.ts'
export type { Webhooks } from './bank/api/webhooks.ts'
export type { Wires } from './bank/api/wires.ts'

// Requests and records.
export { type SignatureCheck, verifySignature } from './bank/api/verify-signature.ts'
export type { PartnerRecord } from './core/access/partner.ts'
export type { PartnerRequest } from './core/access/partners.ts'
export type { AllowedActivity } from './core/access/state.ts'
export type { TokenRequest, TokenResponse } from './core/access/token.ts'
export type { AccountRecord, MasterAccount, Subledger } from './core/accounts/account-record.ts'
export type { AccountStatus } from './core/accounts/account-status.ts'
export type { OpenAccount } from './core/accounts/account.ts'
export type { Hold, HoldChanges, HoldQuery, HoldRequest } from './core/accounts/hold.ts'
export type { Policy } from './core/accounts/policy.ts'
export type {
  Restriction,
  RestrictionChanges,
  RestrictionCriteria,
  RestrictionRequest,
} from './core/accounts/restriction.ts'
export type { AppliesTo, LedgerType } from './core/accounts/state.ts'
export type { SubledgerQuery, SubledgerRequest } from './core/accounts/subledger.ts'
export type { AgendaItem } from './core/advance.ts'
export type { FaultKind, PushFault, RequestFault } from './core/faults/fault-kinds.ts'
export type { TransactionRequest, TransferRequest } from './core/ledger/post.ts'
export type { PostingCode } from './core/ledger/posting-codes.ts'
export type { Rail, TransactionCode, TransactionType } from './core/ledger/rail.ts'
export type { Transaction, TransactionQuery } from './core/ledger/transaction-record.ts'
export type {
  AdjustmentActionUpdate,
  ComplianceLoanFailed,
  FundingAttemptComplete,
  FundResult,
  LoanPayload,
  LoanStatusUpdated,
  RailUpdated,
} from './core/loans/loan-payload.ts'
export type { LoanStatus } from './core/loans/loan-status.ts'
export type { Loan, LoanChanges, LoanFields, LoanRail } from './core/loans/loan.ts'
export type { LoanSummaryQuery } from './core/loans/summary/query.ts'
export type { LoanSummary, LoanSummaryRecord } from './core/loans/summary/summary.ts'
export type { Page, PageQuery } from './core/page.ts'
export type { EventName } from './core/webhooks/event-name.ts'
export type { EventRecord, Notification } from './core/webhooks/notification.ts'
export type { Push, WaitingPush } from './core/webhooks/push-record.ts'
export type {
  Registration,
  RegistrationChanges,
  RegistrationQuery,
  RegistrationRequest,
} from './core/webhooks/registration.ts'
export type { Batch } from './core/wires/batch.ts'
export type { BusinessFunctionCode } from './core/wires/business-function-code.ts'
export type { WireStatus } from './core/wires/wire-status.ts'
export type {
  InboundWireRequest,
  UnnamedParty,
  Party,
  WirePayment,
  WirePaymentRequest,
} from './core/wires/wire.ts'
