/**
 * The times of the batches: messages that begin to wait at many minutes of a day, each of which shows the next batch and that there is
 * none before it. What is left between them is looked at on the next day, until nothing is known of no minute. (§8)
 */

import { assumptions } from '../../../../core/assumptions/catalogue.ts'
import type { Day } from '../../../../core/kernel/time/instant.ts'
import { MINUTE, SECOND } from '../../../../core/kernel/time/instant.ts'
import { Inconclusive } from '../../../service/inconclusive.ts'
import type { Service } from '../../../service/service.ts'
import type { Probe } from '../../probe.ts'
import { offsetIn, onTheWall, timeIn, wallText } from '../../wire-records.ts'
import { Agenda } from './agenda.ts'
import { batchedFor } from './batched.ts'
import { isSurelyOpen, nextOnTheWall, offsetOf } from './days.ts'
import { lagOf } from './life.ts'
import { message, read, readUntil } from './reading.ts'

const MINUTES = 24 * 60

/** On one day so many messages are sent, and some more where the day has many gaps. */
const MESSAGES = 24
/** More than this many in all are no watch, but a nuisance. */
const MOST_MESSAGES = 400

/** What is known of each minute of a day on which the network is open. */
class Minutes {
  readonly #hasBatch = new Map<number, boolean>()
  /** A minute that had a batch on one day and none on another. */
  contrary: number | undefined

  add(minute: number, hasBatch: boolean): void {
    if (this.#hasBatch.has(minute) && this.#hasBatch.get(minute) !== hasBatch) this.contrary = minute
    this.#hasBatch.set(minute, hasBatch)
  }
  addEmpty(from: number, to: number): void {
    for (let minute = from; minute < to; minute++) this.add(minute, false)
  }
  get unknown(): number[] {
    return Array.from({ length: MINUTES }, (_, minute) => minute).filter((minute) => !this.#hasBatch.has(minute))
  }
  get batches(): string[] {
    return [...this.#hasBatch].flatMap(([minute, hasBatch]) => (hasBatch ? [wallText(minute)] : [])).sort()
  }
}

const presets = assumptions['wires.batchTimes'].default.map((text) => {
  const [hours, minutes] = text.split(':').map(Number) as [number, number]
  return hours * 60 + minutes
})

/** The minutes before which a message is to begin to wait: at first those at which our own batches are over. */
function minutesToTry(unknown: readonly number[]): number[] {
  if (unknown.length === MINUTES) return [0, ...presets.map((minute) => minute + 1)]
  const step = Math.max(Math.ceil(unknown.length / MESSAGES), 1)
  let last = Number.NEGATIVE_INFINITY
  return unknown.filter((minute, index) => {
    const isTried = unknown[index - 1] !== minute - 1 || minute - last >= step
    if (isTried) last = minute
    return isTried
  })
}

export const batchTimeProbes: readonly Probe[] = [
  {
    name: 'a watch over some days',
    scope: 'money',
    needs: ['accountNumber'],
    how: 'sends service messages at many minutes of business days, and sees when each goes out',
    tells: {
      'wires.batchTimes':
        'what a message takes to be Pending, and to be processed once it is Batched, is a twentieth of maxWait',
    },
    async run(service, tell) {
      const minutes = new Minutes()
      for (let sent = 0; minutes.unknown.length > 0; ) {
        const tried = minutesToTry(minutes.unknown)
        sent += tried.length
        if (sent > MOST_MESSAGES) {
          throw new Inconclusive(
            `of ${minutes.unknown.length} minutes nothing is known after ${MOST_MESSAGES} messages`,
          )
        }
        await watchDay(service, minutes, tried)
        if (minutes.contrary !== undefined) {
          const time = wallText(minutes.contrary)
          return tell.differs('wires.batchTimes', `a batch went out at ${time} on one day, and none on another`)
        }
      }
      const times = minutes.batches
      tell.is('wires.batchTimes', times, `batches went out at ${times.join(', ')}, and at no other minute`)
    },
  },
]

/** Sends a message for each of these minutes of a day, so that it begins to wait half a minute before, and sees when it goes out. */
async function watchDay(service: Service, minutes: Minutes, tried: readonly number[]): Promise<void> {
  const [lag, batched] = [lagOf(service), batchedFor(service)]
  const offset = offsetOf(await message(service))
  const midnight = nextOnTheWall(service.now() + lag + MINUTE, 0, offset, isSurelyOpen)
  const agenda = new Agenda(service)
  const waiting: { readonly id: string; readonly since: number }[] = []
  for (const minute of tried) {
    const pending = midnight + minute * MINUTE - MINUTE / 2
    agenda.at(pending - lag, async () => {
      const { id } = await message(service)
      agenda.at(pending + SECOND, async () => {
        const record = await read(service, id)
        const since = timeIn(record, 'lastModifiedAt')
        if (record['status'] === 'Pending' && since !== undefined) waiting.push({ id, since })
      })
    })
  }
  await agenda.runAll()
  // The one that began to wait last goes out last.
  for (const { id, since } of waiting.toReversed()) {
    const { record } = await readUntil(service, id, ({ processedAt }) => processedAt != null)
    const processed = timeIn(record, 'processedAt')
    const offsetThen = offsetIn(record, 'processedAt')
    if (processed === undefined || offsetThen === undefined) continue
    note(minutes, onTheWall(since, offsetOf(record)), onTheWall(processed - batched, offsetThen))
  }
}

interface Wall {
  readonly day: Day
  readonly time: number
}

/** A message that waited from one instant to another: a batch went out in the minute of the second, and none in between. */
function note(minutes: Minutes, since: Wall, released: Wall): void {
  const batch = Math.floor(released.time / MINUTE)
  const first = Math.floor(since.time / MINUTE) + 1
  if (since.day === released.day) minutes.addEmpty(first, batch)
  else {
    // Of days on which the network may have been closed nothing is known.
    if (isSurelyOpen(since.day)) minutes.addEmpty(first, MINUTES)
    minutes.addEmpty(0, batch)
  }
  minutes.add(batch, true)
}
