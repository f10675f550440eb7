/** What a process keeps of what happened: the newest facts. Nothing that is still to come depends on the others. */
import { expect, it } from 'vitest'
import { type Bank, createBank, diff, replay } from 'vostro'
import { bankingToken, get, initOf } from '../../support/calls.ts'
import { keeping } from '../../support/keeping.ts'
import { pushOf } from '../../support/requests.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

const url = 'https://partner.example/hooks'
const ok = () => new Response('thanks')
const refuse = () => new Response('down', { status: 500 })

/** A bank that keeps so many facts; its partner registered for inbound wires. */
function receivingBank(keep?: number): Bank {
  const bank = keeping(createBank({ seed: 7 }), keep)
  bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))
  return bank
}

/** Receives one wire an hour; there is one event for each. */
function receiveHourly(bank: Bank, count: number): void {
  for (let hour = 0; hour < count; hour++) {
    bank.wires.simulateInbound(inboundWire(bank))
    bank.clock.advance({ hours: 1 })
  }
}

/** Creates so many wires over HTTP, one an hour. */
async function createHourly(bank: Bank, count: number): Promise<void> {
  const token = bankingToken(bank)
  for (let hour = 0; hour < count; hour++) {
    const body = outboundWire(bank, { amount: 1, clientIdentifier: `order ${hour}` })
    await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, initOf('POST', { token, body }))
    bank.clock.advance({ hours: 1 })
  }
}

const idsOf = (facts: readonly { readonly id: string }[]) => facts.map(({ id }) => id)

it('keeps everything in a test [§3]', async () => {
  const bank = receivingBank()

  receiveHourly(bank, 50)
  await createHourly(bank, 50)

  expect([bank.world.webhooks.events.first, bank.pushes.length, bank.requests.length]).toEqual([0, 50, 50])
  expect(bank.journal[0]).not.toHaveProperty('forgotten')
  expect(bank.timeline()).not.toContain('no longer kept')
})

it.each([1, 7, 10, 19])(
  'keeps the newest %i facts of each kind in a process, and never twice as many [§3]',
  async (keep) => {
    const [bank, whole] = [receivingBank(keep), receivingBank()]

    for (const each of [bank, whole]) {
      receiveHourly(each, 40)
      await createHourly(each, 40)
    }

    for (const kind of ['events', 'pushes', 'requests'] as const) {
      const kept = bank[kind].length
      // A push goes with its event, and other events may have come since.
      if (kind !== 'pushes') expect(kept).toBeGreaterThanOrEqual(keep)
      expect(kept).toBeLessThan(2 * keep + 1)
      expect(idsOf(bank[kind])).toEqual(idsOf(whole[kind]).slice(whole[kind].length - kept))
    }
    expect(bank.journal.length - 1).toBeLessThan(2 * keep)
  },
)

it('keeps each event that a partner has yet to receive, however many came after it [§6]', async () => {
  const bank = receivingBank(3)
  bank.webhooks.connect(url, refuse)
  bank.wires.simulateInbound(inboundWire(bank))
  await bank.clock.advanceAsync({ days: 2 })
  receiveHourly(bank, 20)
  const { id, status } = bank.webhooks.list().results[0] as { id: string; status: string }
  const owed = bank.events.map((event) => event.id)
  const heard: string[] = []

  bank.webhooks.connect(url, async (request) => {
    heard.push((await request.json()).id)
    return ok()
  })
  bank.webhooks.restart(id)
  await bank.settled()
  receiveHourly(bank, 3)
  await bank.settled()

  expect(status).toBe('Suspended')
  expect(owed).toHaveLength(21)
  expect(heard.slice(0, 21)).toEqual(owed)
  expect(bank.outbox.waiting).toEqual([])
  expect(bank.events.length).toBeLessThanOrEqual(6)
})

it('keeps an event until it is polled [§6]', () => {
  const bank = keeping(createBank({ seed: 7 }), 2)
  bank.webhooks.register({ ...pushOf('Wire.Payment.Received', bank.partner.id), registrationType: 'Poll' })

  receiveHourly(bank, 10)
  const ids = bank.events.map(({ id }) => id)
  const polled = bank.webhooks.pollEvents({ pageSize: 50 }).results.map(({ id }) => id)
  receiveHourly(bank, 2)

  expect(ids).toHaveLength(10)
  expect(polled).toEqual(ids)
  expect(bank.events.length).toBeLessThanOrEqual(4)
})

it('forgets the events of a removed registration, and those that the test delivered by hand [§2.6]', async () => {
  const bank = receivingBank(3)
  bank.webhooks.connect(url, ok)
  bank.outbox.hold()
  receiveHourly(bank, 1)
  await bank.outbox.deliver(bank.events[0]?.id as string)
  receiveHourly(bank, 1)
  bank.webhooks.remove(bank.webhooks.list().results[0]?.id as string)

  receiveHourly(bank, 8)

  expect(bank.world.webhooks.events.first).toBeGreaterThan(2)
  expect([...bank.world.webhooks.outbox]).toEqual([])
})

it('finds a forgotten event neither in the function API nor over HTTP [§2.7]', async () => {
  const bank = receivingBank(2)
  receiveHourly(bank, 1)
  const id = bank.events[0]?.id as string

  receiveHourly(bank, 10)

  expect((await get(bank, bankingToken(bank), `/webhooks/v1/events/${id}`)).status).toBe(404)
  expect(() => bank.webhooks.getEvent(id)).toThrow(expect.objectContaining({ code: 'event_not_found' }))
  await expect(bank.outbox.deliver(id)).rejects.toThrow('this event is no longer kept')
})

it('says in the timeline how much is no longer kept, and judges no conduct [§5]', async () => {
  const bank = keeping(createBank({ seed: 7 }), 5)

  await createHourly(bank, 10)

  expect(bank.timeline()).toContain('no longer kept: 15 entries of the journal and 5 requests before this')
  expect(bank.timeline({ last: 2 })).not.toContain('no longer kept')
  expect(() => bank.conduct()).toThrow('5 requests and pushes of this bank are no longer kept')
  const trace = JSON.parse(await bank.trace({ as: 'json' }))
  expect(JSON.stringify(trace)).toContain('so only the state at the end is shown')
})

it('refuses to replay a journal without its first entries [§3]', async () => {
  const bank = keeping(createBank({ seed: 7 }), 5)
  await createHourly(bank, 10)

  expect(() => replay(bank.journal)).toThrow(
    'Failed to replay a journal: 15 of its entries are gone, because a process keeps only its newest entries (--keep).',
  )
})

it('names each forgotten record as removed, by its slot [§3]', () => {
  const bank = receivingBank(2)
  receiveHourly(bank, 3)
  const before = bank.world

  bank.wires.simulateInbound(inboundWire(bank))

  const events = diff(before, bank.world).filter(({ path }) => path[1] === 'events')
  expect(events.map(({ op, path }) => [op, path[2]])).toEqual([
    ['remove', 0],
    ['remove', 1],
    ['add', 3],
  ])
})
