/** Which events restrictions, subledgers and transactions bring about, and whether events are gathered. (§6) */
import { instantIn } from '../../service/fields.ts'
import { isRemoved, make, remove } from '../../service/records.ts'
import type { Service } from '../../service/service.ts'
import { openSubledger, ownSubledger } from '../accounts.ts'
import { story, unknown, type VerdictOn } from '../question.ts'
import { blockingNothing } from '../restrictions.ts'
import { isPosted, transferBack, transferTo } from '../transactions.ts'
import { coming, gathering, namedIn, silence } from './gathering.ts'
import { type Awaited, type Watch, watching } from './watch.ts'

const PLACED = 'Core.Restriction.Placed'
const REMOVED = 'Core.Restriction.Removed'
const OPENED = 'Core.SubAccount.Opened'
const COMPLETED = 'Core.Transaction.Completed'
const POSTED = 'Core.Activity.Posted'

const FREE = 'these events have no registration yet, and no registration is polled'
const LATE = 'where none come, maxWait is over an hour'

export const recordEvents = story(
  {
    'events.restrictions': `${FREE}; ${LATE}`,
    'events.subledgers': `${FREE}; ${LATE}`,
    'webhooks.aggregationSeconds': `${FREE}; one of these events comes, and maxWait is longer than it is gathered`,
  },
  {
    how: 'polls for the events of two restrictions that block nothing, placed and removed, and of a subledger that is opened',
    scope: 'create',
    needs: ['accountNumber', 'partnerId'],
    async *tell(service) {
      const watch = await watching(service, { [PLACED]: 'Basic', [REMOVED]: 'Basic', [OPENED]: 'Extended' })
      const awaited = (await makeAll(service)).filter(({ eventName }) => watch.names.has(eventName))
      const early = await watch.await(awaited)
      const [placed, opened] = [namedIn(awaited, PLACED), namedIn(awaited, OPENED)]
      const ofRestrictions = namedIn(awaited, PLACED, REMOVED)
      yield {
        'events.restrictions': coming(ofRestrictions),
        'events.subledgers': coming(opened),
        'webhooks.aggregationSeconds': gathering(placed) ?? (await gatheredOpenings(service, watch, opened)),
      }
      if (early) throw early
      const isSilent = (some: readonly Awaited[]) => some.length > 0 && some.every(({ event }) => event === undefined)
      if (!isSilent(ofRestrictions) && !isSilent(opened)) return
      const isAlive = awaited.some(({ event }) => event !== undefined) || (await watch.isAlive())
      if (isSilent(ofRestrictions)) yield { 'events.restrictions': silence(ofRestrictions, isAlive) }
      if (isSilent(opened)) yield { 'events.subledgers': silence(opened, isAlive) }
    },
  },
)

export const transactionEvents = story(
  {
    'events.transactions': `the account can pay one minor unit; the events of transactions have no registration yet, none is polled; ${LATE}`,
  },
  {
    how: 'polls for the events of one minor unit that goes to a subledger and back',
    scope: 'money',
    needs: ['accountNumber', 'partnerId'],
    async *tell(service) {
      const watch = await watching(service, { [COMPLETED]: 'Basic', [POSTED]: 'Basic' })
      const own = await ownSubledger(service)
      if (own === undefined || watch.names.size === 0) return
      const there = await transferTo(service, own)
      const { id, status, body } = there
      if (!isPosted(there)) {
        return yield { 'events.transactions': unknown(`no money moved: a transfer was answered ${status}`) }
      }
      await transferBack(service, own)
      if (id === undefined) return yield { 'events.transactions': unknown('the answer to a transfer has no id') }
      const at = instantIn(body, 'createdAt')
      const awaited = [...watch.names.keys()].map((eventName): Awaited => ({ eventName, id, at }))
      const early = await watch.await(awaited)
      yield { 'events.transactions': coming(awaited) }
      if (early) throw early
      if (awaited.some(({ event }) => event)) return
      yield { 'events.transactions': silence(awaited, await watch.isAlive()) }
    },
  },
)

/** One right after the other, so that they come as one where events are gathered. */
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

/** Where restrictions bring nothing about: an event of one subledger that came late says nothing, and one of two says all. */
async function gatheredOpenings(
  service: Service,
  watch: Watch,
  opened: readonly Awaited[],
): Promise<VerdictOn<'webhooks.aggregationSeconds'>> {
  if (opened[0]?.event === undefined) return undefined
  const ofOne = gathering(opened)
  if (ofOne) return ofOne
  const more = [await openSubledger(service), await openSubledger(service)].flatMap(({ id, body }): Awaited[] =>
    id === undefined ? [] : [{ eventName: OPENED, id, at: instantIn(body, 'openedAt') }],
  )
  const early = await watch.await(more)
  return gathering(more) ?? (early && unknown(early.message))
}
