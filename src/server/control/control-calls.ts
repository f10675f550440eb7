/** THE TABLE of control calls: everything that can be done to a bank besides its API. Routing, checks and the OpenAPI document read it. */
import * as z from 'zod/mini'
import { portOf } from '../../bank/port.ts'
import { anyFaultOptions } from '../../contract/fault.ts'
import { choiceOf, digits, duration, shortText, timestamp } from '../../contract/primitives.ts'
import { notification } from '../../contract/webhook.ts'
import type { PartnerRecord } from '../../core/access/partner.ts'
import { faultKinds } from '../../core/faults/fault-kinds.ts'
import { expectationsOf } from '../../core/faults/outcomes.ts'
import { keysOf } from '../../core/kernel/keys.ts'
import { coverageOf } from '../../suite/coverage/report.ts'
import { Refusal } from '../refusal.ts'
import { documentOf } from './document.ts'
import { type ControlCall, type ControlRows, ofBank, ofPartner, ofPartnerQuery, row } from './row.ts'
import * as records from './schemas.ts'

const { report } = records
const string = z.string()
const reports = () => z.array(report)
const now = timestamp
const flag = z.stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive', error: 'must be true or false' })

/** Of a call after which the client wants to know the time. */
const atNow = {
  answer: z.strictObject({ now }),
  answered: (_: unknown, { bank }: ControlCall) => ({ now: bank.clock.now }),
}

/** Of a call that tells what happened in an advance, or would happen. */
const happening = {
  answer: z.strictObject({ now, happened: reports() }),
  answered: (happened: unknown, { bank }: ControlCall) => ({ now: bank.clock.now, happened }),
}

/** How many items from the end of a list. */
const last = z.optional(z.pipe(digits, z.number()))
const lastOf = <Item>(list: readonly Item[], { query }: ControlCall): readonly Item[] =>
  query['last'] === undefined ? list.slice() : list.slice(Math.max(list.length - query['last'], 0))
const lastItems = { query: z.strictObject({ last }), answered: lastOf }

/** Answers with the client id that clients of the server use, which may differ from the one inside the bank. */
const named = { answered: (partner: PartnerRecord, { hosted }: ControlCall) => hosted.named(partner) }

function close({ banks, hosted }: ControlCall): void {
  const advice = 'Reset it, or close another bank: DELETE /_vostro/banks/{id}.'
  if (hosted.isMain)
    throw new Refusal(
      'first_bank_stays',
      `Failed to close the bank: it is the one that the server began with. ${advice}`,
    )
  banks.close(hosted)
}

