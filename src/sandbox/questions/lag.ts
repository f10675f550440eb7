/** How long a change takes until a read shows it: many services answer reads from a copy. */
import { fieldOf } from '../service/fields.ts'
import { make, remove } from '../service/records.ts'
import type { Service } from '../service/service.ts'
import { blockingNothing } from './restrictions.ts'

/** A change that does not show within so many milliseconds never does by this call. */
const LONGEST = 10_000
/** No wait is as long as the one before: the longest is taken with half of it on top. */
const MARGIN = 1.5

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
  const isFirst = (body: unknown) => fieldOf(body, 'id') !== undefined
  const looks = service.evidence.length
  const first = await shownAfter(isFirst)
  const isAtOnce = service.evidence.length - looks === 1
  const changes = { ...blockingNothing(service), notes: 'changed' }
  const { isDone } = await service.ask('updateRestriction', { parameters, body: changes })
  const before = service.evidence.length
  const second = isDone ? await shownAfter((body) => fieldOf(body, 'notes') === 'changed') : 0
  const areBothAtOnce = isAtOnce && service.evidence.length - before <= 1
  await remove(service, 'restriction', id)
  return areBothAtOnce ? 0 : Math.ceil(Math.max(first, second) * MARGIN)
}
