/** Coverage of events: which events occurred, and whether they came late, twice, out of order or never. (§6) */

import { instantOf } from '../../bank/shell/state/exchange.ts'
import { type FaultKind, faultKinds } from '../../core/faults/fault-kinds.ts'
import { fieldsOf, jsonIn } from '../../core/kernel/json.ts'
import type { Page } from '../../core/page.ts'
import { eventNames } from '../../core/webhooks/event-name.ts'
import type { Notification } from '../../core/webhooks/notification.ts'
import type { Push } from '../../core/webhooks/push-record.ts'
import { pushOutcomes } from '../../core/webhooks/webhook-status.ts'
import { type Axis, type Evidence, happenings, type Rows } from './axis.ts'
import { callOf } from './calls.ts'
import { HOOK, hook, lineOf, minute, opened, pay, receive, restricted } from './statements.ts'

const loan = 'const { Id } = bank.loans.add()'

const causes: Readonly<Record<string, string>> = {
  'Wire.Payment.Sent': `${pay}; bank.clock.advanceToNextBatch()`,
  'Wire.Payment.Received': receive,
  'Wire.Payment.Rejected': `bank.desk.reject(${pay}.id)`,
  'Wire.Payment.Canceled': `bank.wires.cancel(bank.desk.hold(${pay}.id).id)`,
  'Wire.Payment.Processed': `${pay}; bank.clock.advanceToNextBatch()`,
  'Core.Restriction.Placed': restricted,
  'Core.Restriction.Removed': `bank.restrictions.remove(${restricted}.id)`,
  'Core.SubAccount.Opened': opened,
  'Core.SubAccount.Status.Changed': `bank.accounts.setStatus(${opened}.accountNumber, 'Dormant')`,
  'Core.SubAccount.Closed': `bank.accounts.setStatus(${opened}.accountNumber, 'Closed')`,
  'Core.SubAccount.Title.Changed': `bank.subledgers.rename(${opened}.accountNumber, 'Client 17')`,
  'Core.Transaction.Completed': lineOf(receive, minute),
  'Core.Activity.Posted': lineOf(receive, minute),
  AdjustmentActionUpdate: `${loan}; for (let step = 0; step < 5; step++) bank.loans.advance(Id); bank.loans.update(Id, { Term: 24 })`,
  FundingAttemptComplete: `${loan}; for (let step = 0; step < 5; step++) bank.loans.advance(Id)`,
  LoanStatusUpdated: `${loan}; bank.loans.advance(Id)`,
  RailUpdated: `${loan}; for (let step = 0; step < 5; step++) bank.loans.advance(Id)`,
  ComplianceLoanFailed: `${loan}; bank.loans.failCompliance(Id)`,
}

/** Returns code that connects a handler for an event, unless the code under test is registered for that event. */
const listening = (event: string) =>
  `bank.webhooks.list({ pageSize: 50 }).results.some(({ eventName }) => eventName === '${event}') || bank.webhooks.connect('${HOOK}', () => new Response(), { events: ['${event}'] })`

const polling = (event: string) =>
  `bank.webhooks.list({ pageSize: 50 }).results.some(({ eventName }) => eventName === '${event}') || bank.webhooks.register({ ...${hook(event)}, registrationType: 'Poll' })`

/** Returns code that causes an event `times` times, and delivers its pushes. Blocks allow two causes to declare the same names. */
const comes = (event: string, times = 1) => {
  const cause = causes[event] ?? ''
  const block = cause.includes('const ') ? `{ ${cause} }` : cause
  const often = times === 1 ? block : `for (let times = 0; times < ${times}; times++) { ${cause} }`
  return lineOf(often, 'await bank.clock.advanceAsync({ hours: 1 })')
}

const newest = (event: string) => `bank.events.findLast(({ eventName }) => eventName === '${event}')?.id ?? ''`

export function struckPush(fault: FaultKind, event = 'Wire.Payment.Received'): string {
  const { isOfSignature, takes, needsAnother } = faultKinds[fault]
  return lineOf(
    listening(event),
    ...(isOfSignature
      ? ['for (const { id } of bank.webhooks.list({ pageSize: 50 }).results) bank.webhooks.sign(id)']
      : []),
    `bank.faults.inject('${fault}', { event: '${event}', ${takes ? 'seconds: 600, ' : ''}uses: 1 })`,
    comes(event, needsAnother ? 3 : 1),
  )
}

