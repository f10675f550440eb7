/** Control calls for what only the bank itself does (the desk), for partners and their accounts, and for loans. (§1, §2.8 to §2.10, §3) */
import type { PartnerRecord } from '../../../core/access/partner.ts'
import type { Batch } from '../../../core/wires/batch.ts'
import { byBank, byPartner } from '../calls-from-operations.ts'
import type { ControlCall, ControlRows } from '../row.ts'
import { answers, bodies, queries } from '../schemas/calls.ts'
import { token, wire } from '../schemas/records.ts'

// biome-ignore format: read it as a table
export const deskCalls: ControlRows = {
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
export const partnerCalls: ControlRows = {
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
    ...byPartner('wires.simulateInbound', 'POST /wires/inbound', 'let a wire come in, as the simulation call of the API does', { answer: wire }),
    example: (bank) => bank.wires.plausibleInbound(),
  },
  postTransaction: byPartner('transactions.post', 'POST /transactions', 'post a transaction as if it came from another rail: ACH, card, check, a fee'),
  issueToken: {
    ...byPartner('tokens.issue', 'POST /tokens', 'issue an access token without a call of the token server'),
    isBodyOptional: true, section: '§5', answer: token,
    call: ({ bank, partner, body, hosted }) => hosted.namedToken((partner === undefined ? bank : bank.as(partner)).tokens.issue(body)),
  },
  revokeToken: byPartner('tokens.revoke', 'POST /tokens/revoke', 'make an access token invalid at once', {
    body: bodies.accessToken, answer: null, line: 'bank.tokens.revoke({accessToken})',
    input: ({ hosted, body }) => ({ accessToken: hosted.ownToken(body?.['accessToken'] ?? '') }),
  }),
}

// biome-ignore format: read it as a table
export const loanCalls: ControlRows = {
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
