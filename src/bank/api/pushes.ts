/** Each attempt to deliver, in order, with its outcome. (§6) */
import { viewOf } from '../../core/kernel/view.ts'
import { type Push, pushRecord } from '../../core/webhooks/push-record.ts'
import type { World } from '../../core/world.ts'
import { shownOf } from '../shell/state/forgetting.ts'
import { thrownFor } from '../shell/state/handler-errors.ts'
import type { Shell } from '../shell/state/shell.ts'

/** The pushes so far. */
export function pushes({ state: { world }, keeps }: Shell): readonly Push[] {
  const shown = shownOf(world, keeps.events)
  return viewOf(shown.pushes, (index) => pushOf(world, shown.pushAt(index)))
}

/** The record, with the error that the handler threw. */
export function pushOf(world: World, slot: number): Push {
  const record = pushRecord(world, slot)
  const thrown = thrownFor(world.webhooks.pushes.at(slot))
  // Not enumerable, so that the record equals, and goes to JSON as, that of any other run.
  return thrown === undefined ? record : Object.defineProperty(record, 'thrown', { value: thrown })
}
