/** THE TABLE of control calls: everything that can be done to a bank besides its API. Routing, checks and the OpenAPI document read it. */
import { instantFrom, nextBatchOf, nextDueOf } from '../../bank/api/clock.ts'
import { type Port, portOf } from '../../bank/port.ts'
import { durationFrom } from '../../bank/shell/state/options.ts'
import type { Schema } from '../../contract/operation.ts'
import type { PartnerRecord } from '../../core/access/partner.ts'
import { expectationsOf } from '../../core/faults/outcomes.ts'
import type { Instant } from '../../core/kernel/time/instant.ts'
import type { Batch } from '../../core/wires/batch.ts'
import { coverageOf } from '../../suite/coverage/report.ts'
import { Refusal } from '../refusal.ts'
import { documentOf } from './document.ts'
import { byBank, byHand, byPartner, type ControlCall, type ControlRows } from './row.ts'
import { answers, bodies, queries } from './schemas.ts'

/** The row of a call that advances the clock, delivers what is due on the way, and tells what happened. */
const advancing = (
  call: string,
  to: string,
  line: string,
  target: (given: ControlCall) => (port: Port) => Instant,
  body?: Schema,
) =>
  byHand(
    call,
    `advance the clock ${to}`,
    { ...(body && { body }), settles: true, answer: answers.advance, line },
    (given) => given.hosted.advanceTo(target(given)),
  )

// biome-ignore format: read it as a table
const clockCalls: ControlRows = {
  readClock: byHand('GET /clock', 'tell the time of the virtual clock', { answer: answers.clock },
    ({ bank }) => ({ now: bank.clock.now })),
  advanceClock: advancing('POST /clock/advance', 'by a duration', 'await bank.clock.advanceAsync({body})',
    ({ body = {} }) => ({ state }) => state.world.now + durationFrom(body, 'advance the clock by'), bodies.duration),
  advanceClockTo: advancing('POST /clock/advance-to', 'to an instant', 'await bank.clock.advanceToAsync({to})',
    ({ body }) => () => instantFrom(body?.['to'] ?? ''), bodies.instant),
  advanceClockToNextBatch: advancing('POST /clock/next-batch', 'to the next release of wires', 'await bank.clock.advanceToNextBatchAsync()',
    () => nextBatchOf),
  advanceClockToNext: advancing('POST /clock/next', 'to the next instant at which anything is due', 'bank.clock.advanceToNext()',
    () => nextDueOf),
  previewClock: byHand('POST /clock/preview', 'tell what would happen if the clock advanced by a duration, and leave the clock where it is', {
    body: bodies.duration, answer: answers.advance, line: 'bank.clock.preview({body})',
  }, ({ bank, body = {} }) => ({ now: bank.clock.now, happened: bank.clock.preview(body) })),
  readAgenda: byHand('GET /clock/agenda', 'list what is due and when', { answer: answers.agenda },
    ({ bank }) => ({ now: bank.clock.now, agenda: bank.clock.agenda() })),
}

// biome-ignore format: read it as a table
const bankCalls: ControlRows = {
  readHealth: byHand('GET /health', 'check that the server answers', { isOfServer: true, isOpen: true, answer: answers.health },
    () => ({ status: 'ok' })),
  listBanks: byHand('GET /banks', 'list all banks except the first one', { isOfServer: true, answer: answers.banks },
    ({ banks }) => banks.others.map(({ record }) => record)),
  openBank: byHand('POST /banks', 'open another bank; the body may have the name of a test, which reports show, and options that replace those of the server', {
    isOfServer: true, body: bodies.bank, isBodyOptional: true, answer: answers.bank,
    line: 'const other = createBank({rest}) // {name}',
  }, ({ banks, body }) => banks.open(body).record),
  readBank: byHand('GET', 'read the addresses of the bank, the credentials of its first partner, and its master account', { answer: answers.bank },
    ({ hosted }) => hosted.record),
  closeBank: byHand('DELETE', 'close a bank; the first bank cannot be closed', { answer: null }, ({ banks, hosted }) => {
    if (!hosted.isMain) return banks.close(hosted)
    throw new Refusal('first_bank_stays', 'Failed to close the bank: it is the one that the server began with. Reset it, or close another bank: DELETE /_vostro/banks/{id}.')
  }),
}

