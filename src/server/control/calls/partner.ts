/** Partners, and what of theirs the API has no call for: accounts, holds, transactions on any rail, tokens. (§1, §2.8, §2.9) */

import { controlRows } from '../row.ts'
import { controlAnswers } from '../schemas/answers.ts'
import { controlBodies, controlInputs, controlQueries } from '../schemas/inputs.ts'

// biome-ignore format: read it as a table
export const partnerCalls = controlRows({
  listPartners: {
    method: 'GET', path: '/partners', summary: 'list the partners of the bank', section: '§1',
    answer: controlAnswers.partners,
    call: ({ bank, hosted }) => bank.partners.list().map(hosted.named),
  },
  addPartner: {
    method: 'POST', path: '/partners', body: controlInputs['partners.add'], isBodyOptional: true, section: '§1',
    summary: 'add a partner with credentials and a funded master account',
    answer: controlAnswers.partner,
    call: ({ bank, body, hosted }) => hosted.named(bank.partners.add(body)),
  },
  readPartner: {
    method: 'GET', path: '/partners/{id}', summary: 'read a partner', section: '§1',
    answer: controlAnswers.partner,
    call: ({ bank, path, hosted }) => hosted.named(bank.partners.get(path['id'] as string)),
  },
  listAccounts: {
    method: 'GET', path: '/accounts', isOfPartner: true, summary: 'list the master accounts of the partner', section: '§2.9',
    answer: controlAnswers.accounts,
    call: ({ view }) => view.accounts.all(),
  },
  openAccount: {
    method: 'POST', path: '/accounts', isOfPartner: true, body: controlInputs['accounts.open'], isBodyOptional: true,
    summary: 'open a master account', section: '§2.9',
    answer: controlAnswers.account,
    call: ({ view, body }) => view.accounts.open(body),
  },
  readAccount: {
    method: 'GET', path: '/accounts/{accountNumber}', isOfPartner: true, summary: 'read a master account', section: '§2.9',
    answer: controlAnswers.account,
    call: ({ view, path }) => view.accounts.get(path['accountNumber'] as string),
  },
  setAccountStatus: {
    method: 'PUT', path: '/accounts/{accountNumber}/status', isOfPartner: true, body: controlBodies.accountStatus,
    summary: 'give a master account or subledger another status', section: '§2.9',
    answer: controlAnswers.masterOrSubledger,
    call: ({ view, path, fields }) => view.accounts.setStatus(path['accountNumber'] as string, fields['status'] as never),
  },
  listHolds: {
    method: 'GET', path: '/holds', isOfPartner: true, query: controlQueries.pageOfAccount, section: '§2.8',
    summary: 'list the holds that are on money now, page by page',
    answer: controlAnswers.holds,
    call: ({ view, fields }) => view.holds.list(fields),
  },
  placeHold: {
    method: 'POST', path: '/holds', isOfPartner: true, body: controlInputs['holds.place'], section: '§2.8',
    summary: 'put money of the partner on hold',
    answer: controlAnswers.hold,
    call: ({ view, body }) => view.holds.place(body),
  },
  updateHold: {
    method: 'PUT', path: '/holds/{id}', isOfPartner: true, body: controlInputs['holds.update'], section: '§2.8',
    summary: 'change a hold of the partner',
    answer: controlAnswers.hold,
    call: ({ view, path, body }) => view.holds.update(path['id'] as string, body),
  },
  releaseHold: {
    method: 'DELETE', path: '/holds/{id}', isOfPartner: true, summary: 'make the money of a hold available again', section: '§2.8',
    answer: controlAnswers.hold,
    call: ({ view, path }) => view.holds.release(path['id'] as string),
  },
  listTransactions: {
    method: 'GET', path: '/transactions', isOfPartner: true, query: controlQueries.pageOfAccount, section: '§2.8',
    summary: 'list the transactions of the partner, page by page',
    answer: controlAnswers.transactions,
    call: ({ view, fields }) => view.transactions.list(fields),
  },
  postTransaction: {
    method: 'POST', path: '/transactions', isOfPartner: true, body: controlInputs['transactions.post'], section: '§2.8',
    summary: 'post a transaction as a rail would bring it in: ACH, card, check, a fee',
    answer: controlAnswers.transaction,
    call: ({ view, body }) => view.transactions.post(body),
  },
  issueToken: {
    method: 'POST', path: '/tokens', isOfPartner: true, body: controlInputs['tokens.issue'], isBodyOptional: true, section: '§5',
    summary: 'issue an access token without a call of the token server',
    answer: controlAnswers.token,
    call: ({ view, body, hosted }) => hosted.namedToken(view.tokens.issue(body)),
  },
  revokeToken: {
    method: 'POST', path: '/tokens/revoke', isOfPartner: true, body: controlBodies.accessToken, section: '§5',
    summary: 'make an access token invalid at once',
    answer: null,
    call: ({ view, fields, hosted }) => view.tokens.revoke(hosted.ownToken(fields['accessToken'] as never)),
  },
})
