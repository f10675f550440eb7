/** The resources of an event: the paths of what it is about. Nearly every event is about one wire, of which the slot is kept. (§2.7) */
import { slotOfUuid } from '../kernel/identity.ts'
import { streams } from '../streams.ts'
import { paymentIdOf, resourceOf } from '../wires/wire-record.ts'
import type { About } from './state.ts'

const WIRE = resourceOf('')

/** Resources as they are kept. */
export function aboutOf(seed: number, resources: readonly string[]): About {
  const [path = ''] = resources
  if (resources.length !== 1 || !path.startsWith(WIRE)) return resources
  const slot = slotOfUuid(seed, streams.payment, path.slice(WIRE.length))
  return slot !== undefined && pathOf(seed, slot) === path ? slot : resources
}

/** Resources as they are told: a list of its own each time. */
export function resourcesOf(seed: number, about: About): string[] {
  return typeof about === 'number' ? [pathOf(seed, about)] : [...about]
}

function pathOf(seed: number, slot: number): string {
  return resourceOf(paymentIdOf(seed, slot))
}
