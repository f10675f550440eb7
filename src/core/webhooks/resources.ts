/** The resources of an event, as paths. Most events are about one wire; they store the slot of the wire instead of its path. (§2.7) */
import { slotOfUuid } from '../kernel/identity.ts'
import { streams } from '../streams.ts'
import { paymentIdOf, resourceOf } from '../wires/wire-record.ts'
import type { About } from './state.ts'

const WIRE = resourceOf('')

export function aboutOf(seed: number, resources: readonly string[]): About {
  const [path = ''] = resources
  if (resources.length !== 1 || !path.startsWith(WIRE)) return resources
  const slot = slotOfUuid(seed, streams.payment, path.slice(WIRE.length))
  return slot !== undefined && pathOf(seed, slot) === path ? slot : resources
}

/** The list is a new one each time. */
export function resourcesOf(seed: number, about: About): string[] {
  return typeof about === 'number' ? [pathOf(seed, about)] : [...about]
}

function pathOf(seed: number, slot: number): string {
  return resourceOf(paymentIdOf(seed, slot))
}
