/** How many seconds the steps of loans take that move by themselves. (§3) */
import { MINUTE, SECOND } from '../../../core/kernel/time/instant.ts'
import { textIn } from '../../service/fields.ts'
import type { Service } from '../../service/service.ts'
import { unknown, type VerdictOn, valueOfAll } from '../question.ts'
import { summaryOf } from './summaries.ts'

const WAY = ['Received', 'DocsComplete', 'PassedCompliance', 'Approved', 'InFunding', 'Funded']
/** Or two thirds of what a question may wait: other questions wait at the same time, and are not waited for. */
const LONGEST = 10 * MINUTE

/** Where a loan is on its way, and when it moved last. */
interface Place {
  readonly at: number
  readonly moved: number
}

export async function followedLoans(service: Service): Promise<VerdictOn<'loans.stepSeconds'>> {
  const first = await places(service)
  if (![...first.values()].some(({ at }) => at < WAY.length - 1)) return unknown('no loan is on its way to Funded')
  const [earlier, steps] = [new Map<string, Place>(), new Set<number>()]
  const most = Math.min((service.waitLeft * 2) / 3, LONGEST)
  const look = async () => {
    for (const [id, place] of await places(service)) {
      if (place.at <= (first.get(id)?.at ?? WAY.length)) continue
      const before = earlier.get(id)
      if (before === undefined) earlier.set(id, place)
      else if (place.at > before.at) steps.add((place.moved - before.moved) / (place.at - before.at) / SECOND)
    }
    return steps.size > 0 ? true : undefined
  }
  if (most > 0) await service.until(look, { most })
  if (steps.size > 0) return valueOfAll('the time from one step of a loan to the next, in seconds,', [...steps])
  const few = earlier.size === 0 ? 'a step' : 'two steps'
  return unknown(`no loan took ${few} in ${Math.floor(most / SECOND)} s: not watched longer`)
}

async function places(service: Service): Promise<ReadonlyMap<string, Place>> {
  const { loans } = await summaryOf(service, { OrderBy: 'Id' })
  return new Map(
    loans.flatMap((loan): [string, Place][] => {
      const at = WAY.indexOf(textIn(loan, 'Status') ?? '')
      const moved = /^\/Date\((-?\d+)[+-]\d{4}\)\/$/.exec(textIn(loan, 'TimeStamp') ?? '')?.[1]
      return at < 0 || moved === undefined ? [] : [[textIn(loan, 'Id') ?? '', { at, moved: Number(moved) }]]
    }),
  )
}
