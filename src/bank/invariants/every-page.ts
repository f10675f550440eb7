/** Reads whole collections: every page of a list, and every wire and registration of every partner. */

import { AssumptionNotes } from '../../core/assumptions/notes.ts'
import type { Page } from '../../core/page.ts'
import { INTERNAL, readingOf } from '../../core/turn.ts'
import { type Registration, registrationRecord } from '../../core/webhooks/registration.ts'
import type { WirePayment } from '../../core/wires/wire.ts'
import { wireRecord } from '../../core/wires/wire-record.ts'
import type { Bank } from '../bank.ts'

export function everyPage<Item>(list: (page: { pageNumber: number; pageSize: number }) => Page<Item>): Item[] {
  const records: Item[] = []
  for (let pageNumber = 1; ; pageNumber++) {
    const page = list({ pageNumber, pageSize: 50 })
    records.push(...page.results)
    if (!page.hasNextPage) return records
  }
}

export function everyWire({ world }: Pick<Bank, 'world'>): WirePayment[] {
  const reading = readingOf(world, INTERNAL, new AssumptionNotes('wires.list'))
  return Array.from(world.wires.payments, (_, slot) => wireRecord(reading, slot))
}

export function everyRegistration({ world }: Pick<Bank, 'world'>): Registration[] {
  return [...world.webhooks.registrations].flatMap(({ isRemoved }, slot) =>
    isRemoved ? [] : registrationRecord(world, slot),
  )
}
