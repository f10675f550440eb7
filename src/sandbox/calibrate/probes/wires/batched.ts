/** How long a wire is Batched before it is processed: two messages that wait for the same batch of two days. (§3) */

import type { Day } from '../../../../core/kernel/time/instant.ts'
import { DAY, HOUR, SECOND } from '../../../../core/kernel/time/instant.ts'
import { Inconclusive } from '../../../service/inconclusive.ts'
import type { Service } from '../../../service/service.ts'
import type { Probe, Tell } from '../../probe.ts'
import { timeIn, type WireRecord } from '../../wire-records.ts'
import { Agenda } from './agenda.ts'
import { isSurelyOpen, nextOnTheWall, offsetOf } from './days.ts'
import { lagOf } from './life.ts'
import { message, read, readUntil } from './reading.ts'

const found = new WeakMap<Service, number>()

/** How long a wire is Batched, in milliseconds. @throws {Inconclusive} where that could not be told */
export function batchedFor(service: Service): number {
  const milliseconds = found.get(service)
  if (milliseconds === undefined) throw new Inconclusive('how long a wire is Batched could not be told')
  return milliseconds
}

/** The first of three days on which the network is open. */
const isFirstOfThree = (day: Day) => [day, day + 1, day + 2].every(isSurelyOpen)

export const batchedProbes: readonly Probe[] = [
  {
    name: 'two messages of two days',
    scope: 'money',
    needs: ['accountNumber'],
    how: 'lets a service message go out, and looks at another one a day later, just before it is due to be processed',
    tells: {
      'wires.batchedSeconds': 'messages come to Pending and go out, twice within maxWait',
    },
    async run(service, tell) {
      const lag = lagOf(service)
      const agenda = new Agenda(service)
      const offset = offsetOf(await message(service))
      const pending = nextOnTheWall(service.now() + lag, 30 * SECOND, offset, isFirstOfThree)
      let processed: number | undefined

      agenda.at(pending - lag, async () => {
        const { id } = await message(service)
        const look = async () => {
          processed = timeIn(await read(service, id), 'processedAt')
          if (processed === undefined) agenda.at(service.now() + 2 * HOUR, look)
        }
        agenda.at(pending, look)
      })
      // As long as everything takes the same way, it is processed a day after the first one.
      agenda.at(pending - lag + DAY, async () => {
        const { id } = await message(service)
        const look = async () => {
          const due = processed === undefined ? service.now() + 2 * HOUR : processed + DAY - SECOND / 2
          if (service.now() < due) return agenda.at(due, look)
          const at = service.now()
          const before = await read(service, id)
          const { record } = await readUntil(service, id, ({ processedAt }) => processedAt != null)
          tellOf(service, tell, { at, before, after: record })
        }
        agenda.at(pending + DAY, look)
      })
      await agenda.runAll()
    },
  },
]

/** A message just before it was due to be processed, and after that. */
interface Seen {
  readonly at: number
  readonly before: WireRecord
  readonly after: WireRecord
}

function tellOf(service: Service, tell: Tell, { at, before, after }: Seen): void {
  const processed = timeIn(after, 'processedAt') as number
  const released = before['status'] === 'Batched' ? timeIn(before, 'lastModifiedAt') : undefined
  const isAtOnce = before['status'] === 'Pending' && processed - at < SECOND
  const words = `${(processed - at) / SECOND} s before it was processed it was ${String(before['status'])}`
  if (released !== undefined && processed < released) {
    tell.unknown('wires.batchedSeconds', 'a wire was processed before it was Batched')
  } else if (released !== undefined) {
    const seconds = Math.round((processed - released) / SECOND)
    found.set(service, seconds * SECOND)
    tell.is('wires.batchedSeconds', seconds, `it was Batched for ${(processed - released) / SECOND} s`)
  } else if (isAtOnce) {
    found.set(service, 0)
    tell.is('wires.batchedSeconds', 0, words)
  } else tell.unknown('wires.batchedSeconds', words)
}