/** For each thing that may happen to an event, a line of test code that makes it happen. */
const befalls: { readonly [what: string]: (eventName: string) => string } = {
  delivered: (event) => lineOf(listening(event), comes(event)),
  twice: (event) => struckPush('duplicate', event),
  late: (event) => struckPush('delay', event),
  'out of order': (event) => struckPush('reorder', event),
  'failed and tried again': (event) =>
    lineOf(
      listening(event),
      comes(event),
      `await bank.outbox.deliver(${newest(event)}, { loseAnswer: true })`,
      'await bank.clock.advanceAsync({ hours: 1 })',
    ),
  suspended: (event) =>
    lineOf(
      listening(event),
      `for (const { id, callbackUrl } of bank.webhooks.list({ pageSize: 50 }).results.filter(({ eventName }) => eventName === '${event}')) { bank.webhooks.connect(callbackUrl, () => new Response('busy', { status: 503 })); bank.webhooks.ping(id) }`,
      'await bank.clock.advanceAsync({ minutes: 10 })',
      `for (const { id, callbackUrl } of bank.webhooks.list({ pageSize: 50 }).results.filter(({ status }) => status === 'Suspended')) { bank.webhooks.connect(callbackUrl, () => new Response()); bank.webhooks.restart(id) }`,
      'await bank.clock.advanceAsync({ hours: 1 })',
    ),
  never: (event) => struckPush('drop', event),
  polled: (event) => lineOf(polling(event), comes(event), callOf('pollEvents')),
}

const BEFORE_ANSWER = 'any: before the answer of the call that caused it'
export const beforeAnswer = lineOf(
  listening('Wire.Payment.Received'),
  `bank.faults.inject('beforeAnswer', { uses: 1 })`,
  callOf('simulateInboundWire'),
)

const rows = (): Rows => {
  const ofEvent = (event: string) => Object.entries(befalls).map(([what, make]) => [`${event}: ${what}`, make(event)])
  return { [BEFORE_ANSWER]: beforeAnswer, ...Object.fromEntries(eventNames.flatMap(ofEvent)) }
}

/** An event is late if its push is delivered this many milliseconds after the event, or later. */
const LATE = 60_000

function* met(evidence: Evidence): Generator<string> {
  yield* metByPushes(evidence)
  yield* metByPolls(evidence)
  for (const { eventName } of happenings(evidence, 'webhook.suspended')) yield `${eventName}: suspended`
  const names = new Map(
    [...happenings(evidence, 'event.emitted')].map(({ eventId, eventName }) => [eventId, eventName]),
  )
  for (const { operation, input, outcome } of evidence.entries)
    if (operation === 'pushes.drop' && outcome === 'done') yield `${names.get((input as { id: string }).id)}: never`
  if (evidence.requests.some(({ fault }) => fault === 'beforeAnswer') || isBeforeAnswer(evidence)) yield BEFORE_ANSWER
}

function* metByPushes(evidence: Evidence): Generator<string> {
  const order = new Map([...happenings(evidence, 'event.emitted')].map(({ eventId }, place) => [eventId, place]))
  let newest = -1
  const tries = new Map<string, Push[]>()
  for (const push of evidence.pushes) {
    const { notification, eventName } = push
    const former = tries.get(notification.id) ?? []
    tries.set(notification.id, [...former, push])
    if (!isTaken(push)) {
      if (former.length > 0) yield `${eventName}: failed and tried again`
      continue
    }
    if (push.outcome === 'delivered') yield* befallen(push, former)
    const place = order.get(notification.id) ?? newest
    if (place < newest && !former.some(isTaken)) yield `${eventName}: out of order`
    newest = Math.max(newest, place)
  }
}

function* metByPolls({ requests }: Evidence): Generator<string> {
  const polls = requests.filter(({ endpoint, status }) => endpoint === 'pollEvents' && status < 300)
  for (const { answer } of polls) {
    // A fault may have cut the answer short, so that it is no JSON.
    const { results = [] } = fieldsOf(jsonIn(answer ?? '')) as Partial<Page<Notification>>
    for (const { eventName } of results) yield `${eventName}: polled`
  }
}

function* befallen({ eventName, at, notification }: Push, former: readonly Push[]): Generator<string> {
  yield `${eventName}: delivered`
  if (former.some(isTaken)) yield `${eventName}: twice`
  else if (former.length > 0) yield `${eventName}: failed and tried again`
  else if (instantOf({ at }) - instantOf({ at: notification.createdAt }) >= LATE) yield `${eventName}: late`
}

const isTaken = ({ outcome }: Push) => pushOutcomes[outcome].isTaken

const isBeforeAnswer = ({ entries }: Evidence) =>
  entries.some(
    ({ operation, input }) => operation === 'pushes.setMode' && (input as { mode?: string }).mode === 'beforeAnswer',
  )

export const events: Axis = { title: 'Events, and what happened to them', section: '§6', rows, met }