/** Restores a bank from the kept snapshot whose id the body has, or from the body itself, if that is a snapshot. */
function restore({ bank, hosted, body = {} }: ControlCall): void {
  if (Object.hasOwn(body, 'world')) return void bank.restore(body as never)
  const id: unknown = body['id']
  if (typeof id !== 'string' || Object.keys(body).length > 1) {
    throw new Refusal(
      'request_is_invalid',
      `Failed to restore a snapshot: the body has the fields ${JSON.stringify(Object.keys(body))}. Send { "id": "1" } with an id from POST /snapshot as a text, or the whole answer of GET /snapshot.`,
    )
  }
  const kept = hosted.kept.get(id)
  if (kept !== undefined) return void bank.restore(kept)
  const ids = [...hosted.kept.keys()]
  const fact = ids.length === 0 ? 'none is kept' : `the last hundred are kept, now "${ids[0]}" to "${ids.at(-1)}"`
  throw new Refusal(
    'snapshot_not_found',
    `Failed to restore the snapshot "${id}": ${fact}. Take its id from POST /snapshot.`,
  )
}

/** Runs a call after all earlier calls that wait for receivers, and answers with the time and more. */
const inTurn =
  (run: (call: ControlCall) => unknown, more: (call: ControlCall) => object = () => ({})) =>
  (call: ControlCall) =>
    call.hosted.inTurn(async () => {
      await run(call)
      return { now: call.bank.clock.now, ...more(call) }
    })

// biome-ignore format: read it as a table
const stateCalls: ControlRows = {
  resetBank: byHand('POST /reset', 'take the bank back to the moment of its opening', { answer: answers.clock, line: 'bank.reset()' },
    inTurn(({ bank }) => bank.reset())),
  takeSnapshot: byHand('GET /snapshot', 'read a snapshot of the whole bank as JSON', { answer: answers.snapshot },
    ({ bank }) => bank.snapshot()),
  keepSnapshot: byHand('POST /snapshot', 'keep a snapshot of the bank in the server, and return its id; the last hundred are kept', { answer: answers.snapshotId, line: 'const snapshot$<id> = bank.snapshot()' },
    ({ bank, hosted }) => ({ id: hosted.keep(bank.snapshot()) })),
  restoreSnapshot: byHand('POST /restore', 'restore a snapshot: a kept one by { "id": "1" }, or any snapshot as JSON', {
    body: bodies.anything, isLarge: true, answer: answers.clock,
    line: 'bank.restore(snapshot$<id>)', example: () => ({ id: '1' }),
  }, inTurn(restore)),
  forkBank: byHand('POST /fork', 'open another bank as a copy of this one', { answer: answers.bank, line: 'const other = bank.fork()' },
    ({ banks, hosted }) => banks.fork(hosted).record),
}

// biome-ignore format: read it as a table
const faultCalls: ControlRows = {
  listFaults: byBank('faults.list', 'GET /faults', 'list the faults that can still take effect'),
  injectFault: byHand('POST /faults', 'inject a fault: the body says which fault, where it takes effect and for how long', {
    body: bodies.fault, answer: answers.fault, line: 'bank.faults.inject({fault}, {rest})',
    example: () => ({ fault: 'lostAnswer', endpoint: 'createWire', nth: 1 }),
  }, ({ bank, body: { fault, ...options } = {} }) => bank.faults.inject(fault as never, options)),
  expectOutcome: byPartner('outcomes.expect', 'POST /outcomes', 'set how a coming payment will end; the payment is chosen by the fields of its request', { answer: null, line: 'bank.$<of>s.expect({match}, {nth,every}).toEnd({status}, {rest})' }),
  listOutcomes: byHand('GET /outcomes', 'list the outcomes that were set, each with the number of payments that matched, and the number of those that got the outcome', { answer: answers.outcomes },
    ({ bank }) => expectationsOf(bank.world)),
  clearFaults: byBank('faults.clear', 'DELETE /faults', 'end every fault', { answer: null, input: () => ({ id: null }) }),
  clearFault: byBank('faults.clear', 'DELETE /faults/{id}', 'end a fault', { answer: null }),
}

