/** The banks of the server: each test has its own. (§1) */

import { Refusal } from '../../refusal.ts'
import { controlRows } from '../row.ts'
import { controlAnswers } from '../schemas/answers.ts'
import { controlBodies } from '../schemas/inputs.ts'

// biome-ignore format: read it as a table
export const bankCalls = controlRows({
  readHealth: {
    method: 'GET', path: '/health', isOfServer: true, isOpen: true, summary: 'tell that the server answers', section: '§4',
    answer: controlAnswers.health,
    call: () => ({ status: 'ok' }),
  },
  listBanks: {
    method: 'GET', path: '/banks', isOfServer: true, summary: 'list the banks beside the first one', section: '§1',
    answer: controlAnswers.banks,
    call: ({ banks }) => banks.others.map(({ record }) => record),
  },
  openBank: {
    method: 'POST', path: '/banks', isOfServer: true, body: controlBodies.bankOptions, isBodyOptional: true, section: '§1',
    summary: 'open a bank that nobody else has, with the options of the server or with others beside',
    answer: controlAnswers.bank,
    call: ({ banks, body }) => banks.open(body).record,
  },
  readBank: {
    method: 'GET', path: '', section: '§1',
    summary: 'tell where the bank is, the credentials of its first partner, and its master account',
    answer: controlAnswers.bank,
    call: ({ hosted }) => hosted.record,
  },
  closeBank: {
    method: 'DELETE', path: '', summary: 'close a bank; the first one stays', section: '§1',
    answer: null,
    call: ({ banks, hosted: { id, isMain } }) => {
      if (!isMain) return banks.close(id)
      throw new Refusal(409, 'first_bank_stays', 'Failed to close the bank: it is the one that the server began with. Reset it, or close another one by DELETE /_vostro/banks/{id}. (§1)')
    },
  },
})
