/** Questions on the events of restrictions, subledgers and transactions, and whether one event gathers several records. (§6) */
import { SECOND } from '../../../core/kernel/time/instant.ts'
import { fieldOf, instantIn } from '../../service/fields.ts'
import { isRemoved, make, remove } from '../../service/records.ts'
import type { Service } from '../../service/service.ts'
import { openSubledger, ownSubledger } from '../accounts.ts'
import { differs, is, story, unknown, type VerdictOn, type Verdicts } from '../question.ts'
import { blockingNothing } from '../restrictions.ts'
import { isPosted, transferBack, transferTo } from '../transactions.ts'
import { type Awaited, delayOf, type Watch, watching } from './watch.ts'

const PLACED = 'Core.Restriction.Placed'
const REMOVED = 'Core.Restriction.Removed'
const OPENED = 'Core.SubAccount.Opened'
const COMPLETED = 'Core.Transaction.Completed'
const POSTED = 'Core.Activity.Posted'

const FREE = 'these events have no registration yet, and no registration has type Poll'
const LATE = 'if no event comes, maxWait must be over an hour'

export const recordEvents = story<'events.restrictions' | 'events.subledgers' | 'webhooks.aggregationSeconds'>({
  tells: {
    'events.restrictions': `${FREE}; ${LATE}`,
    'events.subledgers': `${FREE}; ${LATE}`,
    'webhooks.aggregationSeconds': `${FREE}; one of these events comes, and maxWait is longer than the time for which the service gathers events`,
  },
  how: 'places and removes two restrictions that block nothing, opens a subledger, and polls for the events',
  scope: 'create',
  async *tell(service) {
    void service.accountNumber
    const watch = await watching(service, { [PLACED]: 'Basic', [REMOVED]: 'Basic', [OPENED]: 'Extended' })
    const awaited = (await makeAll(service)).filter(({ eventName }) => watch.names.has(eventName))
    const early = await watch.await(awaited)
    const named = (...names: string[]) => awaited.filter(({ eventName }) => names.includes(eventName))
    const opened = named(OPENED)
    const gathered = gathering(named(PLACED)) ?? (await gatheredOpenings(service, watch, opened))
    yield { 'webhooks.aggregationSeconds': gathered }
    yield* coming(watch, early, { 'events.restrictions': named(PLACED, REMOVED), 'events.subledgers': opened })
  },
})

export const transactionEvents = story({
  tells: {
    'events.transactions': `the account can pay one minor unit; the events of transactions have no registration yet, and no registration has type Poll; ${LATE}`,
  },
  how: 'transfers one minor unit to a subledger and back, and polls for the events',
  scope: 'money',
  async *tell(service) {
    void service.accountNumber
    const watch = await watching(service, { [COMPLETED]: 'Basic', [POSTED]: 'Basic' })
    const own = await ownSubledger(service)
    if (own === undefined || watch.names.size === 0) return
    const there = await transferTo(service, own)
    const { id, status, body } = there
    if (!isPosted(there)) {
      return yield {
        'events.transactions': unknown(
          `a transfer was answered ${status}, with status ${String(fieldOf(body, 'status'))} instead of Posted`,
        ),
      }
    }
    await transferBack(service, own, there.amount)
    if (id === undefined) return yield { 'events.transactions': unknown('the answer to a transfer has no id') }
    const at = instantIn(body, 'createdAt')
    const awaited = [...watch.names.keys()].map((eventName): Awaited => ({ eventName, id, at }))
    yield* coming(watch, await watch.await(awaited), { 'events.transactions': awaited })
  },
})

type Group = 'events.restrictions' | 'events.subledgers' | 'events.transactions'

