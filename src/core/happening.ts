/** Happenings: what an operation or an advance of the clock brought about, in order, as plain facts with ids only. */

import type { Money } from './kernel/money.ts'
import type { PostingCode } from './ledger/state.ts'

/** The facts of a happening, by its kind. */
export type HappeningFacts =
  | { readonly what: 'token.issued'; readonly partnerId: string; readonly audience: string; readonly expiresAt: string }
  | { readonly what: 'token.revoked'; readonly partnerId: string }
  | { readonly what: 'partner.added'; readonly partnerId: string; readonly name: string }
  | { readonly what: 'policy.changed'; readonly productId: string; readonly allowed: number | null }
  | { readonly what: 'account.opened'; readonly accountNumber: string; readonly title: string; readonly amount: Money }
  | { readonly what: 'subledger.renamed'; readonly accountNumber: string; readonly title: string }
  | { readonly what: 'account.changed'; readonly accountNumber: string; readonly status: string }
  | {
      readonly what: 'subledger.opened'
      readonly accountNumber: string
      readonly masterAccountNumber: string
      readonly title: string
    }
  | {
      readonly what: 'restriction.placed' | 'restriction.changed' | 'restriction.removed'
      readonly restrictionId: string
      readonly reason: string
      readonly accountNumber: string
    }
  | {
      readonly what: 'hold.placed' | 'hold.released'
      readonly holdId: string
      readonly accountNumber: string
      readonly amount: Money
      readonly reason: string
    }
  | {
      /** The amount is negative where money leaves the account. */
      readonly what: 'transaction.posted'
      readonly transactionId: string
      readonly accountNumber: string
      readonly transactionCode: string
      readonly amount: Money
    }
  | {
      readonly what: 'transaction.refused'
      readonly transactionId: string
      readonly accountNumber: string
      readonly transactionCode: string
      readonly amount: Money
      readonly postingCode: PostingCode
      readonly reason: string
    }
  | {
      readonly what: 'webhook.registered' | 'webhook.changed' | 'webhook.removed'
      readonly registrationId: string
      readonly eventName: string
      readonly callbackUrl: string
    }
  | {
      readonly what: 'wire.created' | 'wire.moved'
      readonly paymentId: string
      readonly accountNumber: string
      readonly direction: string
      readonly amount: Money
      readonly status: string
    }
  | {
      readonly what: 'wire.rejected'
      readonly paymentId: string
      readonly accountNumber: string
      readonly amount: Money
      readonly postingCode: PostingCode
      readonly reason: string
    }
  | {
      readonly what: 'wire.reversed'
      readonly paymentId: string
      readonly accountNumber: string
      readonly amount: Money
    }
  | { readonly what: 'batch.released'; readonly batchId: string; readonly wires: number; readonly amount: Money }
  | {
      readonly what: 'money.reserved' | 'money.released' | 'money.posted'
      readonly accountNumber: string
      readonly amount: Money
      readonly paymentId: string
    }
  | {
      readonly what: 'event.emitted'
      readonly eventId: string
      readonly eventName: string
      readonly resources: readonly string[]
    }
  | {
      readonly what: 'push.captured' | 'push.delivered'
      readonly pushId: string
      readonly eventName: string
      readonly resources: readonly string[]
      readonly callbackUrl: string
      readonly attempt: number
    }
  | {
      readonly what: 'push.received'
      readonly pushId: string
      readonly eventName: string
      readonly callbackUrl: string
    }
  | {
      readonly what: 'push.failed'
      readonly pushId: string
      readonly eventName: string
      readonly resources: readonly string[]
      readonly callbackUrl: string
      readonly attempt: number
      readonly reason: string
    }
  | { readonly what: 'fault.injected' | 'fault.struck'; readonly faultId: string; readonly fault: string }
  | { readonly what: 'webhook.suspended'; readonly eventName: string; readonly callbackUrl: string }
  | { readonly what: 'loan.added' | 'loan.changed' | 'loan.moved'; readonly loanId: string; readonly status: string }
  | {
      readonly what: 'loan.railUpdated'
      readonly loanId: string
      readonly railId: string
      readonly fundResult: string
    }
  | { readonly what: 'loan.fundingAttempted'; readonly loanId: string; readonly fundResult: string }

/** One thing that happened, and when (ISO 8601, in the bank's zone). */
export type Happening = { readonly at: string } & HappeningFacts
