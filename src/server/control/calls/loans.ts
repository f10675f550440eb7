/** Control of loans: the loan service has no call to put one on file, or to move one. (§2.10, §6) */

import { controlRows } from '../row.ts'
import { controlAnswers } from '../schemas/answers.ts'
import { controlBodies, controlInputs, controlQueries } from '../schemas/inputs.ts'

// biome-ignore format: read it as a table
export const loanCalls = controlRows({
  addLoan: {
    method: 'POST', path: '/loans', isOfPartner: true, body: controlInputs['loans.add'], isBodyOptional: true,
    query: controlQueries.sparse, summary: 'put a loan on file, with plausible values for what is not given', section: '§2.10',
    answer: controlAnswers.loan,
    call: ({ view, body, fields }) => view.loans.add(body, fields['isSparse'] === undefined ? {} : { isSparse: fields['isSparse'] }),
  },
  readLoan: {
    method: 'GET', path: '/loans/{id}', isOfPartner: true, summary: 'read a loan', section: '§2.10',
    answer: controlAnswers.loan,
    call: ({ view, path }) => view.loans.get(path['id'] as string),
  },
  updateLoan: {
    method: 'PUT', path: '/loans/{id}', isOfPartner: true, body: controlInputs['loans.update'], section: '§2.10',
    summary: 'change details of a loan',
    answer: controlAnswers.loan,
    call: ({ view, path, body }) => view.loans.update(path['id'] as string, body),
  },
  advanceLoan: {
    method: 'POST', path: '/loans/{id}/advance', isOfPartner: true, summary: 'take a loan to its next status', section: '§3',
    answer: controlAnswers.loan,
    call: ({ view, path }) => view.loans.advance(path['id'] as string),
  },
  setLoanStatus: {
    method: 'PUT', path: '/loans/{id}/status', isOfPartner: true, body: controlBodies.loanStatus, section: '§3',
    summary: 'give a loan another status that it can go to',
    answer: controlAnswers.loan,
    call: ({ view, path, fields }) => view.loans.setStatus(path['id'] as string, fields['status'] as never),
  },
  fundLoan: {
    method: 'POST', path: '/loans/{id}/fund', isOfPartner: true, body: controlInputs['loans.fund'], isBodyOptional: true,
    summary: 'make a funding attempt', section: '§6',
    answer: controlAnswers.loan,
    call: ({ view, path, body }) => view.loans.fund(path['id'] as string, body),
  },
  failLoanCompliance: {
    method: 'POST', path: '/loans/{id}/fail-compliance', isOfPartner: true, body: controlBodies.failedRules, isBodyOptional: true,
    summary: 'let a loan fail compliance', section: '§6',
    answer: controlAnswers.loan,
    call: ({ view, path, fields }) => view.loans.failCompliance(path['id'] as string, fields['rules']),
  },
})
