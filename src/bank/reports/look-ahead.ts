/** The future of a world: the clock itself, run ahead on the side. */
import { transition } from '../../contract/transition.ts'
import { isRejection } from '../../core/rejection.ts'
import type { Actor } from '../../core/turn.ts'
import type { World } from '../../core/world.ts'

const CLOCK: Actor = { kind: 'clock' }

/**
 * The first world, from this one on, to which the clock alone leads and which `isReached`; undefined where there is none.
 * @param most - how many instants are looked at, the present one included
 */
export function lookAhead(world: World, most: number, isReached: (at: World) => boolean): World | undefined {
  let at = world
  for (let instants = 0; instants < most; instants++) {
    if (isReached(at)) return at
    const due = at.schedule.first()
    const result = due && transition(at, 'clock.advance', { to: due.at }, CLOCK)
    if (result === undefined || isRejection(result)) return undefined
    at = result.world
  }
  return undefined
}