/** Yields a verdict for each group of events. A group without any event has the verdict `never` only if other events or a ping come. */
async function* coming<Id extends Group>(
  watch: Watch,
  early: Error | undefined,
  groups: { readonly [Each in Id]: readonly Awaited[] },
): AsyncGenerator<Verdicts<Id>> {
  const [all, silent] = [Object.entries<readonly Awaited[]>(groups), new Map<string, string>()]
  const verdictOn = (id: string, verdict: VerdictOn<Group>) => ({ [id]: verdict }) as Verdicts<Id>
  for (const [id, awaited] of all) {
    const [came, missing] = [awaited.filter(({ event }) => event), awaited.filter(({ event }) => !event)]
    if (awaited.length === 0) continue
    if (came.length === 0) silent.set(id, `no event ${namesOf(missing)} came`)
    else if (missing.length === 0) yield verdictOn(id, is('registered', `${namesOf(came)} came to a registration`))
    else yield verdictOn(id, unknown(`${namesOf(came)} came, but some events of ${namesOf(missing)} did not`))
  }
  if (early) throw early
  if (silent.size === 0) return
  const isAlive = all.some(([, awaited]) => awaited.some(({ event }) => event)) || (await watch.isAlive())
  for (const [id, seen] of silent) {
    yield verdictOn(
      id,
      isAlive ? is('never', `${seen}, but other events came`) : unknown(`${seen}, and not even a ping came`),
    )
  }
}

const namesOf = (awaited: readonly Awaited[]) => [...new Set(awaited.map(({ eventName }) => eventName))].join(', ')

/** Whether one event names all records that were made together, and how late it came; undefined if the events do not show that. */
export function gathering(together: readonly Awaited[]): VerdictOn<'webhooks.aggregationSeconds'> {
  const events = new Set(together.map(({ event }) => event?.['id']))
  const delays = together.map(delayOf).filter((delay) => delay !== undefined)
  const [first = 0] = delays
  if (together.length === 0 || events.has(undefined) || delays.length < together.length) return undefined
  if (delays.some((delay) => delay < -SECOND)) return unknown('events are older than their records')
  const seconds = Math.round(first / SECOND)
  const { resources } = together[0]?.event ?? {}
  const [begun] = Array.isArray(resources) ? resources : []
  if (begun !== undefined && !together.some(({ id }) => String(begun).endsWith(id))) {
    return unknown('the event also names an earlier resource, so it does not show when the gathering began')
  }
  if (events.size === 1 && together.length > 1) {
    const seen = `one event named ${together.length} resources`
    return seconds > 0
      ? is(seconds, `${seen}, ${seconds} s after the first was made`)
      : differs(`${seen}, and came at once`)
  }
  const seen = `each record had an event of its own, ${seconds} s later`
  if (delays.every((delay) => Math.abs(delay) < SECOND)) return is(null, seen)
  return together.length > 1 ? unknown(`${seen}: the service may gather events, or send them late`) : undefined
}

/** Makes records right after each other, so that one event names several if the service gathers events. */
async function makeAll(service: Service): Promise<Awaited[]> {
  const awaited: Awaited[] = []
  const note = (eventName: string, id: string | undefined, at: number | undefined) => {
    if (id !== undefined) awaited.push({ eventName, id, at })
  }
  const place = () => make(service, 'restriction', blockingNothing(service))
  const placed = [await place(), await place()]
  for (const { id, body } of placed) note(PLACED, id, instantIn(body, 'createdAt'))
  for (const { id } of placed) {
    if (id !== undefined && isRemoved(await remove(service, 'restriction', id))) note(REMOVED, id, undefined)
  }
  const opened = await openSubledger(service)
  note(OPENED, opened.id, instantIn(opened.body, 'openedAt'))
  return awaited
}

/** Judges by subledgers, if the events of restrictions show nothing. If the event of the one subledger is late, opens two more at once. */
async function gatheredOpenings(service: Service, watch: Watch, opened: readonly Awaited[]) {
  if (opened[0]?.event === undefined) return undefined
  const ofOne = gathering(opened)
  if (ofOne) return ofOne
  const more = [await openSubledger(service), await openSubledger(service)].flatMap(({ id, body }): Awaited[] =>
    id === undefined ? [] : [{ eventName: OPENED, id, at: instantIn(body, 'openedAt') }],
  )
  const early = await watch.await(more)
  return gathering(more) ?? (early && unknown(early.message))
}
