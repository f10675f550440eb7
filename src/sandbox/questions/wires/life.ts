/** Questions on the life of a wire before its batch: review and hold. They use wires that move no money. (§3) */
import { MINUTE, SECOND } from '../../../core/kernel/time/instant.ts'
import type { Fields } from '../../service/fields.ts'
import { Inconclusive } from '../../service/inconclusive.ts'
import type { Service } from '../../service/service.ts'
import { is, story, unknown, type Verdicts } from '../question.ts'
import { idleWire } from './amounts.ts'
import { readUntil, readWire } from './asking-wires.ts'
import { between } from './wire-times.ts'

type LifeId = 'wires.reviewSeconds' | 'wires.reviewOutcome' | 'wires.holdMinutes'

/** The longest time on Hold, in milliseconds, after which our bank can release a wire without a call. */
const LONGEST_HOLD = 43_200 * MINUTE

/** The most wires followed to see a brief status. */
const MOST_TRIES = 12

export const wireLife = story({
  tells: {
    'wires.reviewSeconds': 'a wire leaves Created within an eighth of maxWait',
    'wires.reviewOutcome':
      'a wire leaves Created within an eighth of maxWait, and if it is put on Hold, stays there for a while',
    'wires.holdMinutes':
      'a wire is put on Hold, and leaves it within an eighth of maxWait, or stays there for more than 30 days',
  },
  how: 'requests wires that move no money, and reads from their times how long they are Created and on Hold',
  scope: 'money',
  async *tell(service) {
    const { verdicts, review, whyNot } = await service.once(life)
    yield verdicts
    if (whyNot) throw whyNot
    if (verdicts['wires.holdMinutes'] === undefined) yield* holding(service, review)
  },
})

/**
 * Observes a wire until it is Pending or on Hold.
 *
 * @returns `review`, the milliseconds until then; the `verdicts` that this shows; `whyNot`, the reason why the others stay unknown
 */
export async function life(service: Service) {
  const { status, modified } = await seenAfter(service, 'Created')
  if (status === 'Rejected') {
    const rejected = is(whole(modified), `a wire was Rejected after ${text(modified)}`)
    return {
      review: modified,
      verdicts: { 'wires.reviewSeconds': rejected },
      whyNot: new Inconclusive('wires are Rejected in their review'),
    }
  }
  if (status === 'Hold') return { review: modified, verdicts: reviewed(modified, 'Hold') }
  // The wire is Pending. Between two looks it may have been on Hold for a moment.
  const held = await heldBefore(service, modified)
  const review = held ?? modified
  const hold = held === undefined ? unknown('no wire was put on Hold') : heldFor(modified - held)
  return {
    review,
    verdicts: { ...reviewed(review, held === undefined ? 'Pending' : 'Hold'), 'wires.holdMinutes': hold },
  }
}

const reviewed = (review: number, outcome: 'Pending' | 'Hold'): Verdicts<LifeId> => ({
  'wires.reviewSeconds': is(whole(review), `a wire left Created after ${text(review)}`),
  'wires.reviewOutcome': is(outcome, `a wire went from Created to ${outcome}`),
})

const heldFor = (milliseconds: number) =>
  is(Math.round(milliseconds / MINUTE), `a wire was on Hold for ${text(milliseconds)}`)

async function* holding(service: Service, review: number): AsyncGenerator<Verdicts<LifeId>> {
  const { id } = await idleWire(service)
  await readUntil(service, id, ({ status }) => status !== 'Created')
  const { record, before, at } = await readUntil(service, id, ({ status }) => status !== 'Hold', LONGEST_HOLD + MINUTE)
  if (record['status'] === 'Hold') {
    return yield { 'wires.holdMinutes': is(null, `a wire was still on Hold after ${text(at)}`) }
  }
  const pending = record['status'] === 'Pending' ? modifiedOf(record) : undefined
  const modified = pending ?? (await seenAfter(service, 'Hold', { before: review + before, at: review + at })).modified
  yield { 'wires.holdMinutes': heldFor(modified - review) }
}

/** Milliseconds after the creation of a wire. */
interface Span {
  readonly before: number
  readonly at: number
}

/**
 * Follows wires until one is read in the status right after `status`. If a wire passes both statuses between two reads, the next wire is
 * read more often between the times of these reads.
 *
 * @returns the following status, and when the wire came to it, in milliseconds since its creation
 */
async function seenAfter(service: Service, status: string, known?: Span) {
  let span = known
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { id } = await idleWire(service)
    const looking = span ? lookWithin(service, id, status, span) : readUntil(service, id, hasPassed(status))
    const { record, before, at } = await looking
    const now = String(record['status'])
    if (['Hold', 'Pending', 'Rejected'].includes(now) && now !== status) {
      const modified = modifiedOf(record)
      if (modified === undefined) throw new Inconclusive('a wire has no lastModifiedAt')
      return { status: now, modified }
    }
    span = { before, at }
  }
  throw new Inconclusive(`no wire was seen between ${status} and its batch`)
}

const hasPassed = (status: string) => (record: Fields) => record['status'] !== status && record['status'] !== 'Created'

/** Reads a wire up to eight times within a span, until it has left `status`. */
async function lookWithin(service: Service, id: string, status: string, span: Span) {
  const start = service.now()
  let { before } = span
  for (let step = 1; step <= 8; step++) {
    const at = span.before + (step * (span.at - span.before)) / 8
    await service.waitUntil(start + at)
    const record = await readWire(service, id)
    if (hasPassed(status)(record)) return { record, before, at }
    before = at
  }
  return { record: await readWire(service, id), before, at: span.at * 2 }
}

/** When wires that are Pending after `pending` milliseconds come to Hold; undefined if they do not. */
async function heldBefore(service: Service, pending: number): Promise<number | undefined> {
  let [total, margin] = [pending, SECOND / 2]
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (total < SECOND) return undefined
    const { id } = await idleWire(service)
    await service.waitUntil(service.now() + total - margin)
    const record = await readWire(service, id)
    if (record['status'] === 'Created') return undefined
    const modified = modifiedOf(record)
    if (record['status'] === 'Hold' && modified !== undefined) return modified
    // If this wire became Pending sooner than the earlier one, the next is looked at sooner.
    if (record['status'] === 'Pending' && modified !== undefined) total = Math.min(total, modified)
    margin *= 2
  }
  throw new Inconclusive('the times of wires differ too much to show which status comes before Pending')
}

/** Milliseconds from creation to last change. @throws {Inconclusive} if the change is before the creation */
function modifiedOf(record: Fields): number | undefined {
  const milliseconds = between(record, 'createdAt', 'lastModifiedAt')
  if (milliseconds !== undefined && milliseconds < 0) {
    throw new Inconclusive('a wire has a lastModifiedAt before createdAt')
  }
  return milliseconds
}

const whole = (milliseconds: number) => Math.round(milliseconds / SECOND)
const text = (milliseconds: number) => `${milliseconds / SECOND} s`
