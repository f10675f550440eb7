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
  const { id } = await make(service, 'restriction', blockingNothing(service))
  if (id === undefined) return 0
  const parameters = { accountNumber: service.accountNumber, id }
  const shownAfter = async (isShown: (body: unknown) => boolean): Promise<number> => {
    const start = service.now()
    for (let pause = 50; service.now() - start < LONGEST; pause *= 1.5) {
      const { isDone, body } = await service.ask('getRestriction', { parameters })
      if (isDone && isShown(body)) return service.now() - start
      await service.wait(Math.min(pause, service.waitLeft))
    }
    return 0
  }
  const isLate = async (isShown: (body: unknown) => boolean) => {
    const looks = service.evidence.length
    longest = Math.max(longest, await shownAfter(isShown))
    return service.evidence.length - looks > 1
  }
  let longest = 0
  let late = (await isLate((body) => fieldOf(body, 'id') !== undefined)) ? 1 : 0
  for (let change = 1; change === 1 || (late > 0 && change < MOST_CHANGES); change++) {
    const notes = `changed ${change}`
    const body = { ...blockingNothing(service), notes }
    const { isDone } = await service.ask('updateRestriction', { parameters, body })
    if (!isDone) break
    late += (await isLate((shown) => fieldOf(shown, 'notes') === notes)) ? 1 : 0
  }
  await remove(service, 'restriction', id)
  return late === 0 ? 0 : Math.ceil(longest * MARGIN)
}
