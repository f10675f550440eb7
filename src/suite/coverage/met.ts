/** What was met of each axis: one fold over the facts of a bank. Each fact gives the rows that it meets. */
import { historyOf } from '../../bank/reports/history.ts'
import { instantOf, type KeptExchange } from '../../bank/shell/state/exchange.ts'
import type { JournalEntry } from '../../bank/shell/state/journal.ts'
import type { State } from '../../bank/shell/state/state.ts'
import { restrictionRecord } from '../../core/accounts/restriction.ts'
import { requestFaults } from '../../core/faults/fault-kinds.ts'
import type { Happening } from '../../core/happening.ts'
import { fieldsOf, jsonIn } from '../../core/kernel/json.ts'
import { keysOf } from '../../core/kernel/keys.ts'
import { MINUTE, parseInstant } from '../../core/kernel/time/instant.ts'
import type { Page } from '../../core/page.ts'
import type { Notification } from '../../core/webhooks/notification.ts'
import { keptPushes, type Push } from '../../core/webhooks/push-record.ts'
import { pushOutcomes } from '../../core/webhooks/webhook-status.ts'
import type { World } from '../../core/world.ts'
import { type AxisName, axes, BEFORE_ANSWER, changes, criteria } from './axes.ts'
import { metByClock } from './calendar.ts'

/** For each axis, the rows that were met, and how often each row was met. */
export type Met = { readonly [Name in AxisName]: { readonly [row: string]: number } }

type CoverageRow = readonly [axis: AxisName, name: string]

/** What a fact needs to know of earlier ones. */
class Memory {
  readonly statuses = new Map<string, string>()
  /** The ids of requests that were refused, whose operations are not counted once more. */
  readonly refused = new Set<string | undefined>()
  readonly events = new Map<string, { readonly name: string; readonly place: number }>()
  readonly tries = new Map<string, readonly Push[]>()
  newest = -1
  batches = 0

  constructor(
    readonly world: World,
    /** The ids of requests that got an earlier answer again. */
    readonly repeated: ReadonlySet<string | undefined>,
  ) {}
}

export function metBy(state: State): Met {
  const met = eachAxis((): Record<string, number> => ({}))
  for (const [axis, row] of rowsIn(state)) met[axis][row] = (met[axis][row] ?? 0) + 1
  return met
}

function* rowsIn(state: State): Generator<CoverageRow> {
  const history = historyOf(state)
  const again = history.flatMap((each) => ('entry' in each && each.entry.outcome === 'repeated' ? [each.entry] : []))
  const memory = new Memory(state.world, new Set(again.map(({ call }) => call.requestId)))
  for (const each of history) {
    if ('exchange' in each) yield* ofExchange(each.exchange, memory)
    else yield* ofEntry(each.entry, memory)
  }
  for (const push of keptPushes(state.world)) yield* ofPush(push, memory)
  for (const name of metByClock(state.world, memory.batches)) yield ['calendar', name]
  for (const id of keysOf(state.uses)) yield ['assumptions', id]
}

function* ofExchange(exchange: KeptExchange, { repeated, refused }: Memory): Generator<CoverageRow> {
  const { endpoint, status, id, refusal, fault, answer } = exchange
  if (fault) yield ['faults', fault]
  if (fault === 'beforeAnswer') yield ['events', BEFORE_ANSWER]
  if (endpoint !== null) {
    const end = status === 0 ? 'no answer' : status >= 400 ? status : repeated.has(id) ? 'repeated' : 'done'
    yield ['calls', `${endpoint}: ${end}`]
  }
  // A fault that made the refusal up has no code.
  if (status >= 400 && refusal !== undefined) {
    refused.add(id)
    yield ['refusals', refusal]
  }
  if (endpoint !== 'pollEvents' || status >= 300) return
  // A fault may have cut the answer short, so that it is no JSON.
  const { results = [] } = fieldsOf(jsonIn(answer ?? '')) as Partial<Page<Notification>>
  for (const { eventName } of results) yield ['events', `${eventName}: polled`]
}

function* ofEntry(
  { operation, input, outcome, call, happenings }: JournalEntry,
  memory: Memory,
): Generator<CoverageRow> {
  const isDone = outcome === 'done' || outcome === 'repeated'
  if (!isDone && !memory.refused.has(call.requestId)) yield ['refusals', outcome]
  if (operation === 'pushes.setMode' && fieldsOf(input)['mode'] === 'beforeAnswer') yield ['events', BEFORE_ANSWER]
  if (operation === 'pushes.drop' && outcome === 'done')
    yield ['events', `${memory.events.get(fieldsOf(input)['id'] as string)?.name}: never`]
  for (const each of happenings) {
    const name = each.what.replace('.', ': ')
    if (name in changes) yield ['steps', name]
    yield* (ofHappening[each.what] as (fact: Happening, memory: Memory) => Iterable<CoverageRow>)?.(each, memory) ?? []
  }
}

