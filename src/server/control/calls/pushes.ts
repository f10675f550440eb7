/** Control of pushes: what arrives, when and how often. (§6) */

import { controlRows } from '../row.ts'
import { controlAnswers } from '../schemas/answers.ts'
import { controlBodies, controlQueries } from '../schemas/inputs.ts'
import { lastOf } from './last.ts'

// biome-ignore format: read it as a table
export const pushCalls = controlRows({
  listPushes: {
    method: 'GET', path: '/pushes', query: controlQueries.last, section: '§6',
    summary: 'list the attempts to deliver, each with its outcome, and what waits',
    answer: controlAnswers.pushes,
    call: ({ bank, fields }) => ({ pushes: lastOf(bank.pushes, fields['last']), waiting: bank.outbox.waiting }),
  },
  settle: {
    method: 'POST', path: '/settle', summary: 'deliver what is due, and answer when every receiver has', section: '§6',
    answer: controlAnswers.settled,
    call: ({ bank, hosted }) => hosted.inTurn(async () => {
      await bank.settled()
      return { now: bank.clock.now, waiting: bank.outbox.waiting }
    }),
  },
  holdPushes: {
    method: 'POST', path: '/pushes/hold', summary: 'let nothing go by itself from now on', section: '§6',
    answer: null,
    call: ({ bank }) => bank.outbox.hold(),
  },
  resumePushes: {
    method: 'POST', path: '/pushes/resume', summary: 'let pushes go by themselves again, those that wait first', section: '§6',
    answer: null,
    call: ({ bank }) => bank.outbox.resume(),
  },
  pushBeforeAnswer: {
    method: 'POST', path: '/pushes/before-answer', section: '§6',
    summary: 'deliver the pushes that a request causes before that is answered, from now on',
    answer: null,
    call: ({ bank }) => bank.outbox.beforeAnswer(),
  },
  deliverPush: {
    method: 'POST', path: '/pushes/{eventId}/deliver', body: controlBodies.delivery, isBodyOptional: true, section: '§6',
    summary: 'deliver an event now, whatever waits before it and as often as it is called',
    answer: controlAnswers.push,
    call: ({ bank, hosted, path, body }) => hosted.inTurn(() => bank.outbox.deliver(path['eventId'] as string, body)),
  },
  duplicatePush: {
    method: 'POST', path: '/pushes/{eventId}/duplicate', summary: 'deliver an event twice, now', section: '§6',
    answer: controlAnswers.bothPushes,
    call: ({ bank, hosted, path }) => hosted.inTurn(() => bank.outbox.duplicate(path['eventId'] as string)),
  },
  dropPush: {
    method: 'POST', path: '/pushes/{eventId}/drop', summary: 'never deliver an event that waits', section: '§6',
    answer: null,
    call: ({ bank, path }) => bank.outbox.drop(path['eventId'] as string),
  },
  signPushes: {
    method: 'POST', path: '/webhooks/{id}/sign', body: controlBodies.secret, isBodyOptional: true, isOfPartner: true,
    summary: 'sign the pushes of a registration from now on, and give the secret', section: '§6',
    answer: controlAnswers.secret,
    call: ({ view, path, fields }) => ({ secret: view.webhooks.sign(path['id'] as string, fields['secret']) }),
  },
})
