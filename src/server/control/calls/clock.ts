/** Control calls for the clock. A call that moves the clock delivers the pushes on the way, and waits for their receivers. (§3) */
import { instantFrom, nextBatchOf, nextDueOf } from '../../../bank/api/clock.ts'
import { durationFrom } from '../../../bank/shell/state/options.ts'
import type { ControlRows } from '../row.ts'
import { answers, bodies } from '../schemas/calls.ts'

// biome-ignore format: read it as a table
export const clockCalls: ControlRows = {
  readClock: {
    method: 'GET', path: '/clock', summary: 'tell the time of the virtual clock', section: '§3',
    answer: answers.clock,
    call: ({ bank }) => ({ now: bank.clock.now }),
  },
  advanceClock: {
    method: 'POST', path: '/clock/advance', body: bodies.duration, settles: true, section: '§3',
    line: 'await bank.clock.advanceAsync({body})',
    summary: 'advance the clock by a duration, deliver what is due on the way, and tell what happened',
    answer: answers.advance,
    call: ({ hosted, body = {} }) => hosted.advanceTo(({ state }) => state.world.now + durationFrom(body, 'advance the clock by')),
  },
  advanceClockTo: {
    method: 'POST', path: '/clock/advance-to', body: bodies.instant, settles: true, section: '§3',
    line: 'await bank.clock.advanceToAsync({to})',
    summary: 'advance the clock to an instant, deliver what is due on the way, and tell what happened',
    answer: answers.advance,
    call: ({ hosted, body }) => hosted.advanceTo(() => instantFrom(body?.['to'] ?? '')),
  },
  advanceClockToNextBatch: {
    method: 'POST', path: '/clock/next-batch', settles: true, section: '§3',
    line: 'await bank.clock.advanceToNextBatchAsync()',
    summary: 'advance the clock to the next release of wires, deliver what is due on the way, and tell what happened',
    answer: answers.advance,
    call: ({ hosted }) => hosted.advanceTo(nextBatchOf),
  },
  advanceClockToNext: {
    method: 'POST', path: '/clock/next', settles: true, section: '§3',
    line: 'bank.clock.advanceToNext()',
    summary: 'advance the clock to the next instant at which anything is due',
    answer: answers.advance,
    call: ({ hosted }) => hosted.advanceTo(nextDueOf),
  },
  previewClock: {
    method: 'POST', path: '/clock/preview', body: bodies.duration, section: '§3',
    line: 'bank.clock.preview({body})',
    summary: 'tell what would happen if the clock advanced by a duration, and leave the clock where it is',
    answer: answers.advance,
    call: ({ bank, body = {} }) => ({ now: bank.clock.now, happened: bank.clock.preview(body) }),
  },
  readAgenda: {
    method: 'GET', path: '/clock/agenda', summary: 'list what is due and when', section: '§3',
    answer: answers.agenda,
    call: ({ bank }) => ({ now: bank.clock.now, agenda: bank.clock.agenda() }),
  },
}
