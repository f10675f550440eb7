/**
 * One watcher of wires, whose looks are the log; and readers of the log: how long wires are reviewed and held. The wires move no money, and
 * each has a beneficiary of its own. (§3)
 */
import { MINUTE, SECOND } from '../../../core/kernel/time/instant.ts'
import { type Fields, instantIn } from '../../service/fields.ts'
import { ifConclusive, retry } from '../../service/inconclusive.ts'
import type { Service } from '../../service/service.ts'
import { type Exchanges, type SeenExchange, wireCalls } from '../exchanges.ts'
import { is, making, read, unknown, type Verdict } from '../question.ts'
import { idleWire } from './amounts.ts'
import { inboundMessage, isEnded, readWire, simulate, type Wire, wireIn } from './requests.ts'

/** A hold that is shorter than this, in milliseconds, is none: our bank has holds of whole minutes. */
const NO_HOLD = MINUTE / 2
/** The longest pause, in milliseconds, between two looks at a wire in its first hour. */
const MOST_PAUSE = 20 * SECOND

/** A look at an outbound wire. Times are in milliseconds since the wire was requested. */
interface Look {
  readonly id: string
  readonly status: string
  readonly age: number
  /** When the wire came to its status; NaN if no field says so. */
  readonly changed: number
}

function looksIn(exchanges: readonly SeenExchange[]): Look[] {
  const made = new Map<string, number>()
  return exchanges.flatMap(({ endpoint, records, at }) =>
    records.flatMap((record): Look[] => {
      const { id } = wireIn(record) ?? {}
      if (id === undefined || at === null || record['direction'] === 'Inbound') return []
      if (endpoint === 'createWire' && !made.has(id)) made.set(id, at)
      const begun = made.get(id)
      const changed = between(record, 'createdAt', 'lastModifiedAt') ?? Number.NaN
      return begun === undefined ? [] : [{ id, status: String(record['status']), age: at - begun, changed }]
    }),
  )
}

/** What the looks show of the time before the batch. */
function lifeIn(exchanges: readonly SeenExchange[]) {
  const looks = looksIn(exchanges)
  const of = (...statuses: readonly string[]) => looks.filter(({ status }) => statuses.includes(status))
  const changes = (...statuses: readonly string[]) =>
    of(...statuses).flatMap(({ changed }) => (Number.isNaN(changed) ? [] : [changed]))
  const [held, created] = [changes('Hold'), Math.max(0, ...of('Created').map(({ age }) => age))]
  return {
    held,
    pending: changes('Pending'),
    /** The ends of the review: the beginning of a hold, or a later status, if there was no time for a hold. */
    reviewed: held.length > 0 ? held : changes('Pending', 'Rejected').filter((end) => end - created <= NO_HOLD),
  }
}

export const watching = making({
  scope: 'money',
  how: 'requests a wire that moves no money, simulates an inbound message, and reads them until they have ended',
  make: (service) => service.once(watch),
})

const isPastHold = ({ status }: Wire) => status !== 'Created' && status !== 'Hold'

async function watch(service: Service): Promise<void> {
  // A message moves no money, so it does no harm if it is simulated again after a call without an answer.
  const inbound = await retry(() => simulate(service, inboundMessage(service))).catch(ifConclusive)
  const sent = await idleWire(service)
  for (const { id } of [sent, ...(inbound ? [inbound] : [])]) {
    const once = (isSo: (wire: Wire) => boolean) => async () => isSo(await readWire(service, id)) || undefined
    await service.until(once(isPastHold), { pause: MOST_PAUSE })
    await service.until(once(isEnded))
  }
  // An inbound wire whose simulation was answered without its id is in the list.
  await service.ask('listWires')
}

const life = {
  after: watching,
  from: (exchanges: Exchanges) => exchanges.done(...wireCalls),
}

const REVIEWED = 'a wire was requested, and read on Hold, or as Created and Pending shortly after each other'

export const wireLife = {
  'wires.reviewSeconds': read<'wires.reviewSeconds'>({
    ...life,
    when: REVIEWED,
    judge: (exchanges) => lasting(lifeIn(exchanges).reviewed),
  }),
  'wires.reviewOutcome': read<'wires.reviewOutcome'>({
    ...life,
    when: REVIEWED,
    judge(exchanges) {
      const { held, pending, reviewed } = lifeIn(exchanges)
      if (held.length > 0) return is('Hold', 'a wire went from Created to Hold')
      const isSure = pending.some((end) => reviewed.includes(end))
      return isSure ? is('Pending', 'a wire went from Created to Pending') : undefined
    },
  }),
  'wires.holdMinutes': read<'wires.holdMinutes'>({
    ...life,
    when: 'a wire was read on Hold, and as Pending',
    judge(exchanges) {
      const { held, pending } = lifeIn(exchanges)
      if (held.length === 0) return pending.length > 0 ? unknown('no wire was put on Hold') : undefined
      if (pending.length > 0) {
        const time = Math.min(...pending) - Math.min(...held)
        return is(Math.round(time / MINUTE), `a wire was on Hold for ${time / SECOND} s`)
      }
      return unknown('a wire is still on Hold')
    },
  }),
}

/** Milliseconds between two times of a record; undefined if one is missing. */
export function between(record: Fields, from: string, to: string): number | undefined {
  const [start, end] = [instantIn(record, from), instantIn(record, to)]
  return start === undefined || end === undefined ? undefined : end - start
}

/** A tolerance in milliseconds, because a service looks for due work only at intervals, and requests take time. */
const JITTER = 1_500

/** The median of measurements in milliseconds, if they are alike; undefined without measurements. */
export function lasting(measurements: readonly (number | undefined)[]): Verdict<number> | undefined {
  const sorted = measurements.filter((each) => each !== undefined).sort((first, second) => first - second)
  const [least, middle, most] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  if (least === undefined || middle === undefined || most === undefined) return undefined
  const seen = `it took ${least === most ? `${least / SECOND} s` : `${least / SECOND} to ${most / SECOND} s`}`
  if (least < 0) return unknown(`${seen}, so the end is before the beginning`)
  return most - least > JITTER
    ? unknown(`${seen}, and these times differ too much`)
    : is(Math.round(middle / SECOND), seen)
}
