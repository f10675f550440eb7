/** Control of the whole state of a bank: back to its opening, back to a moment that was kept, and on from it in another bank. (§3) */

import { controlBodies } from '../../../../contract/control.ts'
import { controlAnswers } from '../../../../contract/control-answers.ts'
import { Refusal } from '../../refusal.ts'
import { type ControlCall, controlRows } from '../row.ts'

/** Puts back what is named by its id, or given as a whole. */
function restore({ bank, hosted, body, fields }: ControlCall): void {
  const id: unknown = fields['id']
  const isWhole = typeof id !== 'string' || Object.keys(fields).length > 1
  const kept = isWhole ? body : hosted.kept.find(id)
  if (kept === undefined) {
    const { ids } = hosted.kept
    const fact = ids.length === 0 ? 'none is kept' : `kept are those from "${ids[0]}" to "${ids.at(-1)}"`
    throw new Refusal(
      404,
      'snapshot_not_found',
      `Failed to restore the snapshot "${id}": ${fact}, the last hundred. Take its id from POST /snapshot. (§3)`,
    )
  }
  bank.restore(kept)
}

// biome-ignore format: read it as a table
export const stateCalls = controlRows({
  resetBank: {
    method: 'POST', path: '/reset', summary: 'take the bank back to the moment of its opening', section: '§3',
    answer: controlAnswers.clock,
    call: ({ bank, hosted }) => hosted.inTurn(async () => {
      bank.reset()
      return { now: bank.clock.now }
    }),
  },
  takeSnapshot: {
    method: 'GET', path: '/snapshot', summary: 'give the bank as it is now as JSON', section: '§3',
    answer: controlAnswers.snapshot,
    call: ({ bank }) => bank.snapshot(),
  },
  keepSnapshot: {
    method: 'POST', path: '/snapshot', section: '§3',
    summary: 'keep the bank as it is now, and give the id to restore it by; the last hundred are kept',
    answer: controlAnswers.snapshotId,
    call: ({ bank, hosted }) => ({ id: hosted.kept.keep(bank.snapshot()) }),
  },
  restoreSnapshot: {
    method: 'POST', path: '/restore', body: controlBodies.snapshot, isLarge: true, section: '§3',
    summary: 'put a snapshot back: one that was kept, by { "id": "1" }, or one that was given as JSON',
    answer: controlAnswers.clock,
    call: (call) => call.hosted.inTurn(async () => {
      restore(call)
      return { now: call.bank.clock.now }
    }),
  },
  forkBank: {
    method: 'POST', path: '/fork', summary: 'open another bank that begins where this one is', section: '§3',
    answer: controlAnswers.bank,
    call: ({ banks, hosted }) => banks.fork(hosted).record,
  },
})