// biome-ignore format: read it as a table
const pushCalls: ControlRows = {
  listPushes: byHand('GET /pushes', 'list the attempts to deliver pushes, each with its outcome, and the pushes that wait', { query: queries.last, answer: answers.pushes },
    ({ bank, query }) => ({ pushes: lastOf(bank.pushes, query['last']), waiting: bank.outbox.waiting })),
  settle: byHand('POST /settle', 'deliver due pushes, and answer when every receiver has answered', { settles: true, answer: answers.settled, line: 'await bank.settled()' },
    inTurn(({ bank }) => bank.settled(), ({ bank }) => ({ waiting: bank.outbox.waiting }))),
  holdPushes: byBank('pushes.setMode', 'POST /pushes/hold', 'hold all pushes back from now on', { input: () => ({ mode: 'held' }), line: 'bank.outbox.hold()' }),
  resumePushes: byBank('pushes.setMode', 'POST /pushes/resume', 'send pushes in the usual way again, the waiting ones first', { input: () => ({ mode: 'settling' }), line: 'bank.outbox.resume()' }),
  pushBeforeAnswer: byBank('pushes.setMode', 'POST /pushes/before-answer', 'from now on, answer a request only after the pushes that it causes are delivered', {
    input: () => ({ mode: 'beforeAnswer' }), line: 'bank.outbox.beforeAnswer()',
  }),
  deliverPush: byHand('POST /pushes/{eventId}/deliver', 'deliver an event now, before all others that wait; each call delivers it once more', { body: bodies.delivery, isBodyOptional: true, answer: answers.push, line: 'await bank.outbox.deliver({eventId}, {body})' },
    ({ bank, hosted, path: { eventId = '' }, body }) => hosted.inTurn(() => bank.outbox.deliver(eventId, body))),
  duplicatePush: byHand('POST /pushes/{eventId}/duplicate', 'deliver an event twice, now', { answer: answers.bothPushes, line: 'await bank.outbox.duplicate({eventId})' },
    ({ bank, hosted, path: { eventId = '' } }) => hosted.inTurn(() => bank.outbox.duplicate(eventId))),
  dropPush: byBank('pushes.drop', 'POST /pushes/{eventId}/drop', 'never deliver an event that waits', {
    input: ({ path: { eventId } }) => ({ id: eventId }), line: 'bank.outbox.drop({eventId})',
  }),
  signPushes: byPartner('webhooks.sign', 'POST /webhooks/{id}/sign', 'sign the pushes of a registration from now on, and return the secret', {
    field: 'secret', isBodyOptional: true,
    answer: answers.secret, answered: ({ secret }: { secret: string }) => ({ secret }),
  }),
}

// biome-ignore format: read it as a table
const deskCalls: ControlRows = {
  holdWire: byBank('desk.hold', 'POST /desk/wires/{id}/hold', 'put on hold a wire that has not gone out'),
  approveWire: byBank('desk.approve', 'POST /desk/wires/{id}/approve', 'approve a wire that is on hold'),
  rejectWire: {
    ...byBank('desk.reject', 'POST /desk/wires/{id}/reject', 'refuse a wire that has not gone out'),
    body: bodies.reason, isBodyOptional: true, line: 'bank.desk.reject({id}, {reason})',
    call: ({ bank, path: { id = '' }, body }) => bank.desk.reject(id, body?.['reason']),
  },
  reverseWire: byBank('desk.reverse', 'POST /desk/wires/{id}/reverse', 'take a completed wire back'),
  releaseBatch: byBank('desk.releaseBatch', 'POST /desk/release-batch', 'release every pending wire now, in any release mode; answers null if no wire is pending', {
    answer: answers.batch, answered: (released: Batch | undefined) => released ?? null,
  }),
  listInternalRestrictions: byBank('restrictions.list', 'GET /desk/accounts/{accountNumber}/restrictions', 'list the restrictions on a master account, page by page'),
  placeInternalRestriction: byBank('restrictions.create', 'POST /desk/accounts/{accountNumber}/restrictions', 'place a restriction of type Internal on a master account', {
    line: 'bank.desk.restrictions.create({all})',
  }),
  updateInternalRestriction: byBank('restrictions.update', 'PUT /desk/restrictions/{id}', 'change a restriction of any type'),
  removeInternalRestriction: byBank('restrictions.remove', 'DELETE /desk/restrictions/{id}', 'remove a restriction of any type'),
  placeInternalHold: byBank('holds.place', 'POST /desk/holds', 'put money on hold, as the bank does'),
  updateInternalHold: byBank('holds.update', 'PUT /desk/holds/{id}', 'change a hold of any type'),
  releaseInternalHold: byBank('holds.release', 'DELETE /desk/holds/{id}', 'release a hold of any type'),
  readPolicy: byBank('policies.get', 'GET /policies/{productId}', 'read what the bank allows for a product'),
  setPolicy: byBank('policies.set', 'PUT /policies/{productId}', 'set what the bank allows for a product; null allows everything', { field: 'allowed' }),
}