type Facts<What> = Extract<Happening, { what: What }>

/** The rows of each kind of happening. */
const ofHappening: {
  readonly [What in Happening['what']]?: (fact: Facts<What>, memory: Memory) => Iterable<CoverageRow>
} = {
  'wire.created': ({ paymentId, status }, memory) => step(paymentId, status, memory),
  'wire.moved': ({ paymentId, status }, memory) => step(paymentId, status, memory),
  'wire.rejected': ({ paymentId, postingCode, reason }, memory) => [
    ...step(paymentId, 'Rejected', memory),
    ['postings', `${postingCode} of a wire`],
    ...blocked(reason, memory),
  ],
  'wire.reversed': ({ paymentId }, { statuses }) => [['steps', `wire: ${statuses.get(paymentId)} → reversed`]],
  'transaction.refused': ({ postingCode, reason }, memory) => [
    ['postings', `${postingCode} of a transaction`],
    ...blocked(reason, memory),
  ],
  'account.changed': ({ status }) => [['steps', `account: ${status}`]],
  'loan.added': ({ status }) => [['loans', status]],
  'loan.moved': ({ status }) => [['loans', status]],
  // Layers, such as those of explore, strike requests with faults that the bank itself does not know; their exchanges do.
  'fault.struck': ({ fault }) => (requestFaults.some((each) => each === fault) ? [] : [['faults', fault]]),
  'webhook.suspended': ({ eventName }) => [['events', `${eventName}: suspended`]],
  'event.emitted': ({ eventId, eventName }, { events }) => {
    events.set(eventId, { name: eventName, place: events.size })
    return []
  },
  'batch.released': (_, memory) => {
    memory.batches++
    return [['calendar', 'a batch with wires']]
  },
  'token.issued': ({ expiresAt }, { world }) =>
    (parseInstant(expiresAt) ?? Number.POSITIVE_INFINITY) <= world.now ? [['calendar', 'the end of a token']] : [],
}

function step(paymentId: string, to: string, { statuses }: Memory): CoverageRow[] {
  const from = statuses.get(paymentId)
  statuses.set(paymentId, to)
  return from === undefined ? [] : [['steps', `wire: ${from} → ${to}`]]
}

/** The criteria of the restrictions that a refusal names. */
function blocked(reason: string, { world }: Memory): CoverageRow[] {
  const records = Array.from({ length: world.accounts.restrictions.size }, (_, slot) => restrictionRecord(world, slot))
  const named = records.filter(({ id }) => reason.includes(id))
  return named.flatMap((record) =>
    keysOf(criteria).flatMap((each): CoverageRow[] => (record[each] == null ? [] : [['restrictions', each]])),
  )
}

/** An event is late if its push is delivered this many milliseconds after the event, or later. */
const LATE = MINUTE
const isAccepted = ({ outcome }: Push) => pushOutcomes[outcome].isAccepted

function* ofPush(push: Push, memory: Memory): Generator<CoverageRow> {
  const { notification, eventName, outcome, at } = push
  const former = memory.tries.get(notification.id) ?? []
  memory.tries.set(notification.id, [...former, push])
  const row = (what: string): CoverageRow => ['events', `${eventName}: ${what}`]
  const wasAccepted = former.some(isAccepted)
  if (former.length > 0 && (!isAccepted(push) || (outcome === 'delivered' && !wasAccepted)))
    yield row('failed and tried again')
  if (!isAccepted(push)) return
  if (outcome === 'delivered') {
    yield row('delivered')
    if (wasAccepted) yield row('twice')
    else if (former.length === 0 && instantOf({ at }) - instantOf({ at: notification.createdAt }) >= LATE)
      yield row('late')
  }
  const { place = memory.newest } = memory.events.get(notification.id) ?? {}
  if (place < memory.newest && !wasAccepted) yield row('out of order')
  memory.newest = Math.max(memory.newest, place)
}

export const metNothing: Met = eachAxis(() => ({}))

export function metTogether(one: Met, other: Met): Met {
  return eachAxis((name) => {
    const both = { ...one[name] }
    for (const [row, count] of Object.entries(other[name] ?? {})) both[row] = (both[row] ?? 0) + count
    return both
  })
}

function eachAxis<Value>(make: (name: AxisName) => Value): { readonly [Name in AxisName]: Value } {
  return Object.fromEntries(keysOf(axes).map((name) => [name, make(name)])) as never
}
