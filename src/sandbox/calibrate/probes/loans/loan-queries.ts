/** How the loan summary orders and counts, and whether loans move, asked of those that there are. (§3, §4 call 9) */

import { MINUTE } from '../../../../core/kernel/time/instant.ts'
import type { Service } from '../../../service/service.ts'
import type { Probe } from '../../probe.ts'
import { fieldOf, textIn } from '../field.ts'
import { firstOf, summaryOf } from './loan-summaries.ts'

const idsOf = (loans: readonly unknown[]) => loans.map((loan) => textIn(loan, 'Id') ?? '')

export const loanQueryProbes: readonly Probe[] = [
  {
    name: 'orders of loans',
    scope: 'read',
    needs: ['loanBaseUrl'],
    how: 'asks for the first loans in some orders',
    tells: { 'loans.order': 'there are two loans' },
    async run(service, tell) {
      const up = idsOf(await firstOf(service, { OrderBy: 'Id' }))
      if (up.length < 2) return tell.unknown('loans.order', 'there are not two loans')
      const down = idsOf(await firstOf(service, { OrderBy: '-id' }))
      const same: readonly [query: Readonly<Record<string, string>>, ids: readonly string[]][] = [
        [{ OrderByDesc: 'Id' }, down],
        [{ OrderBy: 'Id', OrderByDesc: 'Id' }, up],
        [{ OrderBy: 'Id;-Status' }, up],
        [{ OrderBy: '-Id,Status' }, down],
        [{}, up],
      ]
      const isTurned = isAscending(up) && isAscending([...down].reverse()) && (up[0] ?? '') < (down[0] ?? '')
      if (!isTurned) return tell.differs('loans.order', 'OrderBy Id and -id do not turn the order round')
      for (const [query, ids] of same) {
        const came = idsOf(await firstOf(service, query))
        const words = new URLSearchParams(query).toString() || 'Take alone'
        if (came.join() !== ids.join()) return tell.differs('loans.order', `${words} gives another order`)
      }
      tell.agrees('loans.order', `${up.length} loans come as asked in ${same.length + 2} ways`)
    },
  },
  {
    name: 'counts of loans',
    scope: 'read',
    needs: ['loanBaseUrl'],
    how: 'asks for aggregates of all loans, one with an alias and one that there is not',
    tells: { 'loans.aggregates': 'summaries are answered' },
    async run(service, tell) {
      const { status, isDone, meta } = await summaryOf(service, { Include: 'COUNT(*),MAX(Status) as Last,NOSUCH(Id)' })
      if (!isDone) return tell.differs('loans.aggregates', `a summary with aggregates was answered ${status}`)
      const both = await summaryOf(service, { Include: 'Total,COUNT(*)' })
      const { total } = await summaryOf(service, { Include: 'Total' })
      const seen = `COUNT(*) is ${JSON.stringify(fieldOf(meta, 'COUNT(*)'))} of ${total} loans, a last status ${JSON.stringify(fieldOf(meta, 'Last'))}`
      const names = Object.keys((meta ?? {}) as object).filter((name) => name !== 'COUNT(*)' && name !== 'Last')
      const isCounted = fieldOf(meta, 'COUNT(*)') === String(total) && both.total === total
      const isLast = total === 0 || typeof fieldOf(meta, 'Last') === 'string'
      const isToldOnce = fieldOf(both.meta, 'COUNT(*)') === undefined
      if (isCounted && isLast && isToldOnce && names.length === 0) tell.agrees('loans.aggregates', seen)
      else tell.differs('loans.aggregates', names.length === 0 ? seen : `${seen}, and Meta has ${names.join(', ')}`)
    },
  },
  {
    name: 'loans that move by themselves',
    scope: 'read',
    needs: ['loanBaseUrl'],
    how: 'watches loans on their way to Funded for ten minutes, and reads when they moved off their TimeStamp',
    tells: { 'loans.stepSeconds': 'a loan takes two steps in ten minutes, and all that move take equal ones' },
    run: (service, tell) =>
      watchLoans(service).then(({ steps, seen }) => {
        const [step] = steps
        if (step !== undefined && steps.length === 1) tell.is('loans.stepSeconds', step, seen)
        else tell.unknown('loans.stepSeconds', seen)
      }),
  },
]

const isAscending = (ids: readonly string[]) => ids.every((id, index) => index === 0 || (ids[index - 1] as string) < id)

const WAY = ['Received', 'DocsComplete', 'PassedCompliance', 'Approved', 'InFunding', 'Funded']
const LONGEST = 10 * MINUTE

interface Place {
  readonly at: number
  readonly moved: number
}

/** How many seconds the steps of loans take. */
async function watchLoans(service: Service): Promise<{ steps: readonly number[]; seen: string }> {
  const first = await places(service)
  if (![...first.values()].some(({ at }) => at < WAY.length - 1))
    return { steps: [], seen: 'no loan is on its way to Funded' }
  const [earlier, steps] = [new Map<string, Place>(), new Set<number>()]
  let [left, pause] = [Math.min(service.waitLeft, LONGEST), 1_000]
  const watched = Math.floor(left / 1_000)
  for (; left > 0 && steps.size === 0; pause *= 2) {
    const waited = Math.min(pause, left)
    await service.wait(waited)
    left -= waited
    for (const [id, place] of await places(service)) {
      if (place.at <= (first.get(id)?.at ?? WAY.length)) continue
      const before = earlier.get(id)
      if (before === undefined) earlier.set(id, place)
      else if (place.at > before.at) steps.add((place.moved - before.moved) / (place.at - before.at) / 1_000)
    }
  }
  if (steps.size > 0) return { steps: [...steps], seen: `loans took a step after ${[...steps].join(' or ')} s` }
  const moved = earlier.size === 0 ? 'no loan took a step' : 'no loan took two steps'
  return { steps: [], seen: `${moved} in ${watched} s: not watched longer` }
}

/** Where loans are on their way, and when they moved last. */
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
