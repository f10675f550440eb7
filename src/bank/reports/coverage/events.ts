/** Events, and what befell their pushes on the way to the partner. (§6) */
import { parseInstant } from '../../../core/kernel/time/instant.ts'
import { eventNames } from '../../../core/webhooks/event-name.ts'
import type { Push } from '../../../core/webhooks/push-record.ts'
import { pushOutcomes } from '../../../core/webhooks/webhook-status.ts'
import { type Axis, type Evidence, happenings, lineOf, type Row } from './axis.ts'

const HOOK = 'https://partner.example/hooks'

/** What may befall an event, each with the statements that bring it about: before the code under test, or after it. */
const befalls: { readonly [what: string]: (eventName: string) => string } = {
  delivered: (eventName) =>
    lineOf(
      `bank.webhooks.register({ partnerId: bank.partner.id, eventName: '${eventName}', registrationType: 'Push', callbackUrl: '${HOOK}' })`,
      `bank.webhooks.connect('${HOOK}', () => new Response())`,
    ),
  twice: (event) => `bank.faults.inject('duplicate', { event: '${event}' })`,
  late: (event) => `bank.faults.inject('delay', { event: '${event}', seconds: 600, uses: 1 })`,
  'out of order': (event) => `bank.faults.inject('reorder', { event: '${event}' })`,
  'failed and tried again': (event) => `await bank.outbox.deliver(${newest(event)}, { loseAnswer: true })`,
  suspended: (event) =>
    lineOf(
      `const { id, callbackUrl } = bank.webhooks.list({ pageSize: 50 }).results.find(({ eventName }) => eventName === '${event}')`,
      `bank.webhooks.connect(callbackUrl, () => new Response('busy', { status: 503 }))`,
      'bank.webhooks.ping(id)',
      'await bank.clock.advanceAsync({ minutes: 10 })',
    ),
  never: (event) => `bank.faults.inject('drop', { event: '${event}', uses: 1 })`,
}

const newest = (event: string) => `bank.events.findLast(({ eventName }) => eventName === '${event}').id`

const BEFORE_ANSWER = 'any: before the answer of the call that caused it'

const rows = (): Row[] => [
  { name: BEFORE_ANSWER, line: `bank.faults.inject('beforeAnswer')` },
  ...eventNames.flatMap((event) =>
    Object.entries(befalls).map(([what, make]) => ({ name: `${event}: ${what}`, line: make(event) })),
  ),
]

/** An event that comes later than this after it was emitted is late. */
const LATE = 60_000

function* met(evidence: Evidence): Generator<string> {
  const order = new Map<string, number>()
  const names = new Map<string, string>()
  for (const { eventId, eventName } of happenings(evidence, 'event.emitted')) {
    order.set(eventId, order.size)
    names.set(eventId, eventName)
  }
  let newest = -1
  const tries = new Map<string, Push[]>()
  for (const push of evidence.pushes) {
    const { notification, eventName } = push
    const former = tries.get(notification.id) ?? []
    if (isTaken(push)) {
      if (push.outcome === 'delivered') yield* befallen(push, former)
      const place = order.get(notification.id) ?? newest
      if (place < newest && !former.some(isTaken)) yield `${eventName}: out of order`
      newest = Math.max(newest, place)
    } else if (former.length > 0) yield `${eventName}: failed and tried again`
    tries.set(notification.id, [...former, push])
  }
  for (const { eventName } of happenings(evidence, 'webhook.suspended')) yield `${eventName}: suspended`
  for (const { operation, input, outcome } of evidence.entries)
    if (operation === 'pushes.drop' && outcome === 'done')
      yield `${names.get((input as { id: string }).id)}: never`
  if (evidence.requests.some(({ fault }) => fault === 'beforeAnswer') || isBeforeAnswer(evidence)) yield BEFORE_ANSWER
}

function* befallen({ eventName, at, notification }: Push, former: readonly Push[]): Generator<string> {
  yield `${eventName}: delivered`
  if (former.some(isTaken)) yield `${eventName}: twice`
  else if (former.length > 0) yield `${eventName}: failed and tried again`
  else if (instant(at) - instant(notification.createdAt) >= LATE) yield `${eventName}: late`
}

const isTaken = ({ outcome }: Push) => pushOutcomes[outcome].isTaken
const instant = (text: string): number => parseInstant(text) ?? 0

const isBeforeAnswer = ({ entries }: Evidence) =>
  entries.some(({ operation, input }) => operation === 'pushes.setMode' && (input as { mode?: string }).mode === 'beforeAnswer')

export const events: Axis = { title: 'Events, and what befell them', section: '§6', rows, met }
