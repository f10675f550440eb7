/** Control of the clock. Whatever moves it delivers the pushes on the way, and waits for their receivers. (§3) */

import { INTERNAL } from '../../../bank/shell/state/shell.ts'
import { takeNotes } from '../../../core/assumptions/notes.ts'
import { type Instant, parseInstant } from '../../../core/kernel/time/instant.ts'
import { readingOf } from '../../../core/turn.ts'
import { nextBatchAt } from '../../../core/wires/batch-times.ts'
import type { World } from '../../../core/world.ts'
import { type ControlCall, controlRows } from '../row.ts'
import { controlAnswers } from '../schemas/answers.ts'
import { controlBodies } from '../schemas/inputs.ts'

/** Advances to an instant after all that waits for receivers already; where there is none to go to, `refuse` says why. */
function advance(call: ControlCall, target: (world: World) => Instant | null | undefined, refuse: () => unknown) {
  const { hosted, bank } = call
  return hosted.inTurn(async () => {
    const { world } = bank
    const to = target(world)
    if (to === null || to === undefined || to < world.now) refuse()
    const happened = await bank.clock.advanceAsync({ milliseconds: Math.max((to ?? 0) - world.now, 0) })
    return { now: bank.clock.now, happened }
  })
}

const nextBatch = (world: World) => nextBatchAt(readingOf(world, INTERNAL, takeNotes('clock.advance')))

// biome-ignore format: read it as a table
export const clockCalls = controlRows({
  readClock: {
    method: 'GET', path: '/clock', summary: 'tell the time of the virtual clock', section: '§3',
    answer: controlAnswers.clock,
    call: ({ bank }) => ({ now: bank.clock.now }),
  },
  advanceClock: {
    method: 'POST', path: '/clock/advance', body: controlBodies.duration, section: '§3',
    summary: 'advance the clock by a duration, deliver what is due on the way, and tell what happened',
    answer: controlAnswers.advance,
    call: ({ hosted, bank, body }) => hosted.inTurn(async () => {
      const happened = await bank.clock.advanceAsync(body)
      return { now: bank.clock.now, happened }
    }),
  },
  advanceClockTo: {
    method: 'POST', path: '/clock/advance-to', body: controlBodies.instant, section: '§3',
    summary: 'advance the clock to an instant, deliver what is due on the way, and tell what happened',
    answer: controlAnswers.advance,
    call: (call) => {
      const to: string = call.fields['to'] as never
      return advance(call, () => parseInstant(to), () => call.bank.clock.advanceTo(to))
    },
  },
  advanceClockToNextBatch: {
    method: 'POST', path: '/clock/next-batch', section: '§3',
    summary: 'advance the clock to the next release of wires, deliver what is due on the way, and tell what happened',
    answer: controlAnswers.advance,
    call: (call) => advance(call, nextBatch, () => call.bank.clock.advanceToNextBatch()),
  },
  advanceClockToNext: {
    method: 'POST', path: '/clock/next', section: '§3',
    summary: 'advance the clock to the next instant at which anything is due',
    answer: controlAnswers.advance,
    call: (call) => advance(call, ({ schedule, now }) => schedule.first()?.at ?? now, () => undefined),
  },
  previewClock: {
    method: 'POST', path: '/clock/preview', body: controlBodies.duration, section: '§3',
    summary: 'tell what would happen if the clock advanced by a duration, and leave it where it is',
    answer: controlAnswers.advance,
    call: ({ bank, body }) => ({ now: bank.clock.now, happened: bank.clock.preview(body) }),
  },
  readAgenda: {
    method: 'GET', path: '/clock/agenda', summary: 'list what is due and when', section: '§3',
    answer: controlAnswers.agenda,
    call: ({ bank }) => ({ now: bank.clock.now, agenda: bank.clock.agenda() }),
  },
})