/** Answers with the client id that clients of the server use, which may differ from the one inside the bank. */
const named = { answered: (partner: PartnerRecord, { hosted }: ControlCall) => hosted.named(partner) }

// biome-ignore format: read it as a table
const partnerCalls: ControlRows = {
  listPartners: byBank('partners.list', 'GET /partners', 'list the partners of the bank', {
    answered: (partners: readonly PartnerRecord[], { hosted }) => partners.map(hosted.named),
  }),
  addPartner: byBank('partners.add', 'POST /partners', 'add a partner with credentials and a funded master account', { ...named, isBodyOptional: true }),
  readPartner: byBank('partners.get', 'GET /partners/{id}', 'read a partner', named),
  listAccounts: byPartner('accounts.list', 'GET /accounts', 'list the master accounts of the partner'),
  openAccount: byPartner('accounts.open', 'POST /accounts', 'open a master account', { isBodyOptional: true }),
  readAccount: byPartner('accounts.get', 'GET /accounts/{accountNumber}', 'read a master account'),
  setAccountStatus: byPartner('accounts.setStatus', 'PUT /accounts/{accountNumber}/status', 'give a master account or subledger another status', {
    field: 'status', answer: answers.masterOrSubledger,
  }),
  listHolds: byPartner('holds.list', 'GET /holds', 'list the holds that are on money now, page by page'),
  placeHold: byPartner('holds.place', 'POST /holds', 'put money of the partner on hold'),
  updateHold: byPartner('holds.update', 'PUT /holds/{id}', 'change a hold of the partner'),
  releaseHold: byPartner('holds.release', 'DELETE /holds/{id}', 'make the money of a hold available again'),
  listTransactions: byPartner('transactions.list', 'GET /transactions', 'list the transactions of the partner, page by page'),
  simulateInbound: {
    ...byPartner('wires.simulateInbound', 'POST /wires/inbound', 'let a wire come in, as the simulation call of the API does', { answer: answers.wire }),
    example: (bank) => bank.wires.plausibleInbound(),
  },
  postTransaction: byPartner('transactions.post', 'POST /transactions', 'post a transaction as if it came from another rail: ACH, card, check, a fee'),
  issueToken: {
    ...byPartner('tokens.issue', 'POST /tokens', 'issue an access token without a call of the token server'),
    isBodyOptional: true, answer: answers.token,
    call: ({ bank, partner, body, hosted }) => hosted.namedToken((partner === undefined ? bank : bank.as(partner)).tokens.issue(body)),
  },
  revokeToken: byPartner('tokens.revoke', 'POST /tokens/revoke', 'make an access token invalid at once', {
    body: bodies.accessToken, answer: null, line: 'bank.tokens.revoke({accessToken})',
    input: ({ hosted, body }) => ({ accessToken: hosted.ownToken(body?.['accessToken'] ?? '') }),
  }),
}

