/** The banks of the server: each test has its own. (§1) */
import { Refusal } from '../../refusal.ts'
import { controlRows } from '../row.ts'
import { answers, bodies } from '../schemas/calls.ts'
import { bankRecord } from '../schemas/records.ts'

// biome-ignore format: read it as a table
export const bankCalls = controlRows({
  readHealth: {
    method: 'GET', path: '/health', isOfServer: true, isOpen: true, summary: 'tell that the server answers', section: '§4',
    answer: answers.health,
    call: () => ({ status: 'ok' }),
  },
  listBanks: {
    method: 'GET', path: '/banks', isOfServer: true, summary: 'list the banks beside the first one', section: '§1',
    answer: answers.banks,
    call: ({ banks }) => banks.others.map(({ record }) => record),
  },
  openBank: {
    // The options of `createBank`, which checks them.
    method: 'POST', path: '/banks', isOfServer: true, body: bodies.anything, isBodyOptional: true, section: '§1',
    summary: 'open a bank that nobody else has, with the options of the server or with others beside',
    answer: bankRecord,
    call: ({ banks, body }) => banks.open(body).record,
  },
  readBank: {
    method: 'GET', path: '', section: '§1',
    summary: 'tell where the bank is, the credentials of its first partner, and its master account',
    answer: bankRecord,
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
