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
import { differs, is, making, read, unknown, type Verdict } from '../question.ts'
import { firstMessage, idleWire, ownAmount } from './amounts.ts'
import { inboundMessage, isEnded, readWire, simulate, type Wire, wireIn } from './requests.ts'

/** A status that lasts shorter than this, in milliseconds, may lie between two reads. */
const DENSE = 2 * SECOND
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
  const looks = exchanges.flatMap(({ endpoint, records, at }) =>
    records.flatMap((record): Look[] => {
      const { id } = wireIn(record) ?? {}
      if (id === undefined || at === null || record['direction'] === 'Inbound') return []
      if (endpoint === 'createWire' && !made.has(id)) made.set(id, at)
      const begun = made.get(id)
      const changed = between(record, 'createdAt', 'lastModifiedAt') ?? Number.POSITIVE_INFINITY
      return begun === undefined ? [] : [{ id, status: String(record['status']), age: at - begun, changed }]
    }),
  )
  // A service that never writes lastModifiedAt again tells by it of no change.
  if (looks.some(({ changed }) => changed !== 0)) return looks
  return looks.map((look) => ({ ...look, changed: Number.POSITIVE_INFINITY }))
}

/** The statuses after review and hold. */
const ON = ['Pending', 'Batched', 'Processing', 'Completed']

const having = (looks: readonly Look[], ...statuses: readonly string[]) =>
  looks.filter(({ status }) => statuses.includes(status))

const earliest = (looks: readonly Look[]) => Math.min(...looks.map(({ changed }) => changed))
const latest = (looks: readonly Look[]) => Math.max(0, ...looks.map(({ age }) => age))

/** How a wire left the status Created: its last look in that status, and the next one. */
interface Review extends Look {
  readonly from: number
}

const reviewIn = (own: readonly Look[]): Review[] => {
  const [next] = having(own, 'Hold', 'Rejected', ...ON)
  // A later look as Created is one at a list that is late.
  return next ? [{ ...next, from: latest(having(own.slice(0, own.indexOf(next)), 'Created')) }] : []
}

/** Whether the record says when it changed, and no other status has room before that. */
const isTimed = ({ from, changed }: Review) => Math.abs(changed - from) <= DENSE
const isSeen = (review: Review) => isTimed(review) || review.age - review.from <= DENSE

/** What the looks show of the time before the batch: the ends of reviews, the holds, and the wires that had no time for one. */
function lifeIn(exchanges: readonly SeenExchange[]) {
  const looks = looksIn(exchanges)
  const created = latest(having(looks, 'Created'))
  const wires = [...groupBy(looks, ({ id }) => id).values()]
  const reviews = wires.flatMap(reviewIn)
  const others = wires.filter((own) => having(own, 'Hold').length === 0)
  const holds = wires.flatMap((own) => {
    const held = having(own, 'Hold')
    const [begin, end] = [earliest(held), earliest(having(own, ...ON))]
    // Only a look at a Pending wire tells when its hold ended. A later status tells by when it had ended.
    const least = Math.min(end, having(own, 'Pending').length > 0 ? end : latest(held))
    return begin < Number.POSITIVE_INFINITY ? { least: least - begin, most: end - begin } : []
  })
  const straight = reviews.filter((each) => each.status === 'Pending' && isSeen(each))
  const early = having(others.flat(), ...ON).filter(({ changed }) => changed - created <= DENSE)
  return { reviews, holds, straight, isMixed: [...straight, ...early].length > 0 }
}

/** Why the reads do not show what a wire was after Created; undefined if no wire was read in a later status. */
const tooWide = ([first]: readonly Review[]): Verdict<never> | undefined =>
  first &&
  unknown(`no reads just before and after a wire left Created show what it was then. Run again, or set it yourself`)

/** The minutes of the hold, if all looks show the same. Staff, or a rule of the service, may end it after any time. */
function minutesOf({ holds, isMixed }: ReturnType<typeof lifeIn>): Verdict<number> {
  if (isMixed) return unknown('some wires went from Created to Hold, and others did not')
  const [least, most] = [Math.max(...holds.map((hold) => hold.least)), Math.min(...holds.map((hold) => hold.most))]
  if (most === Number.POSITIVE_INFINITY) return unknown('a wire was on Hold, and no status after Hold was read')
  const seen = `a wire was on Hold for ${least === most ? '' : `${least / SECOND} to `}${most / SECOND} s`
  const minutes = Math.round(most / MINUTE)
  const isNear = (time: number) => minutes > 0 && Math.abs(time - minutes * MINUTE) <= JITTER
  const isWhole = isNear(most) && (least < most ? Math.round(least / MINUTE) === minutes : isNear(least))
  if (isWhole) return is(minutes, seen)
  return least < most ? unknown(seen) : differs(`${seen}, no whole number of minutes: staff or a rule released it`)
}

