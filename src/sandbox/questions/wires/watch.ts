/**
 * One watcher of wires, whose looks are the log; and readers of the log: how long wires are reviewed and held, and how they end. The wires
 * move no money, and each has a beneficiary of its own. (§3)
 */
import { MINUTE, SECOND } from '../../../core/kernel/time/instant.ts'
import { type Fields, instantIn } from '../../service/fields.ts'
import { spanText } from '../../service/inconclusive.ts'
import type { Service } from '../../service/service.ts'
import { Exchanges, type SeenExchange, wireCalls } from '../exchanges.ts'
import { is, making, read, unknown, type Verdict } from '../question.ts'
import { idleWire } from './amounts.ts'
import { inboundMessage, isEnded, readWire, simulate, type Wire, wireIn, wireOnce } from './requests.ts'

/** The longest time on Hold, in milliseconds, after which our bank can release a wire without a call. */
const LONGEST_HOLD = 43_200 * MINUTE
/** A hold that is shorter than this, in milliseconds, is none: our bank has holds of whole minutes. */
const NO_HOLD = MINUTE / 2
/** The most wires that are requested to see a brief status. */
const MOST_WIRES = 12

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
function lifeIn(looks: readonly Look[]) {
  const of = (...statuses: readonly string[]) => looks.filter(({ status }) => statuses.includes(status))
  const changes = (status: string) => of(status).flatMap(({ changed }) => (Number.isNaN(changed) ? [] : [changed]))
  const past = looks.filter(({ status }) => !['Created', 'Hold', 'Pending', 'Rejected', 'Canceled'].includes(status))
  return {
    held: changes('Hold'),
    pending: changes('Pending'),
    rejected: changes('Rejected'),
    /** The greatest ages at which a wire was still in this status, and the least at which one had passed its review and hold. */
    created: Math.max(0, ...of('Created').map(({ age }) => age)),
    onHold: Math.max(0, ...of('Hold').map(({ age }) => age)),
    gone: Math.min(...past.map(({ age }) => age)),
  }
}

/** The ages at which to look at a new wire, so that it is seen on Hold or as Pending; none if that is known, or cannot be found out. */
function agesToLookAt(looks: readonly Look[]): number[] {
  const { held, pending, created, onHold, gone } = lifeIn(looks)
  const [last, due] = [Math.max(created, onHold), Math.min(...pending, Number.POSITIVE_INFINITY)]
  if (held.length === 0 && due - created > NO_HOLD && due < Number.POSITIVE_INFINITY) {
    const ages: number[] = []
    for (let left = (due - created) / 2; left > NO_HOLD / 2; left /= 2) ages.push(due - left)
    return ages
  }
  if (pending.length > 0 || gone === Number.POSITIVE_INFINITY || gone <= last) return []
  return [1, 2, 3, 4, 5, 6, 7, 8].map((step) => last + (step * (gone - last)) / 8)
}

const isPast =
  (...statuses: readonly unknown[]) =>
  (wire: Wire) =>
    !statuses.includes(wire['status'])

export const watching = making({
  scope: 'money',
  how: 'requests wires that move no money, simulates an inbound message, and reads them until they have ended',
  make: (service) => service.once(watch),
})

async function watch(service: Service): Promise<void> {
  const inbound = await simulate(service, inboundMessage(service))
  // Two wires may share a batch.
  const sent = [await idleWire(service), await idleWire(service)]
  let wires = inbound ? [inbound, ...sent] : sent
  const until = async (isSo: (wire: Wire) => boolean) => {
    const look = async () => {
      for (const { id } of wires.filter((wire) => !isEnded(wire))) {
        const record = await readWire(service, id)
        wires = wires.map((each) => (each.id === id ? record : each))
      }
      return wires.slice(-2).every(isSo) ? true : undefined
    }
    await service.until(look)
  }
  for (const isSo of [isPast('Created'), isPast('Created', 'Hold')]) {
    await until(isSo)
    for (let tries = 0; tries < MOST_WIRES; tries++) {
      const { session, urls } = service
      const ages = agesToLookAt(looksIn(new Exchanges(session.exchanges, urls).all))
      if (ages.length === 0) break
      const [start, { id }] = [service.now(), await idleWire(service)]
      for (const age of ages) {
        await service.waitUntil(start + age)
        if (isPast('Created')(await readWire(service, id))) break
      }
    }
  }
  await until(isEnded)
  if (inbound) await wireOnce(service, inbound.id, isEnded)
}

const life = {
  after: [watching],
  from: (exchanges: Exchanges) => exchanges.done(...wireCalls),
}

export const wireLife = {
  'wires.reviewSeconds': read<'wires.reviewSeconds'>({
    ...life,
    when: 'a wire was requested, and read after it left Created, on Hold or as Pending',
    judge(exchanges) {
      const { held, pending, rejected } = lifeIn(looksIn(exchanges))
      return lasting([held, pending, rejected].find((times) => times.length > 0) ?? [])
    },
  }),
  'wires.reviewOutcome': read<'wires.reviewOutcome'>({
    ...life,
    when: 'a wire was requested, and read on Hold, or as Created and Pending shortly after each other',
    judge(exchanges) {
      const { held, pending, created } = lifeIn(looksIn(exchanges))
      if (held.length > 0) return is('Hold', 'a wire went from Created to Hold')
      if (pending.length === 0) return undefined
      const isSure = Math.min(...pending) - created <= NO_HOLD
      return isSure ? is('Pending', 'a wire went from Created to Pending') : undefined
    },
  }),
  'wires.holdMinutes': read<'wires.holdMinutes'>({
    ...life,
    when: 'a wire was read on Hold, and as Pending, or on Hold for more than 30 days',
    judge(exchanges) {
      const { held, pending, onHold } = lifeIn(looksIn(exchanges))
      const start = Math.min(...held)
      if (held.length === 0) return pending.length > 0 ? unknown('no wire was put on Hold') : undefined
      if (pending.length > 0) {
        const time = Math.min(...pending) - start
        return is(Math.round(time / MINUTE), `a wire was on Hold for ${time / SECOND} s`)
      }
      const seen = `after ${spanText(onHold)} a wire is still on Hold`
      return onHold - start > LONGEST_HOLD ? is(null, seen) : unknown(seen)
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
