/** Finds out, before any question makes records, how late a read shows a change, and in which header idempotency keys go. (§4) */
import { type Fields, fieldOf } from '../service/fields.ts'
import { Inconclusive } from '../service/inconclusive.ts'
import { make, remove, removeMade } from '../service/records.ts'
import type { Service } from '../service/service.ts'
import { blockingNothing } from './restrictions.ts'

/** A change that no read shows within these milliseconds counts as never shown. */
const LONGEST = 10_000
/** The pause after the first read that does not show the change, in milliseconds. */
const FIRST_PAUSE = 50
/** The longest measured lag is multiplied by this, because another replica may lag more. */
const MARGIN = 2
/** The measuring ends after this many changes in a row without a longer lag. */
const ENOUGH = 5
const MOST_CHANGES = 16

/**
 * The lag: the time from a change until a read shows it, in milliseconds and with a margin; 0 if a read shows a change at once, or never.
 * Places a restriction, changes it several times, and reads after each change until the change shows.
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
    // If the service asked to wait in between, the change may have shown earlier. Then this measurement is only an upper bound.
    if (late > longest) alike = 0
    else if (service.heldUp === heldBefore) alike++
    else held.push(service.now() - start)
    longest = Math.max(longest, late)
  }
  await remove(service, 'restriction', id)
  if (longest === 0 || longest >= LONGEST) return 0
  return Math.ceil(Math.max(longest, alike < ENOUGH && held.length > 0 ? Math.min(...held) : 0) * MARGIN)
}

/** The lag of a change in milliseconds, rather too long than too short; 0 if the first read, after `from` milliseconds, shows it. */
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

/** The usual names of the header for idempotency keys. The first is the published one. */
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

/** Makes keys that never repeat in a run. Long keys never repeat in other runs either: they contain the time. */
function keysFrom(began: number): (length: number) => string {
  let [singles, others] = [Math.floor(began / 1_000), Math.floor(began / 1_000)]
  return (length) => {
    if (length === 1) return sign(singles++)
    const count = others++
    const start = sign(Math.floor(count / SIGNS.length)) + sign(count)
    return `${start}${began.toString(36)}`.padEnd(length, '0').slice(0, length)
  }
}

/** The usual length of keys: long enough to be unique, and short enough for most services. */
const USUAL_LENGTH = 12

interface Found {
  readonly name: string
  /** A length of keys that the service accepts. */
  readonly length: number
  /** The status of the answer to a repeated request, if the service refuses repeats. */
  readonly refusal?: number
}

export interface KeyHeader extends Found {
  /** Returns the header with a new key. */
  newKey(length?: number): Record<string, string>
}

/** Finds the header for keys. If keys work, all later requests for new records have one. @throws {Inconclusive} if no usual header works */
export async function keyHeader(service: Service): Promise<KeyHeader> {
  const keyOf = keysFrom(service.now())
  try {
    const request = blockingNothing(service)
    const [first, again] = [await make(service, 'restriction', request), await make(service, 'restriction', request)]
    if (first.id === undefined) throw new Inconclusive(`placing a restriction was answered ${first.status}`)
    if (first.id === again.id)
      throw new Inconclusive('a repeated request was answered with the first record, even without a key')
    const found = (await among(usualHeaders.slice(0, 1))) ?? (await among(usualHeaders.slice(1)))
    if (found === undefined) {
      throw new Inconclusive(
        `no repeated request was answered with the first record, whichever header had the key: ${usualHeaders.join(', ')}`,
      )
    }
    const newKey = (length = found.length) => ({ [found.name]: keyOf(length) })
    // There are too few keys of one character for all requests.
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

  /** Sends two requests with the same key in all these headers. The first header is found if the second request is treated as a repeat. */
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