export const watching = making({
  scope: 'money',
  how: 'sends a service message without money and simulates one, or small payments if the service takes no messages, and reads both until they end, for as long as the option maxWait allows',
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
  const second = await reviewed(service, sent)
  // A service may put the second of two like messages on Hold, and not the first.
  if (first) await readWire(service, first.id).catch(ifConclusive)
  for (const { id } of [...second, sent, ...(inbound ? [inbound] : [])]) {
    const status = async () => (await readWire(service, id))['status']
    const past = (...statuses: readonly unknown[]) =>
      service.until(async () => !statuses.includes(await status()) || undefined, { pause: MOST_PAUSE })
    await past('Created')
    await past('Created', 'Hold')
    await service.until(async () => isEnded(await readWire(service, id)) || undefined)
  }
  // An inbound wire whose simulation was answered without its id is in the list.
  await service.ask('listWires')
}

/**
 * Reads a wire ever more seldom until its review is over. If another status may lie between its last two reads, a second wire, which is requested
 * meanwhile, is read each second around the same time.
 */
async function reviewed(service: Service, { id }: Wire): Promise<Wire[]> {
  const begun = service.now()
  const isOver = async (id: string) => (await readWire(service, id))['status'] !== 'Created' || undefined
  const another = () => retry(async () => ({ begun: service.now(), ...(await idleWire(service)) })).catch(ifConclusive)
  let [last, second]: [number, ReturnType<typeof another> | undefined] = [0, undefined]
  const look = async () => {
    const age = service.now() - begun
    if (await isOver(id)) return true
    last = age
    if (last >= MOST_PAUSE) second ??= another()
    await second
    return undefined
  }
  await service.until(look, { pause: MOST_PAUSE })
  const wire = service.now() - begun - last > DENSE ? await (second ?? another()) : undefined
  if (wire === undefined) return []
  await service.wait(Math.max(0, last - SECOND - (service.now() - wire.begun)))
  await service.until(() => isOver(wire.id), { most: 2 * MOST_PAUSE, pause: SECOND })
  return [wire]
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

const REVIEWED = 'a wire was requested, and read shortly before and after it left the status Created'

export const wireLife = {
  'wires.reviewSeconds': read<'wires.reviewSeconds'>({
    ...life,
    when: REVIEWED,
    judge(exchanges) {
      const { reviews } = lifeIn(exchanges)
      const timed = having(reviews.filter(isTimed), 'Hold', 'Pending', 'Rejected')
      return (
        lasting(
          timed.map(({ changed }) => changed),
          'a wire was Created for',
        ) ?? tooWide(reviews)
      )
    },
  }),
  'wires.reviewOutcome': read<'wires.reviewOutcome'>({
    ...life,
    when: REVIEWED,
    judge(exchanges) {
      const shown = lifeIn(exchanges)
      if (shown.holds.length === 0) {
        return shown.straight.length > 0 ? is('Pending', 'a wire went from Created to Pending') : tooWide(shown.reviews)
      }
      // Without its end our bank would hold each wire until somebody approves it.
      const minutes = minutesOf(shown)
      return minutes.verdict === 'unknown' ? minutes : is('Hold', 'a wire went from Created to Hold')
    },
  }),
  'wires.holdMinutes': read<'wires.holdMinutes'>({
    ...life,
    when: 'a wire was read on Hold, and as Pending',
    judge(exchanges) {
      const shown = lifeIn(exchanges)
      if (shown.holds.length > 0) return minutesOf(shown)
      return shown.straight.length > 0 ? unknown('no wire was put on Hold') : tooWide(shown.reviews)
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
export function lasting(measurements: readonly (number | undefined)[], words: string): Verdict<number> | undefined {
  const sorted = measurements.filter((each) => each !== undefined).sort((first, second) => first - second)
  const [least, middle, most] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  if (least === undefined || middle === undefined || most === undefined) return undefined
  const seen = `${words} ${least === most ? `${least / SECOND} s` : `${least / SECOND} to ${most / SECOND} s`}`
  if (least < 0) return unknown(`${seen}, so the end is before the beginning`)
  return most - least > JITTER
    ? unknown(`${seen}, and these times differ too much`)
    : is(Math.round(middle / SECOND), seen)
}
