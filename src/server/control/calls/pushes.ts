/** Control calls for faults, for the outcomes of payments, and for the delivery of pushes. (§6, §7) */
import { expectationsOf } from '../../../core/faults/outcomes.ts'
import { byBank, byPartner } from '../calls-from-operations.ts'
import { byHand, type ControlRows } from '../row.ts'
import { answers, bodies, queries } from '../schemas/calls.ts'
import { fault, push } from '../schemas/records.ts'
import { lastOf } from './reports.ts'

// biome-ignore format: read it as a table
export const faultCalls: ControlRows = {
  listFaults: byBank('faults.list', 'GET /faults', 'list the faults that can still take effect'),
  injectFault: byHand('POST /faults', 'inject a fault: the body says which fault, where it takes effect and for how long', {
    section: '§7', body: bodies.fault, answer: fault, line: 'bank.faults.inject({fault}, {rest})',
    example: () => ({ fault: 'lostAnswer', endpoint: 'createWire', nth: 1 }),
  }, ({ bank, body: { fault, ...options } = {} }) => bank.faults.inject(fault as never, options)),
  expectOutcome: byPartner('outcomes.expect', 'POST /outcomes', 'set how a coming payment will end; the payment is chosen by the fields of its request', { answer: null, line: 'bank.$<of>s.expect({match}, {nth,every}).toEnd({status}, {rest})' }),
  listOutcomes: byHand('GET /outcomes', 'list the outcomes that were set, each with the number of payments that matched, and the number of those that got the outcome', {
    section: '§3', answer: answers.outcomes,
  }, ({ bank }) => expectationsOf(bank.world)),
  clearFaults: byBank('faults.clear', 'DELETE /faults', 'end every fault', { answer: null, input: () => ({ id: null }) }),
  clearFault: byBank('faults.clear', 'DELETE /faults/{id}', 'end a fault', { answer: null }),
}

// biome-ignore format: read it as a table
export const pushCalls: ControlRows = {
  listPushes: byHand('GET /pushes', 'list the attempts to deliver pushes, each with its outcome, and the pushes that wait', {
    section: '§6', query: queries.last, answer: answers.pushes,
  }, ({ bank, query }) => ({ pushes: lastOf(bank.pushes, query['last']), waiting: bank.outbox.waiting })),
  settle: byHand('POST /settle', 'deliver due pushes, and answer when every receiver has answered', {
    section: '§6', settles: true, answer: answers.settled, line: 'await bank.settled()',
  }, ({ bank, hosted }) => hosted.inTurn(async () => {
    await bank.settled()
    return { now: bank.clock.now, waiting: bank.outbox.waiting }
  })),
  holdPushes: byBank('pushes.setMode', 'POST /pushes/hold', 'hold all pushes back from now on', { input: () => ({ mode: 'held' }), line: 'bank.outbox.hold()' }),
  resumePushes: byBank('pushes.setMode', 'POST /pushes/resume', 'send pushes in the usual way again, the waiting ones first', { input: () => ({ mode: 'settling' }), line: 'bank.outbox.resume()' }),
  pushBeforeAnswer: byBank('pushes.setMode', 'POST /pushes/before-answer', 'from now on, answer a request only after the pushes that it causes are delivered', {
    input: () => ({ mode: 'beforeAnswer' }), line: 'bank.outbox.beforeAnswer()',
  }),
  deliverPush: byHand('POST /pushes/{eventId}/deliver', 'deliver an event now, before all others that wait; each call delivers it once more', {
    section: '§6', body: bodies.delivery, isBodyOptional: true, answer: push, line: 'await bank.outbox.deliver({eventId}, {body})',
  }, ({ bank, hosted, path: { eventId = '' }, body }) => hosted.inTurn(() => bank.outbox.deliver(eventId, body))),
  duplicatePush: byHand('POST /pushes/{eventId}/duplicate', 'deliver an event twice, now', {
    section: '§6', answer: answers.bothPushes, line: 'await bank.outbox.duplicate({eventId})',
  }, ({ bank, hosted, path: { eventId = '' } }) => hosted.inTurn(() => bank.outbox.duplicate(eventId))),
  dropPush: byBank('pushes.drop', 'POST /pushes/{eventId}/drop', 'never deliver an event that waits', {
    input: ({ path: { eventId } }) => ({ id: eventId }), line: 'bank.outbox.drop({eventId})',
  }),
  signPushes: byPartner('webhooks.sign', 'POST /webhooks/{id}/sign', 'sign the pushes of a registration from now on, and return the secret', {
    field: 'secret', isBodyOptional: true,
    answer: answers.secret, answered: ({ secret }: { secret: string }) => ({ secret }),
  }),
}
