import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { encodeHappenings, happeningsIn, reviveHappenings } from '../../src/core/compact.ts'
import type { Happening } from '../../src/core/happening.ts'
import { pushOf } from '../support/requests.ts'
import { outboundWire } from '../support/wire.ts'

const SEED = 7

/** The happenings of a day: released wires and a refused one, events, pushes, a query with ignored parameters. */
function aDay(): Happening[] {
  const bank = createBank({ seed: SEED })
  const { accountNumber } = bank.masterAccount
  bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id))
  bank.webhooks.ping(bank.webhooks.list().results[0]!.id)
  bank.loans.add({ Id: '00000000-0000-4000-8000-000000000001', Rails: [{ RailType: 'ACH' }] })
  bank.loans.summary({ colour: 'red' })
  for (const amount of [1, 2, 300_000_000]) bank.wires.create(outboundWire(accountNumber, { amount }))
  bank.clock.advance({ days: 1 })
  return bank.journal.slice(1).flatMap((entry) => ('happenings' in entry ? [...entry.happenings] : []))
}

const keep = (happenings: readonly Happening[]) => {
  const kept: unknown[] = []
  encodeHappenings(SEED, happenings[0]!.at, happenings, kept)
  return kept
}

it('restores every happening as it was, with new lists of facts [§1]', () => {
  const told = aDay()
  const kept = keep(told)

  const first = happeningsIn(SEED, kept, { from: 0, at: told[0]!.at })
  for (const happening of first) if ('resources' in happening) Reflect.set(happening.resources, 0, 'spoilt')
  const second = happeningsIn(SEED, kept, { from: 0, at: told[0]!.at })

  expect(new Set(told.map(({ what }) => what)).size).toBeGreaterThan(8)
  expect(second).toEqual(told)
  expect(JSON.stringify(second)).toBe(JSON.stringify(told))
})

it('gives the last happenings with their own times [§3]', () => {
  const told = aDay()

  expect(happeningsIn(SEED, keep(told), { from: 0, at: told[0]!.at, most: 4 })).toEqual(told.slice(-4))
})

it('comes back from JSON, and keeps no id of a wire, a push or an event as a text [§3]', () => {
  const told = aDay()
  const text = JSON.stringify(keep(told))
  const kept = JSON.parse(text)

  reviveHappenings(kept, 0)

  expect(happeningsIn(SEED, kept, { from: 0, at: told[0]!.at })).toEqual(told)
  for (const happening of told) {
    if ('paymentId' in happening) expect(text).not.toContain(happening.paymentId)
    if ('eventId' in happening) expect(text).not.toContain(happening.eventId)
  }
})

it('stores an id of another bank as it is [§1]', () => {
  const told = aDay()
  const kept: unknown[] = []
  encodeHappenings(8, told[0]!.at, told, kept)

  expect(happeningsIn(8, kept, { from: 0, at: told[0]!.at })).toEqual(told)
})
