/** Control of what goes wrong on purpose. (§7) */

import { controlRows } from '../row.ts'
import { controlAnswers } from '../schemas/answers.ts'
import { controlBodies } from '../schemas/inputs.ts'

// biome-ignore format: read it as a table
export const faultCalls = controlRows({
  listFaults: {
    method: 'GET', path: '/faults', summary: 'list the faults that can still strike', section: '§7',
    answer: controlAnswers.faults,
    call: ({ bank }) => bank.faults.list(),
  },
  injectFault: {
    method: 'POST', path: '/faults', body: controlBodies.fault, section: '§7',
    summary: 'let something go wrong from now on: which fault, where it strikes and how long',
    answer: controlAnswers.fault,
    call: ({ bank, body }) => {
      const { fault, ...options } = body as { fault: never }
      return bank.faults.inject(fault, options)
    },
  },
  clearFaults: {
    method: 'DELETE', path: '/faults', summary: 'end every fault', section: '§7',
    answer: null,
    call: ({ bank }) => bank.faults.clear(),
  },
  clearFault: {
    method: 'DELETE', path: '/faults/{id}', summary: 'end a fault', section: '§7',
    answer: null,
    call: ({ bank, path }) => bank.faults.clear(path['id']),
  },
})
