/** The resources of an event, as paths. Most events are about one wire; they store the slot of the wire instead of its path. (§2.7) */
import { slotOfUuid } from '../kernel/identity.ts'
import { streams } from '../streams.ts'
import { resourceOf, WIRE_PATH } from '../wires/wire-record.ts'
import type { About } from './state.ts'

export function aboutOf(seed: number, resources: readonly string[]): About {
  const [path = ''] = resources
  if (resources.length !== 1 || !path.startsWith(WIRE_PATH)) return resources
  if (path !== path.toLowerCase()) return resources
  return slotOfUuid(seed, streams.payment, path.slice(WIRE_PATH.length)) ?? resources
}

/** Returns the paths of the resources, in a new list each time. */
export function resourcesOf(seed: number, about: About): string[] {
  return typeof about === 'number' ? [resourceOf(seed, about)] : [...about]
}
