/**
 * How many days a key is remembered: asked at half days, so that each answer decides between whole ones. First around the default; a key
 * that was forgotten by then is made anew by the very question, and asked for each day. (§8)
 */

import { DAY } from '../../../../core/kernel/time/instant.ts'
import { Inconclusive } from '../../../service/inconclusive.ts'
import type { Tell } from '../../probe.ts'
import type { Keyed } from './keyed.ts'

const ID = 'idempotency.retentionDays'

/** As published. */
const USUAL = 7

export async function retention(tell: Tell, { service, restrictions, newKey }: Keyed): Promise<void> {
  const [key, request] = [newKey(), restrictions.request()]
  let madeAt = service.now()
  let { id } = await restrictions.place(request, key)
  /** Whether the answer of before comes after so many days; else that key is remembered from now on. */
  const isKept = async (days: number) => {
    await service.wait(madeAt + days * DAY - service.now())
    const asked = service.now()
    const again = await restrictions.place(request, key)
    if (again.id === undefined) throw new Inconclusive(`after ${days} days a repeat was answered ${again.status}`)
    if (again.id === id) return true
    madeAt = asked
    id = again.id
    return false
  }
  const tellDays = (days: number) =>
    tell.is(ID, days, `a repeat got the first answer after ${days - 0.5} days, and no longer after ${days + 0.5}`)

  if (await isKept(USUAL - 0.5)) {
    for (let days = USUAL; service.waitLeft >= DAY; days++) if (!(await isKept(days + 0.5))) return tellDays(days)
    return tell.unknown(
      ID,
      `a key was still remembered after ${(service.now() - madeAt) / DAY} days, and maxWait is used up`,
    )
  }
  if (!(await isKept(0.5))) return tell.differs(ID, 'a key was forgotten within half a day')
  for (let days = 1; days < USUAL - 1; days++) if (!(await isKept(days + 0.5))) return tellDays(days)
  tellDays(USUAL - 1)
}
