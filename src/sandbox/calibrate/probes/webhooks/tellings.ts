/** What the bank tells of restrictions and subledgers, and whether it gathers what it tells. (§6) */

import type { Service } from '../../../service/service.ts'
import type { Probe, Tell } from '../../probe.ts'
import { BLOCKS_NOTHING, place, remove, removingRestrictions } from '../accounts/restrictions.ts'
import { openSubledger, tellOfReadiness } from '../accounts/subledgers.ts'
import { type Fields, fieldsOf, instantIn } from '../field.ts'
import { isRemoved } from '../removing.ts'
import { awaitTold, type Made, madeOf, tellOfGathering, tellOfNames } from './made.ts'
import { type Watch, watching } from './watch.ts'

const PLACED = 'Core.Restriction.Placed'
const REMOVED = 'Core.Restriction.Removed'
const OPENED = 'Core.SubAccount.Opened'

const FREE = 'these events have no registration yet, and no registration is polled'
const LATE = 'where none come, maxWait is over an hour'

export const tellingProbes: readonly Probe[] = [
  {
    name: 'what is told of restrictions and subledgers',
    scope: 'create',
    needs: ['accountNumber', 'partnerId'],
    how: 'polls for what is told of two restrictions that block nothing, placed and removed, and of a subledger that is opened',
    tells: {
      'events.restrictions': `${FREE}; ${LATE}`,
      'events.subledgers': `${FREE}; ${LATE}`,
      'events.details': `${FREE}; the opening of a subledger, or a wire, is told of`,
      'webhooks.aggregationSeconds': `${FREE}; one of them is told of, and maxWait is longer than it is gathered`,
      'subledgers.readiness': '',
    },
    run: (service, tell) => {
      const watched = { [PLACED]: 'Basic', [REMOVED]: 'Basic', [OPENED]: 'Extended' } as const
      return watching(service, watched, (watch) =>
        removingRestrictions(service, () => tellOfTellings(service, tell, watch)),
      )
    },
  },
]

async function tellOfTellings(service: Service, tell: Tell, watch: Watch): Promise<void> {
  const made = (await makeAll(service, tell)).filter(({ name }) => watch.names.has(name))
  const stopped = await awaitTold(service, watch, made)
  if (!tellOfGathering(tell, madeOf(made, PLACED))) await tellByOpenings(service, tell, watch, madeOf(made, OPENED))
  const [opened] = madeOf(made, OPENED)
  if (opened?.event) tellOfDetails(tell, opened, madeOf(made, PLACED, REMOVED))
  tellOfNames(tell, 'events.restrictions', madeOf(made, PLACED, REMOVED))
  tellOfNames(tell, 'events.subledgers', madeOf(made, OPENED))
  if (stopped) throw stopped
  await tellOfSilence(tell, watch, made)
}

/** One right after the other, so that they come as one where events are gathered. */
async function makeAll(service: Service, tell: Tell): Promise<Made[]> {
  const made: Made[] = []
  const note = (name: string, id: string | undefined, at: number | undefined) => {
    if (id !== undefined) made.push({ name, id, at })
  }
  const placed = [await place(service, BLOCKS_NOTHING), await place(service, BLOCKS_NOTHING)]
  for (const { id, body } of placed) note(PLACED, id, instantIn(body, 'createdAt'))
  for (const { id } of placed) {
    if (id !== undefined && isRemoved(await remove(service, id))) note(REMOVED, id, undefined)
  }
  const opened = await openSubledger(service)
  if (opened.id !== undefined) await tellOfReadiness(service, tell, opened.id)
  note(OPENED, opened.id, instantIn(opened.body, 'openedAt'))
  return made
}

/** Where restrictions are not told of: an event of one subledger that came late says nothing, and one of two says all. */
async function tellByOpenings(service: Service, tell: Tell, watch: Watch, made: readonly Made[]): Promise<void> {
  if (made[0]?.event === undefined || tellOfGathering(tell, made)) return
  const more = [await openSubledger(service), await openSubledger(service)].flatMap(({ id, body }): Made[] => {
    return id === undefined ? [] : [{ name: OPENED, id, at: instantIn(body, 'openedAt') }]
  })
  const stopped = await awaitTold(service, watch, more)
  tellOfGathering(tell, more)
  if (stopped) throw stopped
}

function tellOfDetails(tell: Tell, { id, event }: Made, basic: readonly Made[]): void {
  const about = detailsIn(event).find(({ subAccountNumber }) => subAccountNumber === id)
  const isBasicEmpty = basic.every(({ event }) => detailsIn(event).length === 0)
  if (about && isBasicEmpty) tell.agrees('events.details', 'Extended has the subledger, and Basic nothing')
  else {
    const said = JSON.stringify(Object.keys(detailsIn(event)[0] ?? {}))
    tell.differs('events.details', `Extended has ${said}, and Basic ${isBasicEmpty ? 'nothing' : 'something'}`)
  }
}

export function detailsIn(event: unknown): readonly Fields[] {
  const { details } = fieldsOf(event)
  return Array.isArray(details) ? details.map(fieldsOf) : []
}

/** What did not come in all this time never does, if other things do. */
async function tellOfSilence(tell: Tell, watch: Watch, made: readonly Made[]): Promise<void> {
  const isSilent = (some: readonly Made[]) => some.length > 0 && some.every(({ event }) => event === undefined)
  const groups = [
    ['events.restrictions', madeOf(made, PLACED, REMOVED)],
    ['events.subledgers', madeOf(made, OPENED)],
  ] as const
  const silent = groups.filter(([, some]) => isSilent(some))
  if (silent.length === 0) return
  const isAlive = made.some(({ event }) => event !== undefined) || (await watch.isAlive())
  for (const [id, some] of silent) {
    const names = [...new Set(some.map(({ name }) => name))].join(', ')
    if (isAlive) tell.is(id, 'never', `nothing came of ${names}, and other events did`)
    else tell.unknown(id, `nothing came of ${names}, nor of a ping`)
  }
}
