/** Control calls for the clock. A call that moves the clock delivers the pushes on the way, and waits for their receivers. (§3) */
import { instantFrom, nextBatchOf, nextDueOf } from '../../../bank/api/clock.ts'
import { durationFrom } from '../../../bank/shell/state/options.ts'
import { byHand, type ControlRows } from '../row.ts'
import { answers, bodies } from '../schemas/calls.ts'

// biome-ignore format: read it as a table
export const clockCalls: ControlRows = {
  readClock: byHand('GET /clock', 'tell the time of the virtual clock', { section: '§3', answer: answers.clock },
    ({ bank }) => ({ now: bank.clock.now })),
  advanceClock: byHand('POST /clock/advance', 'advance the clock by a duration, deliver what is due on the way, and tell what happened', {
    section: '§3', body: bodies.duration, settles: true, answer: answers.advance, line: 'await bank.clock.advanceAsync({body})',
  }, ({ hosted, body = {} }) => hosted.advanceTo(({ state }) => state.world.now + durationFrom(body, 'advance the clock by'))),
  advanceClockTo: byHand('POST /clock/advance-to', 'advance the clock to an instant, deliver what is due on the way, and tell what happened', {
    section: '§3', body: bodies.instant, settles: true, answer: answers.advance, line: 'await bank.clock.advanceToAsync({to})',
  }, ({ hosted, body }) => hosted.advanceTo(() => instantFrom(body?.['to'] ?? ''))),
  advanceClockToNextBatch: byHand('POST /clock/next-batch', 'advance the clock to the next release of wires, deliver what is due on the way, and tell what happened', {
    section: '§3', settles: true, answer: answers.advance, line: 'await bank.clock.advanceToNextBatchAsync()',
  }, ({ hosted }) => hosted.advanceTo(nextBatchOf)),
  advanceClockToNext: byHand('POST /clock/next', 'advance the clock to the next instant at which anything is due', {
    section: '§3', settles: true, answer: answers.advance, line: 'bank.clock.advanceToNext()',
  }, ({ hosted }) => hosted.advanceTo(nextDueOf)),
  previewClock: byHand('POST /clock/preview', 'tell what would happen if the clock advanced by a duration, and leave the clock where it is', {
    section: '§3', body: bodies.duration, answer: answers.advance, line: 'bank.clock.preview({body})',
  }, ({ bank, body = {} }) => ({ now: bank.clock.now, happened: bank.clock.preview(body) })),
  readAgenda: byHand('GET /clock/agenda', 'list what is due and when', { section: '§3', answer: answers.agenda },
    ({ bank }) => ({ now: bank.clock.now, agenda: bank.clock.agenda() })),
}