// biome-ignore format: read it as a table
const loanCalls: ControlRows = {
  addLoan: byPartner('loans.add', 'POST /loans', 'put a loan on file, with plausible values for fields that are not given', {
    within: 'fields', query: queries.sparse, isBodyOptional: true,
  }),
  readLoan: byPartner('loans.get', 'GET /loans/{id}', 'read a loan'),
  updateLoan: byPartner('loans.update', 'PUT /loans/{id}', 'change details of a loan', { within: 'changes' }),
  advanceLoan: byPartner('loans.advance', 'POST /loans/{id}/advance', 'take a loan to its next status'),
  setLoanStatus: byPartner('loans.setStatus', 'PUT /loans/{id}/status', 'give a loan another status that it can go to', { field: 'status' }),
  fundLoan: byPartner('loans.fund', 'POST /loans/{id}/fund', 'make a funding attempt', { isBodyOptional: true }),
  failLoanCompliance: byPartner('loans.failCompliance', 'POST /loans/{id}/fail-compliance', 'let a loan fail compliance', { field: 'rules', isBodyOptional: true }),
}

function lastOf<Item>(list: readonly Item[], last: number | undefined): readonly Item[] {
  return last === undefined ? list.slice() : list.slice(Math.max(list.length - last, 0))
}

// biome-ignore format: read it as a table
const reportCalls: ControlRows = {
  listEvents: byHand('GET /events', 'list the events that the bank emitted', { query: queries.last, answer: answers.events },
    ({ bank, query }) => lastOf(bank.events, query['last'])),
  listRequests: byHand('GET /requests', 'list the requests to the three services, each with its answer', { query: queries.last, answer: answers.requests },
    ({ bank, query }) => lastOf(bank.requests, query['last'])),
  readTimeline: byHand('GET /timeline', 'return the timeline so far, for people to read', { query: queries.timeline, answer: 'text' },
    ({ bank, query }) => bank.timeline(query)),
  readTrace: byHand('GET /trace', 'show step by step what was asked and what happened, as an HTML page that updates itself', {
    query: queries.trace, answer: 'html',
  }, async ({ bank, query }) => {
    const { followingTraceOf } = await import('../../bank/reports/trace/trace.ts')
    const { state } = portOf(bank)
    return await followingTraceOf(state, { ...query, follow: 'trace/events' })
  }),
  openLiveTrace: byHand('GET /trace/live', 'show the console: the trace page without data; with the token in #token=, the page then reads the data of the bank', {
    isOpen: true, answer: 'html',
  }, async () => (await import('../../bank/reports/trace/trace.ts')).emptyFollowingTrace('events')),
  followTrace: byHand('GET /trace/events', 'send the content of the trace page, and then each change, as server-sent events', { answer: 'events' },
    ({ hosted }) => hosted.feed.open()),
  readConduct: byHand('GET /conduct', 'list what your code did against the specification', { answer: answers.reports },
    ({ bank }) => bank.conduct()),
  explain: byHand('GET /explain/{id}', 'say why a payment, transaction or loan is where it is, and what would move it', { answer: answers.report },
    ({ bank, path }) => bank.explain(path['id'] ?? '')),
  listAssumptions: byHand('GET /assumptions', 'list the assumptions that the bank’s answers relied on, where the specification is silent', { answer: answers.reports },
    ({ bank }) => bank.assumptions.used()),
  readCoverage: byHand('GET /coverage', 'list which behaviour of the bank was met so far, and which was not, with a line of test code that would meet it', { answer: answers.report },
    ({ bank }) => coverageOf(bank)),
  readJournal: byHand('GET /journal', 'list every operation with its time, actor, input and outcome', { answer: answers.reports },
    ({ bank }) => bank.journal),
}

export const controlCalls: ControlRows = {
  ...bankCalls,
  ...clockCalls,
  ...stateCalls,
  ...faultCalls,
  ...pushCalls,
  ...deskCalls,
  ...partnerCalls,
  ...loanCalls,
  ...reportCalls,
  readOpenApi: byHand(
    'GET /openapi.json',
    'describe the services and the control API as a document of OpenAPI 3.1',
    { answer: answers.document },
    ({ hosted }) => documentOf(hosted, controlCalls),
  ),
}
