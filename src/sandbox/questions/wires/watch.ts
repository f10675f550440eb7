/**
 * One watcher of wires, whose looks are the log; and readers of the log: how long wires are reviewed and held. The wires move no money, and
 * each has a beneficiary of its own. (§3)
 */
import { groupBy } from '../../../core/kernel/group-by.ts'
import { fieldsOf } from '../../../core/kernel/json.ts'
import { MINUTE, SECOND } from '../../../core/kernel/time/instant.ts'
import { type Fields, idIn, instantIn } from '../../service/fields.ts'
import { ifConclusive, retry } from '../../service/inconclusive.ts'
import type { Service } from '../../service/service.ts'
import { type Exchanges, type SeenExchange, wireCalls } from '../exchanges.ts'
import { is, making, read, unknown, type Verdict } from '../question.ts'
import { firstMessage, idleWire, ownAmount } from './amounts.ts'
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
  /** When the wire came to its status; infinite if no field says so. */
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
      const changed = between(record, 'createdAt', 'lastModifiedAt') ?? Number.POSITIVE_INFINITY
      return begun === undefined ? [] : [{ id, status: String(record['status']), age: at - begun, changed }]
    }),
  )
}

/** The statuses after review and hold. */
const ON = ['Pending', 'Batched', 'Processing', 'Completed']

const having = (looks: readonly Look[], ...statuses: readonly string[]) =>
  looks.filter(({ status }) => statuses.includes(status))

const earliest = (looks: readonly Look[]) => Math.min(...looks.map(({ changed }) => changed))

/** What the looks show of the time before the batch: the holds, and the looks at wires that had no time for one. */
function lifeIn(exchanges: readonly SeenExchange[]) {
  const looks = looksIn(exchanges)
  const created = Math.max(0, ...having(looks, 'Created').map(({ age }) => age))
  const wires = [...groupBy(looks, ({ id }) => id).values()]
  const others = wires.filter((own) => having(own, 'Hold').length === 0).flat()
  const holds = wires.flatMap((own) => {
    const held = having(own, 'Hold')
    const [begin, end] = [earliest(held), earliest(having(own, ...ON))]
    // Only a look at a Pending wire tells when its hold ended. A later status tells by when it had ended.
    const least = Math.min(end, having(own, 'Pending').length > 0 ? end : Math.max(...held.map(({ age }) => age)))
    return begin < Number.POSITIVE_INFINITY ? { begin, least: least - begin, most: end - begin } : []
  })
  return { holds, free: others.filter(({ changed }) => changed - created <= NO_HOLD) }
}

/** The minutes of the hold, if all looks show the same. */
function minutesOf({ holds, free }: ReturnType<typeof lifeIn>): Verdict<number> {
  if (having(free, ...ON).length > 0) return unknown('some wires went from Created to Hold, and others did not')
  const [least, most] = [Math.max(...holds.map((hold) => hold.least)), Math.min(...holds.map((hold) => hold.most))]
  if (most === Number.POSITIVE_INFINITY) return unknown('a wire was on Hold, and no status after Hold was read')
  const seen = `a wire was on Hold for ${least === most ? '' : `${least / SECOND} to `}${most / SECOND} s`
  const minutes = Math.round(most / MINUTE)
  return minutes === Math.round(least / MINUTE) ? is(minutes, seen) : unknown(seen)
}

export const watching = making({
  scope: 'money',
  how: 'requests a service message from the account, and simulates one to it, or small payments that no restriction stops if the service takes no messages, and reads both until they have ended',
  make: (service) => service.once(watch),
})

/** An inbound message; if the service takes none, a small payment. */
async function inboundWire(service: Service): Promise<Wire | undefined> {
  const message = inboundMessage(service)
  // A message moves no money, so it does no harm if it is simulated again after a call without an answer.
  const wire = await retry(() => simulate(service, message))
  return wire ?? simulate(service, { ...message, businessFunctionCode: 'CTR', amount: await ownAmount(service) })
}

async function watch(service: Service): Promise<void> {
  const inbound = await inboundWire(service).catch(ifConclusive)
  const sent = await idleWire(service)
  const first = await service.once(firstMessage)
  for (const { id } of [sent, ...(inbound ? [inbound] : [])]) {
    const status = async () => (await readWire(service, id))['status']
    const past = (...statuses: readonly unknown[]) =>
      service.until(async () => !statuses.includes(await status()) || undefined, { pause: MOST_PAUSE })
    await past('Created')
    // A service may put the second of two like messages on Hold, and not the first.
    if (first && id === sent.id) await readWire(service, first.id).catch(ifConclusive)
    await past('Created', 'Hold')
    await service.until(async () => isEnded(await readWire(service, id)) || undefined)
  }
  // An inbound wire whose simulation was answered without its id is in the list.
  await service.ask('listWires')
}

/** The exchanges without the wires that calls of ours hindered: a restriction closes their subledger, or they were canceled before. */
function unhindered({ all }: Exchanges): readonly SeenExchange[] {
  const hindered = new Set<unknown>()
  return all.flatMap((exchange) => {
    const { endpoint, requestBody, parameters, records } = exchange
    const { accountNumber = '', subAccountNumber } = fieldsOf(requestBody)
    if (endpoint === 'createRestriction') hindered.add(subAccountNumber)
    if (endpoint === 'cancelWire') hindered.add(parameters['id'])
    if (endpoint === 'createWire' && hindered.has(accountNumber)) hindered.add(idIn(records[0]))
    const own = records.filter((record) => !hindered.has(idIn(record)))
    return own.length > 0 && wireCalls.some((each) => each === endpoint) ? { ...exchange, records: own } : []
  })
}

const life = { after: watching, from: unhindered }

const REVIEWED = 'a wire was requested, and read on Hold, or as Created and Pending shortly after each other'

export const wireLife = {
  'wires.reviewSeconds': read<'wires.reviewSeconds'>({
    ...life,
    when: REVIEWED,
    judge(exchanges) {
      const { holds, free } = lifeIn(exchanges)
      const ends = having(free, 'Pending', 'Rejected').map(({ changed }) => changed)
      return lasting([...holds.map(({ begin }) => begin), ...ends])
    },
  }),
  'wires.reviewOutcome': read<'wires.reviewOutcome'>({
    ...life,
    when: REVIEWED,
    judge(exchanges) {
      const shown = lifeIn(exchanges)
      const [on] = having(shown.free, ...ON)
      if (shown.holds.length === 0) return on && is('Pending', `a wire went from Created to ${on.status}`)
      // Without its minutes our bank would hold each wire until somebody approves it.
      const minutes = minutesOf(shown)
      return minutes.verdict === 'is' ? is('Hold', 'a wire went from Created to Hold') : unknown(minutes.seen)
    },
  }),
  'wires.holdMinutes': read<'wires.holdMinutes'>({
    ...life,
    when: 'a wire was read on Hold, and as Pending',
    judge(exchanges) {
      const shown = lifeIn(exchanges)
      if (shown.holds.length > 0) return minutesOf(shown)
      return having(shown.free, ...ON).length > 0 ? unknown('no wire was put on Hold') : undefined
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
