/** How long a change takes until a read shows it: many services answer reads from a copy. */
import { fieldOf } from '../service/fields.ts'
import { make, remove } from '../service/records.ts'
import type { Service } from '../service/service.ts'
import { blockingNothing } from './restrictions.ts'

/** A change that does not show within so many milliseconds never does by this call. */
const LONGEST = 10_000
/** Copies are not always as old as each other: of several changes that show late, twice the longest is taken. */
const MARGIN = 2
const MOST_CHANGES = 8

/**
 * Places a restriction, changes it, and reads until each shows.
 *
 * @returns milliseconds, with a margin; 0 where a read shows a change at once
 */
export async function lagOf(service: Service): Promise<number> {
  const changed = (change: number) => ({ ...blockingNothing(service), notes: `changed ${change}` })
  const { id } = await make(service, 'restriction', changed(0))
  if (id === undefined) return 0
  const parameters = { accountNumber: service.accountNumber, id }
  let [longest, late] = [0, 0]
  for (let change = 0; change < 2 || (late > 0 && change < MOST_CHANGES); change++) {
    const body = changed(change)
    if (change > 0 && !(await service.ask('updateRestriction', { parameters, body })).isDone) break
    const [start, looks] = [service.now(), service.evidence.length]
    for (let pause = 50; service.now() - start < LONGEST; pause *= 1.5) {
      const { record } = await service.ask('getRestriction', { parameters })
      if (fieldOf(record, 'notes') === body.notes) {
        longest = Math.max(longest, service.now() - start)
        break
      }
      await service.wait(Math.min(pause, service.waitLeft))
    }
    if (service.evidence.length - looks > 1) late++
  }
  await remove(service, 'restriction', id)
  return late === 0 ? 0 : Math.ceil(longest * MARGIN)
}
