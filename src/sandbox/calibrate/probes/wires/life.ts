/** The life of a wire until it waits for a batch: review, hold, withdrawal. Asked with service messages, which move no money. (§3) */

import { MINUTE, SECOND } from '../../../../core/kernel/time/instant.ts'
import { Inconclusive } from '../../../service/inconclusive.ts'
import type { Service } from '../../../service/service.ts'
import type { Probe, Tell } from '../../probe.ts'
import { between, type WireRecord } from '../../wire-records.ts'
import { message, read, readUntil, waitUntil } from './reading.ts'

/** How long a wire takes, in milliseconds from its creation. */
interface Life {
  /** Until it is Pending or on Hold. */
  readonly review: number
  /** Until it is Pending; undefined where it stays on Hold, or the probe could not wait long enough. */
  readonly pending: number | undefined
}

const lives = new WeakMap<Service, Life>()

/** What the life of a message showed. @throws {Inconclusive} where it showed nothing */
export function lifeOf(service: Service): Life {
  const life = lives.get(service)
  if (life === undefined) throw new Inconclusive('no wire was seen to leave Created')
  return life
}

/** How long a wire takes to be Pending, in milliseconds. @throws {Inconclusive} where none was seen as Pending */
export function lagOf(service: Service): number {
  const { pending } = lifeOf(service)
  if (pending === undefined) throw new Inconclusive('no wire was seen as Pending')
  return pending
}

/** The longest that a hold of ours lasts that clears by itself. */
const LONGEST_HOLD = 43_200 * MINUTE

/** So many messages are followed before it is given up to see a status that does not last. */
const MOST_TRIES = 12

export const lifeProbes: readonly Probe[] = [
  {
    name: 'the life of a wire',
    scope: 'money',
    needs: ['accountNumber'],
    how: 'sends service messages, and reads from their times how long they are Created and on Hold',
    tells: {
      'wires.reviewSeconds': 'a message leaves Created within an eighth of maxWait',
      'wires.reviewOutcome':
        'a message leaves Created within an eighth of maxWait, and Hold, where it comes to it, later than at once',
      'wires.holdMinutes':
        'a message comes to Hold, and leaves it within an eighth of maxWait; or stays there for longer than 30 days',
    },
    run: followReview,
  },
]

async function followReview(service: Service, tell: Tell): Promise<void> {
  const first = await seenAfter(service, 'Created', 0)
  const { status, modified } = first
  if (status === 'Rejected')
    return tell.is('wires.reviewSeconds', whole(modified), `it was rejected after ${text(modified)}`)
  if (status === 'Hold') return await followHold(service, tell, first)
  // It is Pending. It may have been on Hold for a moment, between two looks.
  const earlier = await statusBefore(service, modified)
  if (earlier === undefined) {
    lives.set(service, { review: modified, pending: modified })
    tell.is('wires.reviewSeconds', whole(modified), `it left Created after ${text(modified)}`)
    tell.is('wires.reviewOutcome', 'Pending', 'it went from Created to Pending')
    tell.unknown('wires.holdMinutes', 'no wire came to Hold')
    return
  }
  tellOfHold(service, tell, earlier, modified)
}

/** Follows a wire that is on Hold. */
async function followHold(service: Service, tell: Tell, { id, modified: review, age }: Seen): Promise<void> {
  lives.set(service, { review, pending: undefined })
  tell.is('wires.reviewSeconds', whole(review), `it left Created after ${text(review)}`)
  tell.is('wires.reviewOutcome', 'Hold', 'it went from Created to Hold')
  const { record, before, at } = await readUntil(service, id, ({ status }) => status !== 'Hold', LONGEST_HOLD + MINUTE)
  const { status } = record
  if (status === 'Hold') return tell.is('wires.holdMinutes', null, `after ${text(at)} it is still on Hold`)
  const pending = status === 'Pending' ? modifiedOf(record) : undefined
  tellOfHold(service, tell, review, pending ?? (await seenAfter(service, 'Hold', age, { before, at })).modified)
}

function tellOfHold(service: Service, tell: Tell, review: number, pending: number): void {
  lives.set(service, { review, pending })
  tell.is('wires.reviewSeconds', whole(review), `it left Created after ${text(review)}`)
  tell.is('wires.reviewOutcome', 'Hold', 'it went from Created to Hold')
  const minutes = Math.round((pending - review) / MINUTE)
  tell.is('wires.holdMinutes', minutes, `it was on Hold for ${text(pending - review)}`)
}

interface Seen {
  readonly id: string
  readonly status: unknown
  /** When it came to that status. */
  readonly modified: number
  /** When it was seen there. */
  readonly age: number
}

/**
 * A message in the status that follows `status`. Where it was gone out before anybody looked, another one is looked at more often
 * in the time in which that happened.
 */
async function seenAfter(
  service: Service,
  status: string,
  since: number,
  known?: { before: number; at: number },
): Promise<Seen> {
  let span = known && { before: since + known.before, at: since + known.at }
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { id } = await message(service)
    const found = span ? await lookWithin(service, id, status, span) : await readUntil(service, id, notYet(status))
    const { record, before, at } = found
    if (['Hold', 'Pending', 'Rejected'].includes(String(record['status'])) && record['status'] !== status) {
      const modified = modifiedOf(record)
      if (modified === undefined) throw new Inconclusive('a wire has no lastModifiedAt')
      return { id, status: record['status'], modified, age: at }
    }
    span = { before, at }
  }
  throw new Inconclusive(`no wire was seen between ${status} and its batch`)
}

const notYet = (status: string) => (record: WireRecord) => record['status'] !== status && record['status'] !== 'Created'

/** Looks eight times within a span, until the status has passed. */
async function lookWithin(
  service: Service,
  id: string,
  status: string,
  span: { before: number; at: number },
): Promise<{ record: WireRecord & { readonly id: string }; before: number; at: number }> {
  const start = service.now()
  let { before } = span
  for (let step = 1; step <= 8; step++) {
    const at = span.before + (step * (span.at - span.before)) / 8
    await waitUntil(service, start + at)
    const record = await read(service, id)
    if (notYet(status)(record)) return { record, before, at }
    before = at
  }
  return { record: await read(service, id), before, at: span.at * 2 }
}

/** When a message came to Hold that is Pending after so many milliseconds; undefined where it came from Created. */
async function statusBefore(service: Service, pending: number): Promise<number | undefined> {
  let [total, margin] = [pending, SECOND / 2]
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (total < SECOND) return undefined
    const { id } = await message(service)
    await waitUntil(service, service.now() + total - margin)
    const record = await read(service, id)
    if (record['status'] === 'Created') return undefined
    const modified = modifiedOf(record)
    if (record['status'] === 'Hold' && modified !== undefined) return modified
    // This one was faster than the other.
    if (record['status'] === 'Pending' && modified !== undefined) total = Math.min(total, modified)
    margin *= 2
  }
  throw new Inconclusive('wires take too different times to be told what comes before Pending')
}

/** @throws {Inconclusive} where a wire was modified before it was created */
function modifiedOf(record: WireRecord): number | undefined {
  const milliseconds = between(record, 'createdAt', 'lastModifiedAt')
  if (milliseconds !== undefined && milliseconds < 0)
    throw new Inconclusive('a wire has a lastModifiedAt before createdAt')
  return milliseconds
}

const whole = (milliseconds: number) => Math.round(milliseconds / SECOND)
const text = (milliseconds: number) => `${milliseconds / SECOND} s`
