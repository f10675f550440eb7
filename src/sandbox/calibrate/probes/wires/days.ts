/** Wires created before and after a cut-off, and around a holiday, so that their days can be read. (§2.4, §3) */

import { assumptions } from '../../../../core/assumptions/catalogue.ts'
import { isBusinessDay, isFederalHoliday } from '../../../../core/kernel/time/calendar.ts'
import type { Day } from '../../../../core/kernel/time/instant.ts'
import { MINUTE } from '../../../../core/kernel/time/instant.ts'
import { Inconclusive } from '../../../service/inconclusive.ts'
import type { Service } from '../../../service/service.ts'
import type { Probe } from '../../probe.ts'
import { type CutOff, cutOffBy } from '../../wire-days.ts'
import { instantOnTheWall, offsetIn, onTheWall, type WireRecord } from '../../wire-records.ts'
import { lagOf } from './life.ts'
import { message, readUntil, waitUntil } from './reading.ts'

/** Whether the network is open on a day, whichever holidays it keeps. */
export const isSurelyOpen = (day: Day): boolean => isBusinessDay(day, 'federal')

/** The next instant at which the clock on the wall shows `time`, on a day that fits. */
export function nextOnTheWall(now: number, time: number, offset: number, fits: (day: Day) => boolean): number {
  for (let { day } = onTheWall(now, offset); ; day++) {
    const instant = instantOnTheWall({ day, time, offset })
    if (instant > now && fits(day)) return instant
  }
}

/** How far the bank's wall is ahead of UTC. @throws {Inconclusive} where no time of a wire names it */
export function offsetOf(record: WireRecord): number {
  const offset = offsetIn(record, 'createdAt')
  if (offset === undefined) throw new Inconclusive('no time of a wire names the offset of its zone')
  return offset
}

const preset = assumptions['wires.cutOff'].default.split(':').map(Number) as [number, number]
const PRESET = preset[0] * 60 + preset[1]

/** The minute of the next message: on either side of our own cut-off first, then where half of the day is left. */
function nextMinute({ from, to }: CutOff): number {
  if (from < PRESET && PRESET <= to) return PRESET - 1
  if (from <= PRESET && PRESET < to) return PRESET
  return Math.floor((from + to) / 2)
}

const cutOffs = new WeakMap<Service, number>()

export const dayProbes: readonly Probe[] = [
  {
    name: 'messages around the cut-off',
    scope: 'money',
    needs: ['accountNumber'],
    how: 'creates service messages at times of business days, each halving what is left of the day',
    tells: {},
    async run(service) {
      const records: WireRecord[] = [await message(service)]
      for (;;) {
        const cutOff = cutOffBy(records)
        if (cutOff.odd !== undefined) return
        if (cutOff.from === cutOff.to) return void cutOffs.set(service, cutOff.from)
        const time = nextMinute(cutOff) * MINUTE + MINUTE / 2
        const offset = offsetOf(records.at(-1) as WireRecord)
        await waitUntil(service, nextOnTheWall(service.now(), time, offset, isSurelyOpen))
        records.push(await message(service))
      }
    },
  },
  {
    name: 'a message that takes effect another day',
    scope: 'money',
    needs: ['accountNumber'],
    how: 'creates a service message at the cut-off, so that it goes out later, and looks until it does',
    tells: {},
    async run(service) {
      const cutOff = cutOffs.get(service)
      if (cutOff === undefined) throw new Inconclusive('the cut-off is not known')
      const offset = offsetOf(await message(service))
      // So that it is created before, and waits for its batch after.
      const early = Math.min(lagOf(service) / 2, 2_000)
      const at = nextOnTheWall(service.now() + early, cutOff * MINUTE, offset, isSurelyOpen)
      await waitUntil(service, at - early)
      const { id } = await message(service)
      await readUntil(service, id, ({ status }) => status === 'Completed')
    },
  },
  {
    name: 'a message before a holiday',
    scope: 'money',
    needs: ['accountNumber'],
    how: 'creates a service message late on the day before a federal holiday',
    tells: {},
    async run(service) {
      const offset = offsetOf(await message(service))
      const isEve = (day: Day) => isFederalHoliday(day + 1)
      await waitUntil(service, nextOnTheWall(service.now(), 24 * 60 * MINUTE - MINUTE / 2, offset, isEve))
      await message(service)
    },
  },
]