// biome-ignore format: read it as a table
export const controlCalls: ControlRows = {
  readHealth: row('GET /health', 'check that the server answers', { isOfServer: true, isOpen: true, answer: z.strictObject({ status: z.literal('ok') }), run: () => ({ status: 'ok' }) }),
  listBanks: row('GET /banks', 'list all banks except the first one', {
    isOfServer: true, answer: z.array(records.bankRecord), run: ({ banks }) => banks.others.map(({ record }) => record),
  }),
  openBank: row('POST /banks', 'open another bank; the body may have the name of a test, which reports show, and options that replace those of the server', {
    // `createBank` checks the options.
    isOfServer: true, body: z.looseObject({ name: z.optional(shortText) }), isBodyOptional: true, answer: records.bankRecord,
    line: 'const other = createBank({rest}) // {name}', run: ({ banks, body }) => banks.open(body).record,
  }),
  readBank: row('GET', 'read the addresses of the bank, the credentials of its first partner, and its master account', { answer: records.bankRecord, run: ({ hosted }) => hosted.record }),
  closeBank: row('DELETE', 'close a bank; the first bank cannot be closed', { run: close }),

  readClock: row('GET /clock', 'tell the time of the virtual clock', { ...atNow, line: 'bank.clock.now' }),
  advanceClock: row('POST /clock/advance', 'advance the clock by a duration', { ...happening, body: duration, isInTurn: true, line: 'await bank.clock.advanceAsync({body})' }),
  advanceClockTo: row('POST /clock/advance-to', 'advance the clock to an instant', { ...happening, body: z.strictObject({ to: string }), isInTurn: true, line: 'await bank.clock.advanceToAsync({to})' }),
  advanceClockToNextBatch: row('POST /clock/next-batch', 'advance the clock to the next release of wires', { ...happening, isInTurn: true, line: 'await bank.clock.advanceToNextBatchAsync()' }),
  previewClock: row('POST /clock/preview', 'tell what would happen if the clock advanced by a duration, and leave the clock where it is', { ...happening, body: duration, line: 'bank.clock.preview({body})' }),
  readAgenda: row('GET /clock/agenda', 'list what is due and when', {
    answer: z.strictObject({ now, agenda: reports() }), line: 'bank.clock.agenda()', answered: (agenda: unknown, { bank }) => ({ now: bank.clock.now, agenda }),
  }),

  resetBank: row('POST /reset', 'take the bank back to the moment of its opening', { ...atNow, isInTurn: true, line: 'bank.reset()' }),
  keepSnapshot: row('POST /snapshot', 'keep a snapshot of the bank in the server, and return its id; the last hundred are kept', {
    answer: z.strictObject({ id: string }), line: 'const snapshot$<id> = bank.snapshot()', run: ({ bank, hosted }) => ({ id: hosted.keep(bank.snapshot()) }),
  }),
  listSnapshots: row('GET /snapshots', 'list the snapshots that are kept, each with the time of the bank in it', { answer: z.array(z.strictObject({ id: string, now })), run: ({ hosted }) => hosted.snapshots }),
  restoreSnapshot: row('POST /restore', 'restore a snapshot by the id under which it is kept', {
    ...atNow, body: z.strictObject({ id: string }), isInTurn: true, line: 'bank.restore(snapshot$<id>)', example: () => ({ id: '1' }),
    run: ({ bank, hosted, body }) => bank.restore(hosted.kept(body?.['id'] ?? '')),
  }),
  forkBank: row('POST /fork', 'open another bank as a copy of this one', { answer: records.bankRecord, line: 'const other = bank.fork()', run: ({ banks, hosted }) => banks.fork(hosted).record }),

  listFaults: ofBank('faults.list', 'GET /faults', 'list the faults that can still take effect'),
  injectFault: row('POST /faults', 'inject a fault: the body says which fault, where it takes effect and for how long', {
    // `faults.inject` checks the options.
    body: z.looseObject({ fault: choiceOf(keysOf(faultKinds)), ...anyFaultOptions(), for: z.optional(duration) }),
    answer: records.fault, line: 'bank.faults.inject({fault}, {rest})', example: () => ({ fault: 'lostAnswer', endpoint: 'createWire', nth: 1 }),
  }),
  clearFaults: row('DELETE /faults', 'end every fault', { line: 'bank.faults.clear()' }),
  clearFault: ofBank('faults.clear', 'DELETE /faults/{id}', 'end a fault', { answer: null }),
  expectOutcome: ofPartner('outcomes.expect', 'POST /outcomes', 'set how a coming payment will end; the payment is chosen by the fields of its request', { answer: null, line: 'bank.$<of>s.expect({match}, {nth,every}).toEnd({status}, {rest})' }),
  listOutcomes: row('GET /outcomes', 'list the outcomes that were set, each with the number of payments that matched, and the number of those that got the outcome', {
    answer: z.array(records.outcome), run: ({ bank }) => expectationsOf(bank.world),
  }),

  listPushes: row('GET /pushes', 'list the attempts to deliver pushes, each with its outcome, and the pushes that wait', {
    query: z.strictObject({ last }), answer: z.strictObject({ pushes: z.array(records.push), waiting: z.array(records.waitingPush) }),
    line: 'bank.pushes', answered: (pushes: readonly object[], call) => ({ pushes: lastOf(pushes, call), waiting: call.bank.outbox.waiting }),
  }),
  settle: row('POST /settle', 'deliver due pushes, and answer when every receiver has answered', {
    isInTurn: true, answer: z.strictObject({ now, waiting: z.array(records.waitingPush) }),
    line: 'await bank.settled()', answered: (_: unknown, { bank }) => ({ now: bank.clock.now, waiting: bank.outbox.waiting }),
  }),
  holdPushes: row('POST /pushes/hold', 'hold all pushes back from now on', { line: 'bank.outbox.hold()' }),
  resumePushes: row('POST /pushes/resume', 'send pushes in the usual way again, the waiting ones first', { line: 'bank.outbox.resume()' }),
  pushBeforeAnswer: row('POST /pushes/before-answer', 'answer a request only after the pushes that it causes are delivered, from now on', { line: 'bank.outbox.beforeAnswer()' }),
  deliverPush: row('POST /pushes/{eventId}/deliver', 'deliver an event now, before all others that wait; each call delivers it once more', {
    body: z.strictObject({ loseAnswer: z.optional(z.boolean()) }), isBodyOptional: true, isInTurn: true, answer: records.push, line: 'await bank.outbox.deliver({eventId}, {body})',
  }),
  duplicatePush: row('POST /pushes/{eventId}/duplicate', 'deliver an event twice, now', { isInTurn: true, answer: z.array(records.push).check(z.length(2)), line: 'await bank.outbox.duplicate({eventId})' }),
  dropPush: row('POST /pushes/{eventId}/drop', 'never deliver an event that waits', { line: 'bank.outbox.drop({eventId})' }),
  removeRegistration: ofPartner('webhooks.remove', 'DELETE /webhooks/{id}', 'remove a registration of the partner'),
  signPushes: ofPartner('webhooks.sign', 'POST /webhooks/{id}/sign', 'sign the pushes of a registration from now on, and return the secret', {
    field: 'secret', isBodyOptional: true, answer: z.strictObject({ secret: string }), answered: (secret: string) => ({ secret }),
  }),

  holdWire: ofBank('desk.hold', 'POST /desk/wires/{id}/hold', 'put on hold a wire that has not gone out'),
  approveWire: ofBank('desk.approve', 'POST /desk/wires/{id}/approve', 'approve a wire that is on hold'),
  rejectWire: ofBank('desk.reject', 'POST /desk/wires/{id}/reject', 'refuse a wire that has not gone out', {
    body: z.strictObject({ reason: z.optional(z.nullable(string)) }), isBodyOptional: true, line: 'bank.desk.reject({id}, {reason})',
  }),
  reverseWire: ofBank('desk.reverse', 'POST /desk/wires/{id}/reverse', 'take a completed wire back'),
  releaseBatch: ofBank('desk.releaseBatch', 'POST /desk/release-batch', 'release every pending wire now, in any release mode; answers null if no wire is pending', {
    answer: z.nullable(report), answered: (released: object | undefined) => released ?? null,
  }),
  listInternalRestrictions: ofBank('restrictions.list', 'GET /desk/accounts/{accountNumber}/restrictions', 'list the restrictions on a master account, page by page', { line: 'bank.desk.restrictions.list({all})' }),
  placeInternalRestriction: ofBank('restrictions.create', 'POST /desk/accounts/{accountNumber}/restrictions', 'place a restriction of type Internal on a master account', { line: 'bank.desk.restrictions.create({all})' }),
  updateInternalRestriction: ofBank('restrictions.update', 'PUT /desk/restrictions/{id}', 'change a restriction of any type'),
  removeInternalRestriction: ofBank('restrictions.remove', 'DELETE /desk/restrictions/{id}', 'remove a restriction of any type'),
  placeInternalHold: ofBank('holds.place', 'POST /desk/holds', 'put money on hold, as the bank does'),
  updateInternalHold: ofBank('holds.update', 'PUT /desk/holds/{id}', 'change a hold of any type'),
  releaseInternalHold: ofBank('holds.release', 'DELETE /desk/holds/{id}', 'release a hold of any type'),
  readPolicy: ofBank('policies.get', 'GET /policies/{productId}', 'read what the bank allows for a product'),
  setPolicy: ofBank('policies.set', 'PUT /policies/{productId}', 'set what the bank allows for a product; null allows everything', { field: 'allowed' }),

  listPartners: ofBank('partners.list', 'GET /partners', 'list the partners of the bank', { answered: (partners: readonly PartnerRecord[], { hosted }) => partners.map(hosted.named) }),
  addPartner: ofBank('partners.add', 'POST /partners', 'add a partner with credentials and a funded master account', { ...named, isBodyOptional: true }),
  readPartner: ofBank('partners.get', 'GET /partners/{id}', 'read a partner', named),
  listAccounts: ofPartner('accounts.list', 'GET /accounts', 'list the master accounts of the partner', { line: 'bank.accounts.all()' }),
  openAccount: ofPartner('accounts.open', 'POST /accounts', 'open a master account', { isBodyOptional: true }),
  readAccount: ofPartner('accounts.get', 'GET /accounts/{accountNumber}', 'read a master account'),
  setAccountStatus: ofPartner('accounts.setStatus', 'PUT /accounts/{accountNumber}/status', 'give a master account or subledger another status', { field: 'status', answer: records.masterOrSubledger }),
  listHolds: ofPartner('holds.list', 'GET /holds', 'list the holds that are on money now, page by page'),
  placeHold: ofPartner('holds.place', 'POST /holds', 'put money of the partner on hold'),
  updateHold: ofPartner('holds.update', 'PUT /holds/{id}', 'change a hold of the partner'),
  releaseHold: ofPartner('holds.release', 'DELETE /holds/{id}', 'make the money of a hold available again'),
  listTransactions: ofPartner('transactions.list', 'GET /transactions', 'list the transactions of the partner, page by page'),
  postTransaction: ofPartner('transactions.post', 'POST /transactions', 'post a transaction as if it came from another rail: ACH, card, check, a fee'),
  sendWire: ofPartner('wires.create', 'POST /wires', 'send a wire for a partner by a function call, not by a request, so that no fault of a request strikes it', { example: (bank) => bank.wires.plausible() }),
  simulateInbound: ofPartner('wires.simulateInbound', 'POST /wires/inbound', 'let a wire come in, as the simulation call of the API does', { example: (bank) => bank.wires.plausibleInbound() }),
  issueToken: ofPartner('tokens.issue', 'POST /tokens', 'issue an access token without a call of the token server', { isBodyOptional: true, answered: (token: never, { hosted }) => hosted.namedToken(token) }),
  revokeToken: row('POST /tokens/revoke', 'make an access token invalid at once', {
    query: ofPartnerQuery, body: z.strictObject({ accessToken: string }), line: 'bank.tokens.revoke({accessToken})',
    run: ({ view, hosted, body }) => view.tokens.revoke(hosted.ownToken(body?.['accessToken'] ?? '')),
  }),

  addLoan: ofPartner('loans.add', 'POST /loans', 'put a loan on file, with plausible values for fields that are not given', { query: z.strictObject({ isSparse: z.optional(flag) }), isBodyOptional: true }),
  readLoan: ofPartner('loans.get', 'GET /loans/{id}', 'read a loan'),
  updateLoan: ofPartner('loans.update', 'PUT /loans/{id}', 'change details of a loan'),
  advanceLoan: ofPartner('loans.advance', 'POST /loans/{id}/advance', 'take a loan to its next status'),
  setLoanStatus: ofPartner('loans.setStatus', 'PUT /loans/{id}/status', 'give a loan another status that it can go to', { field: 'status' }),
  fundLoan: ofPartner('loans.fund', 'POST /loans/{id}/fund', 'make a funding attempt', { isBodyOptional: true }),
  failLoanCompliance: ofPartner('loans.failCompliance', 'POST /loans/{id}/fail-compliance', 'let a loan fail compliance', { field: 'rules', isBodyOptional: true }),

  listEvents: row('GET /events', 'list the events that the bank emitted', { ...lastItems, answer: z.array(notification), line: 'bank.events' }),
  listRequests: row('GET /requests', 'list the requests to the three services, each with its answer', { ...lastItems, answer: z.array(records.exchange), line: 'bank.requests' }),
  readTimeline: row('GET /timeline', 'return the timeline so far, for people to read', { query: z.strictObject({ last }), answer: 'text', line: 'bank.timeline({query})' }),
  readTrace: row('GET /trace', 'show step by step what was asked and what happened, as an HTML page that updates itself', {
    query: z.strictObject({ title: z.optional(string) }), answer: 'html',
    run: async ({ bank, query }) => (await import('../../bank/reports/trace/trace.ts')).followingTraceOf(portOf(bank).state, { ...query, follow: 'trace/events' }),
  }),
  openLiveTrace: row('GET /trace/live', 'show the console: the trace page without data; with the token in #token=, the page then reads the data of the bank', {
    isOpen: true, answer: 'html', run: async () => (await import('../../bank/reports/trace/trace.ts')).emptyFollowingTrace('events'),
  }),
  followTrace: row('GET /trace/events', 'send the content of the trace page, and then each change, as server-sent events', { answer: 'events', run: ({ hosted }) => hosted.feed.open() }),
  readConduct: row('GET /conduct', 'list what your code did against the specification', { answer: reports(), line: 'bank.conduct()' }),
  explain: row('GET /explain/{id}', 'say why a record is where it is, and what would move it: a payment, a transaction or a loan', { answer: report, line: 'bank.explain({id})' }),
  listAssumptions: row('GET /assumptions', 'list the assumptions that the bank’s answers relied on, where the specification is silent', { answer: reports(), line: 'bank.assumptions.used()' }),
  readCoverage: row('GET /coverage', 'list which behaviour of the bank was met so far, and which was not, with a line of test code that would meet it', { answer: report, run: ({ bank }) => coverageOf(bank) }),
  readJournal: row('GET /journal', 'list every operation with its time, actor, input and outcome', { answer: reports(), line: 'bank.journal' }),
  readOpenApi: row('GET /openapi.json', 'describe the services and the control API as a document of OpenAPI 3.1', {
    answer: z.looseObject({ openapi: z.literal('3.1.0') }), run: ({ hosted }) => documentOf(hosted, controlCalls),
  }),
}
