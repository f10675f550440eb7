/** Looking again and again, after ever longer waits, until something is there. */
import { SECOND } from '../../../core/kernel/time/instant.ts'
import { Inconclusive } from '../../service/inconclusive.ts'
import type { Service } from '../../service/service.ts'
import { spanText } from '../../service/span-text.ts'

/** How long to look. */
interface Limits {
  /** Milliseconds after which it counts as not coming; without it what the probe may still wait is the bound. */
  readonly most?: number
  /** Milliseconds of what the probe may wait that are kept for later. */
  readonly keep?: number
}

/**
 * What `look` finds at last; undefined where it found nothing within `most`.
 *
 * @throws {Inconclusive} where the probe may wait no longer
 */
export async function until<Found>(
  service: Service,
  look: () => Promise<Found | undefined> | Found | undefined,
  { most = Number.POSITIVE_INFINITY, keep = 0 }: Limits = {},
): Promise<Found | undefined> {
  let waited = 0
  for (let pause = SECOND; ; pause *= 2) {
    const found = await look()
    if (found !== undefined) return found
    if (waited >= most) return undefined
    const next = Math.min(pause, most - waited, service.waitLeft - keep)
    if (next <= 0) {
      throw new Inconclusive(
        `it takes longer than ${spanText(waited)}, and no probe waits longer in all (option maxWait)`,
      )
    }
    await service.wait(next)
    waited += next
  }
}
