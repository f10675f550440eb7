/** Looking again and again, after ever longer waits, until something is there. */
import { SECOND } from '../../../core/kernel/time/instant.ts'
import type { Service } from '../../service/service.ts'
import { Stopped } from '../../service/stopped.ts'

/** How long to look. */
interface Patience {
  /** Milliseconds after which it counts as not coming; without it the patience of the probe is the bound. */
  readonly most?: number
  /** Milliseconds of the probe's patience that are left for what comes after. */
  readonly keep?: number
}

/**
 * What `look` finds at last; undefined where it found nothing within `most`.
 *
 * @throws {Stopped} where the patience ends before
 */
export async function until<Found>(
  service: Service,
  look: () => Promise<Found | undefined> | Found | undefined,
  { most = Number.POSITIVE_INFINITY, keep = 0 }: Patience = {},
): Promise<Found | undefined> {
  let waited = 0
  for (let pause = SECOND; ; pause *= 2) {
    const found = await look()
    if (found !== undefined) return found
    if (waited >= most) return undefined
    const next = Math.min(pause, most - waited, service.patience - keep)
    if (next <= 0) {
      throw new Stopped(
        `it takes longer than ${Math.floor(waited / SECOND)} s, and then the patience of a probe ended (option patience)`,
      )
    }
    await service.wait(next)
    waited += next
  }
}
