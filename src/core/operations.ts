/**
 * Everything that can be done to a bank. Operations change the world, inquiries only read it; both may be refused.
 * The function API, the HTTP edge and the journal know them by these names.
 */
import { addPartner, getPartner, listPartners } from './access/partners.ts'
import { issueToken, revokeToken } from './access/token.ts'
import { getAccount, listAccounts, openAccount } from './accounts/account.ts'
import { getHold, listHolds, placeHold, releaseHold } from './accounts/hold.ts'
import { getPolicy, setPolicy } from './accounts/policy.ts'
import { createRestriction, removeRestriction, updateRestriction } from './accounts/restriction-changes.ts'
import { getRestriction, listRestrictions } from './accounts/restriction-lookup.ts'
import { setAccountStatus } from './accounts/status.ts'
import { createSubledger, getSubledger, listSubledgers, renameSubledger } from './accounts/subledger.ts'
import { advanceTo } from './advance.ts'
import { clearFaults, injectFault, listFaults, meetFaultById } from './faults/fault.ts'
import { post, transfer } from './ledger/post.ts'
import { getTransaction, listTransactions } from './ledger/transaction-record.ts'
import { fundLoan } from './loans/funding.ts'
import { advanceLoan, failCompliance, setLoanStatus } from './loans/lifecycle.ts'
import { loanEventNames } from './loans/loan.ts'
import { addLoan, getLoan } from './loans/loans.ts'
import { summarizeLoans } from './loans/summary/summary.ts'
import { updateLoan } from './loans/update-loan.ts'
import type { Rejection } from './rejection.ts'
import { getEvent, pollEvents } from './webhooks/event-lookup.ts'
import { pingRegistration } from './webhooks/ping.ts'
import { beginByHand, beginNext, delayPush, dropPush, endPush, preferPush } from './webhooks/push.ts'
import { connect, disconnect, receivePush, setPushMode } from './webhooks/push-control.ts'
import {
  getRegistration,
  listRegistrations,
  register,
  removeRegistration,
  restartRegistration,
  updateRegistration,
} from './webhooks/registration.ts'
import { releaseBatch } from './wires/batch.ts'
import { approveWire, holdWire, refuseWire, reverseWire } from './wires/desk.ts'
import { getWire, listWires } from './wires/find-wire.ts'
import { simulateInbound } from './wires/inbound.ts'
import { cancelWire, createWire } from './wires/outbound.ts'

/** What changes the world. */
export const operations = {
  'tokens.issue': issueToken,
  'tokens.revoke': revokeToken,
  'partners.add': addPartner,
  'accounts.open': openAccount,
  'accounts.setStatus': setAccountStatus,
  'subledgers.create': createSubledger,
  'subledgers.rename': renameSubledger,
  'restrictions.create': createRestriction,
  'restrictions.update': updateRestriction,
  'restrictions.remove': removeRestriction,
  'policies.set': setPolicy,
  'holds.place': placeHold,
  'holds.release': releaseHold,
  'transactions.post': post,
  'transactions.transfer': transfer,
  'wires.create': createWire,
  'wires.simulateInbound': simulateInbound,
  'wires.cancel': cancelWire,
  'desk.hold': holdWire,
  'desk.approve': approveWire,
  'desk.reject': refuseWire,
  'desk.reverse': reverseWire,
  'desk.releaseBatch': releaseBatch,
  'webhooks.register': register,
  'webhooks.update': updateRegistration,
  'webhooks.remove': removeRegistration,
  'webhooks.restart': restartRegistration,
  'webhooks.ping': pingRegistration,
  'webhooks.connect': connect,
  'webhooks.disconnect': disconnect,
  'events.poll': pollEvents,
  'pushes.receive': receivePush,
  'pushes.setMode': setPushMode,
  'pushes.begin': beginNext,
  'pushes.beginByHand': beginByHand,
  'pushes.end': endPush,
  'pushes.drop': dropPush,
  'pushes.delay': delayPush,
  'pushes.prefer': preferPush,
  'loans.add': addLoan,
  'loans.update': updateLoan,
  'loans.advance': advanceLoan,
  'loans.setStatus': setLoanStatus,
  'loans.fund': fundLoan,
  'loans.failCompliance': failCompliance,
  'faults.inject': injectFault,
  'faults.clear': clearFaults,
  'faults.meet': meetFaultById,
  'clock.advance': advanceTo,
} as const

/** What reads the world. */
export const inquiries = {
  'partners.get': getPartner,
  'partners.list': listPartners,
  'accounts.get': getAccount,
  'accounts.list': listAccounts,
  'subledgers.get': getSubledger,
  'subledgers.list': listSubledgers,
  'restrictions.get': getRestriction,
  'restrictions.list': listRestrictions,
  'policies.get': getPolicy,
  'holds.get': getHold,
  'holds.list': listHolds,
  'transactions.get': getTransaction,
  'transactions.list': listTransactions,
  'wires.get': getWire,
  'wires.list': listWires,
  'webhooks.get': getRegistration,
  'webhooks.list': listRegistrations,
  'events.get': getEvent,
  'faults.list': listFaults,
  'loans.get': getLoan,
  'loans.summary': summarizeLoans,
  'loans.events': (): string[] => [...loanEventNames],
} as const

export type OperationName = keyof typeof operations
export type InquiryName = keyof typeof inquiries

type Second<Callable> = Callable extends (first: never, second: infer Input) => unknown
  ? unknown extends Input
    ? undefined
    : Input
  : never

export type OperationInput<Name extends OperationName> = Second<(typeof operations)[Name]>
export type OperationOutput<Name extends OperationName> = Exclude<ReturnType<(typeof operations)[Name]>, Rejection>
export type InquiryInput<Name extends InquiryName> = Second<(typeof inquiries)[Name]>
export type InquiryOutput<Name extends InquiryName> = Exclude<ReturnType<(typeof inquiries)[Name]>, Rejection>
