/** Prepares the questions that make records: finds out how late a read shows a change. (§4) */
import { type Fields, fieldOf } from '../service/fields.ts'
import { ifConclusive } from '../service/inconclusive.ts'
import { make, removeEarlier } from '../service/records.ts'
import type { Service } from '../service/service.ts'
import { making } from './question.ts'
import { blockingNothing } from './restrictions.ts'

/** A change that no read shows within these milliseconds counts as never shown. */
const LONGEST = 10_000
/** The pause after the first read that does not show the change, in milliseconds. */
const FIRST_PAUSE = 50
/** The longest measured lag is multiplied by this, because another replica may lag more. */
const MARGIN = 2
/** How many changes are measured. */
const CHANGES = 8

export const measuringLag = making({
  scope: 'create',
  how: 'removes what a run of more than an hour ago left behind, and places restrictions that block nothing, to measure how late a read shows a change',
  async make(service) {
    await removeEarlier(service).catch(ifConclusive)
    service.session.lag = await lagOf(service)
  },
})

/**
 * The lag: the time from a change until a read shows it, in milliseconds and with a margin; 0 if a read shows a change at once, or never.
 * Places a restriction, changes it several times, and reads after each change until the change shows.
 */
async function lagOf(service: Service): Promise<number> {
  const changed = (change: number) => ({ ...blockingNothing(service), notes: `changed ${change}` })
  const { id } = await make(service, 'restriction', changed(0))
  if (id === undefined) return 0
  const parameters = { accountNumber: service.accountNumber, id }
  let longest = 0
  for (let change = 1; change <= CHANGES && longest < LONGEST; change++) {
    const body = changed(change)
    if (!(await service.ask('updateRestriction', { parameters, body })).isDone) break
    longest = Math.max(longest, await lateBy(service, parameters, body.notes, longest))
  }
  return longest < LONGEST ? Math.ceil(longest * MARGIN) : 0
}

/** The lag of a change in milliseconds, rather too long than too short; 0 if the first read, after `from` milliseconds, shows it. */
async function lateBy(service: Service, parameters: Fields, notes: string, from: number): Promise<number> {
  const start = service.now()
  let late = 0
  for (let pause = from; late < LONGEST; pause = late - (service.now() - start)) {
    await service.wait(Math.min(pause, service.waitLeft))
    const { record } = await service.ask('getRestriction', { parameters })
    if (fieldOf(record, 'notes') === notes) break
    const elapsed = service.now() - start
    late = Math.max(elapsed * 1.5, elapsed + FIRST_PAUSE)
  }
  return late
}
