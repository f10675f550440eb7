/** What is found out before anything else is made: how late a read shows a change, and the header of idempotency keys. (§4) */
import { type Fields, fieldOf } from '../service/fields.ts'
import { Inconclusive } from '../service/inconclusive.ts'
import { make, remove, removeMade } from '../service/records.ts'
import type { Service } from '../service/service.ts'
import { blockingNothing } from './restrictions.ts'

/** Milliseconds after which a change is taken never to show in this call. */
const LONGEST = 10_000
/** The pause after the first read that does not show the change, in milliseconds. */
const FIRST_PAUSE = 50
/** Replicas lag differently: twice the longest lag of several changes is taken. */
const MARGIN = 2
/** The measuring ends after this many changes in a row that showed no later than those before. */
const ENOUGH = 5
const MOST_CHANGES = 16

/**
 * Measures the lag: places a restriction, changes it several times, and reads until each change shows.
 *
 * @returns milliseconds, with a margin; 0 where a read shows a change at once, or no change ever shows
 */
export async function lagOf(service: Service): Promise<number> {
  const changed = (change: number) => ({ ...blockingNothing(service), notes: `changed ${change}` })
  const { id } = await make(service, 'restriction', changed(0))
  if (id === undefined) return 0
  const parameters = { accountNumber: service.accountNumber, id }
  let [longest, alike] = [0, 0]
  const held: number[] = []
  for (let change = 0; alike < ENOUGH && change < MOST_CHANGES && longest < LONGEST; change++) {
    const body = changed(change)
    if (change > 0 && !(await service.ask('updateRestriction', { parameters, body })).isDone) break
    const [start, heldBefore] = [service.now(), service.heldUp]
    const late = await lateBy(service, parameters, body.notes, longest)
    // A change may have been there before the pause that the service asked for.
    if (late > longest) alike = 0
    else if (service.heldUp === heldBefore) alike++
    else held.push(service.now() - start)
    longest = Math.max(longest, late)
  }
  await remove(service, 'restriction', id)
  if (longest === 0 || longest >= LONGEST) return 0
  return Math.ceil(Math.max(longest, alike < ENOUGH && held.length > 0 ? Math.min(...held) : 0) * MARGIN)
}

/** The lag of a change that did not show after `from` milliseconds: no read before that would show it. */
async function lateBy(service: Service, parameters: Fields, notes: string, from: number): Promise<number> {
  const start = service.now()
  let late = 0
  for (let pause = from; late < LONGEST; pause = late - (service.now() - start)) {
    await service.wait(Math.min(pause, service.waitLeft))
    const { record } = await service.ask('getRestriction', { parameters })
    if (fieldOf(record, 'notes') === notes) break
    const elapsed = service.now() - start
    late = Math.max(elapsed * 1.5, elapsed + FIRST_PAUSE)
  }
  return late
}

/** The names under which services read a key; the published one first. */
const usualHeaders = [
  'idempotency-key',
  'request-id',
  'idempotency-id',
  'correlation-id',
  'transaction-id',
  'idempotencykey',
].flatMap((name) => [name, `x-${name}`])

const SIGNS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const sign = (number: number) => SIGNS[number % SIGNS.length] as string

/** Makes keys that differ from each other and from those of earlier runs: the second of the run is their beginning. */
function keysFrom(began: number): (length: number) => string {
  let [singles, others] = [Math.floor(began / 1_000), Math.floor(began / 1_000)]
  return (length) => {
    if (length === 1) return sign(singles++)
    const count = others++
    const start = sign(Math.floor(count / SIGNS.length)) + sign(count)
    return `${start}${began.toString(36)}`.padEnd(length, '0').slice(0, length)
  }
}

/** Long enough to be new, and hardly ever too long. */
const USUAL_LENGTH = 12

/** The header by which a service knows a repeat. */
interface Found {
  readonly name: string
  /** The length of keys that it takes. */
  readonly length: number
  /** The status of a repeat, where that is refused instead. */
  readonly refusal?: number
}

export interface KeyHeader extends Found {
  /** A header with a key that was not used before. */
  newKey(length?: number): Record<string, string>
}

/** Finds the header; each later request has a key. @throws {Inconclusive} where no usual header makes a request a repeat */
export async function keyHeader(service: Service): Promise<KeyHeader> {
  const keyOf = keysFrom(service.now())
  try {
    const request = blockingNothing(service)
    const [first, again] = [await make(service, 'restriction', request), await make(service, 'restriction', request)]
    if (first.id === undefined) throw new Inconclusive(`a restriction was answered ${first.status}`)
    if (first.id === again.id) throw new Inconclusive('the same request was not done twice, even without a key')
    const found = (await among(usualHeaders.slice(0, 1))) ?? (await among(usualHeaders.slice(1)))
    if (found === undefined) {
      throw new Inconclusive(`no repeat got the first answer again with a key in any of ${usualHeaders.join(', ')}`)
    }
    const newKey = (length = found.length) => ({ [found.name]: keyOf(length) })
    // Of shorter keys there are too few.
    if (found.refusal === undefined && found.length === USUAL_LENGTH) {
      service.session.newKey = newKey
      service.session.keyed.set('createRestriction', true)
    }
    return { ...found, newKey }
  } finally {
    await removeMade(service)
  }

  async function among(names: readonly string[]): Promise<Found | undefined> {
    const found = await repeatWith(names)
    if (found === undefined || names.length === 1) return found
    const middle = Math.ceil(names.length / 2)
    return (await among(names.slice(0, middle))) ?? (await among(names.slice(middle)))
  }

  /** The first of these headers, where one of them makes a request a repeat. */
  async function repeatWith(names: readonly string[]): Promise<Found | undefined> {
    for (const length of [USUAL_LENGTH, 1]) {
      const key = keyOf(length)
      const headers = Object.fromEntries(names.map((name) => [name, key]))
      const request = blockingNothing(service)
      const first = await make(service, 'restriction', request, headers)
      if (first.id === undefined) continue
      const second = await make(service, 'restriction', request, headers)
      const found = { name: names[0] as string, length }
      if (second.id === undefined) return { ...found, refusal: second.status }
      return second.id === first.id ? found : undefined
    }
    return undefined
  }
}
