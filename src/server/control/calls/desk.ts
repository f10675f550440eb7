/** The bank's operations team, and what only the bank does: wires, Internal restrictions and holds, policies. (§1, §3) */

import { controlRows } from '../row.ts'
import { controlAnswers } from '../schemas/answers.ts'
import { controlBodies, controlInputs, controlQueries } from '../schemas/inputs.ts'

// biome-ignore format: read it as a table
export const deskCalls = controlRows({
  holdWire: {
    method: 'POST', path: '/desk/wires/{id}/hold', summary: 'put a wire that has not gone out on hold', section: '§3',
    answer: controlAnswers.wire,
    call: ({ bank, path }) => bank.desk.hold(path['id'] as string),
  },
  approveWire: {
    method: 'POST', path: '/desk/wires/{id}/approve', summary: 'let a wire on hold go', section: '§3',
    answer: controlAnswers.wire,
    call: ({ bank, path }) => bank.desk.approve(path['id'] as string),
  },
  rejectWire: {
    method: 'POST', path: '/desk/wires/{id}/reject', body: controlBodies.reason, isBodyOptional: true, section: '§3',
    summary: 'refuse a wire that has not gone out',
    answer: controlAnswers.wire,
    call: ({ bank, path, fields }) => bank.desk.reject(path['id'] as string, fields['reason']),
  },
  reverseWire: {
    method: 'POST', path: '/desk/wires/{id}/reverse', summary: 'take a completed wire back', section: '§3',
    answer: controlAnswers.wire,
    call: ({ bank, path }) => bank.desk.reverse(path['id'] as string),
  },
  releaseBatch: {
    method: 'POST', path: '/desk/release-batch', section: '§3',
    summary: 'release every pending wire now, in any release mode; null where none waits',
    answer: controlAnswers.batch,
    call: ({ bank }) => bank.desk.releaseBatch() ?? null,
  },
  listInternalRestrictions: {
    method: 'GET', path: '/desk/accounts/{accountNumber}/restrictions', query: controlQueries.page, section: '§2.8',
    summary: 'list the restrictions on a master account, page by page',
    answer: controlAnswers.restrictions,
    call: ({ bank, path, fields }) => bank.desk.restrictions.list({ ...fields, accountNumber: path['accountNumber'] as string }),
  },
  placeInternalRestriction: {
    method: 'POST', path: '/desk/accounts/{accountNumber}/restrictions', body: controlInputs['restrictions.create'],
    summary: 'place a restriction of type Internal on a master account', section: '§2.8',
    answer: controlAnswers.restriction,
    call: ({ bank, path, body }) => bank.desk.restrictions.create(path['accountNumber'] as string, body),
  },
  updateInternalRestriction: {
    method: 'PUT', path: '/desk/restrictions/{id}', body: controlInputs['restrictions.update'], section: '§2.8',
    summary: 'change a restriction, an Internal one too',
    answer: controlAnswers.restriction,
    call: ({ bank, path, body }) => bank.desk.restrictions.update(path['id'] as string, body),
  },
  removeInternalRestriction: {
    method: 'DELETE', path: '/desk/restrictions/{id}', summary: 'remove a restriction, an Internal one too', section: '§2.8',
    answer: controlAnswers.restriction,
    call: ({ bank, path }) => bank.desk.restrictions.remove(path['id'] as string),
  },
  placeInternalHold: {
    method: 'POST', path: '/desk/holds', body: controlInputs['holds.place'], section: '§2.8',
    summary: 'put money on hold, as the bank does',
    answer: controlAnswers.hold,
    call: ({ bank, body }) => bank.desk.holds.place(body),
  },
  updateInternalHold: {
    method: 'PUT', path: '/desk/holds/{id}', body: controlInputs['holds.update'], section: '§2.8',
    summary: 'change a hold, an Internal one too',
    answer: controlAnswers.hold,
    call: ({ bank, path, body }) => bank.desk.holds.update(path['id'] as string, body),
  },
  releaseInternalHold: {
    method: 'DELETE', path: '/desk/holds/{id}', summary: 'release a hold, an Internal one too', section: '§2.8',
    answer: controlAnswers.hold,
    call: ({ bank, path }) => bank.desk.holds.release(path['id'] as string),
  },
  readPolicy: {
    method: 'GET', path: '/policies/{productId}', summary: 'read what the bank allows for a product', section: '§2.8',
    answer: controlAnswers.policy,
    call: ({ bank, path }) => bank.desk.policies.get(path['productId'] as string),
  },
  setPolicy: {
    method: 'PUT', path: '/policies/{productId}', body: controlBodies.allowed, section: '§2.8',
    summary: 'set what the bank allows for a product; null allows everything',
    answer: controlAnswers.policy,
    call: ({ bank, path, fields }) => bank.desk.policies.set(path['productId'] as string, fields['allowed'] as never),
  },
})
