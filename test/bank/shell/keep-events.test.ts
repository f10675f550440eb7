/** How much a bank keeps of its events, with their deliveries and pushes: `keep: { events }`. */
import { expect, it } from 'vitest'
import { type Bank, type BankOptions, createBank, diff, replay } from 'vostro'
import { portOf } from '../../../src/bank/port.ts'
import { bankingToken, get } from '../../support/calls.ts'
import { pushOf } from '../../support/requests.ts'
import { sealed } from '../../support/sealed.ts'
import { thoroughly } from '../../support/thorough.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

const url = 'https://partner.example/hooks'
const ok = () => new Response('thanks')
const refuse = () => new Response('down', { status: 500 })

/** A bank whose partner registered for inbound wires. */
function receivingBank(options: BankOptions = {}): Bank {
  const bank = createBank({ seed: 7, ...options })
  bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))
  return bank
}

/** One inbound wire an hour, of which there is one event each. */
function receiveHourly(bank: Bank, count: number): void {
  for (let hour = 0; hour < count; hour++) {
    bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))
    bank.clock.advance({ hours: 1 })
  }
}

/** How many events, deliveries and pushes are in the state. */
const sizesOf = ({ world: { webhooks } }: Bank) =>
  [webhooks.events, webhooks.deliveries, webhooks.pushes].map((table) => [...table].length)

it('keeps every event by default [§3]', () => {
  const bank = receivingBank()

  receiveHourly(bank, 50)

  expect([bank.events.length, bank.pushes.length]).toEqual([50, 50])
  expect(sizesOf(bank)).toEqual([50, 50, 50])
})

it.each([1, 2, 7, 19, 20, 41])(
  'keeps the last %i events and pushes, the very same as a bank that keeps all [§3]',
  (count) => {
    const [bank, whole] = [receivingBank({ keep: { events: count } }), receivingBank()]

    receiveHourly(bank, 20)
    receiveHourly(whole, 20)

    expect(bank.events).toEqual(whole.events.slice(-count))
    expect(bank.pushes).toEqual(whole.pushes.slice(-count))
    expect(bank.masterAccount).toEqual(whole.masterAccount)
    expect(bank.wires.list()).toEqual(whole.wires.list())
    expect(Math.max(...sizesOf(bank))).toBeLessThanOrEqual(2 * count)
  },
)

it('keeps the events that are younger than a virtual age, with their pushes [§3]', () => {
  const bank = receivingBank({ keep: { events: { hours: 10 } } })

  receiveHourly(bank, 200)

  const now = Date.parse(bank.clock.now)
  const ages = bank.events.map(({ createdAt }) => (now - Date.parse(createdAt)) / 3_600_000)
  expect(ages).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect(bank.pushes.map(({ notification }) => notification)).toEqual(bank.events)
  expect(Math.max(...sizesOf(bank))).toBeLessThanOrEqual(20)
})

it('keeps no more than two bounds of events, deliveries and pushes while thousands of wires complete [§3]', () => {
  const batches = thoroughly(600, 100)
  const keep = { journal: 1_000, requests: 1_000, events: 1_000 }
  const bank = createBank({ seed: 7, keep, masterAccount: { balance: 100_000_000_000 } })
  bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id))
  const wire = outboundWire(bank, { amount: 1 })
  let most = 0

  for (let batch = 0; batch < batches; batch++) {
    for (let number = 0; number < 100; number++) bank.wires.create(wire)
    bank.clock.advanceToNextBatch()
    most = Math.max(most, ...sizesOf(bank))
  }

  expect(bank.world.webhooks.events.size).toBe(100 * batches)
  expect(most).toBeGreaterThan(1_000)
  expect(most).toBeLessThanOrEqual(2_000)
  expect([bank.events.length, bank.pushes.length]).toEqual([1_000, 1_000])
})

it('keeps no more than two bounds while a connected handler takes 3,000 pushes [§6]', async () => {
  const bank = receivingBank({ keep: { journal: 100, requests: 100, events: 100 } })
  const heard: string[] = []
  bank.webhooks.connect(url, async (request) => {
    heard.push((await request.json()).id)
    return ok()
  })
  let most = 0

  for (let round = 0; round < 60; round++) {
    for (let number = 0; number < 50; number++)
      bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))
    await bank.settled()
    most = Math.max(most, ...sizesOf(bank), [...bank.world.webhooks.outbox].length)
  }

  expect([heard.length, new Set(heard).size]).toEqual([3_000, 3_000])
  expect(bank.events.map(({ id }) => id)).toEqual(heard.slice(-100))
  expect(most).toBeLessThanOrEqual(200)
})

it('frees what was settled at once of a day on which much more happened than it keeps [§6]', async () => {
  const bank = receivingBank({ keep: { events: 10 } })
  bank.webhooks.connect(url, ok)
  for (let number = 0; number < 500; number++) bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))
  const before = sizesOf(bank)

  await bank.settled()

  expect(before).toEqual([500, 500, 0])
  expect(Math.max(...sizesOf(bank))).toBeLessThanOrEqual(20)
})

it('loses no event that a partner has still to get, however many came after it [§6]', async () => {
  const bank = receivingBank({ keep: { events: 3 } })
  bank.webhooks.connect(url, refuse)
  bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))
  await bank.clock.advanceAsync({ days: 2 })
  receiveHourly(bank, 20)
  const { id, status } = bank.webhooks.list().results[0]!
  const owed = bank.events.map((event) => event.id)
  const heard: string[] = []

  bank.webhooks.connect(url, async (request) => {
    heard.push((await request.json()).id)
    return ok()
  })
  bank.webhooks.restart(id)
  await bank.settled()

  expect(status).toBe('Suspended')
  expect(owed).toHaveLength(21)
  expect(heard).toEqual(owed)
  expect(bank.outbox.waiting).toEqual([])
  expect(bank.events.map((event) => event.id)).toEqual(owed.slice(-3))
})

it('keeps what waits for a poll until it was handed out [§6]', () => {
  const bank = createBank({ seed: 7, keep: { events: 2 } })
  bank.webhooks.register({ ...pushOf('Wire.Payment.Received', bank.partner.id), registrationType: 'Poll' })

  receiveHourly(bank, 10)
  const ids = bank.events.map(({ id }) => id)
  const polled = bank.webhooks.pollEvents({ pageSize: 50 }).results.map(({ id }) => id)
  receiveHourly(bank, 2)

  expect(ids).toHaveLength(10)
  expect(polled).toEqual(ids)
  expect(sizesOf(bank)).toEqual([2, 2, 0])
})

it('lets the events of a registration that was removed go: nobody gets them any more [§2.6]', async () => {
  const bank = receivingBank({ keep: { events: 3 } })
  bank.webhooks.connect(url, refuse)
  receiveHourly(bank, 9)
  await bank.clock.advanceAsync({ days: 2 })
  const held = bank.events.length

  bank.webhooks.remove(bank.webhooks.list().results[0]!.id)
  receiveHourly(bank, 3)
  await bank.clock.advanceAsync({ days: 2 })

  expect(held).toBe(9)
  expect(bank.events).toHaveLength(3)
  expect(bank.world.webhooks.events.first).toBe(9)
})

it('lets what was delivered by hand go, though the test holds all pushes for ever [§6]', async () => {
  const bank = receivingBank({ keep: { events: 3 } })
  bank.webhooks.connect(url, ok)
  bank.outbox.hold()

  for (let number = 0; number < 40; number++) {
    bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))
    for (const { eventId } of bank.outbox.waiting) await bank.outbox.deliver(eventId)
  }

  expect(Math.max(...sizesOf(bank), [...bank.world.webhooks.outbox].length)).toBeLessThanOrEqual(6)
})

it('finds an event that is forgotten no more, in the function API and over HTTP [§2.7]', async () => {
  const bank = receivingBank({ keep: { events: 2 } })
  receiveHourly(bank, 1)
  const [{ id }] = bank.events as [Bank['events'][0]]
  const token = bankingToken(bank)
  const before = await get(bank, token, `/webhooks/v1/events/${id}`)

  receiveHourly(bank, 10)
  const after = await get(bank, token, `/webhooks/v1/events/${id}`)

  expect([before.status, after.status]).toEqual([200, 404])
  expect(() => bank.webhooks.getEvent(id)).toThrow(expect.objectContaining({ code: 'event_not_found' }))
  await expect(bank.outbox.deliver(id)).rejects.toMatchObject({
    code: 'event_not_found',
    message: `Failed to deliver the push of "${id}": this event is no longer kept (keep.events). Register for the name of the event first, and take the id from bank.events. (§2.7)`,
  })
  expect(() => bank.outbox.drop(id)).toThrow('this event is no longer kept')
})

it('gives the push that was delivered by hand, though its event is forgotten right after [§6]', async () => {
  const bank = receivingBank({ keep: { events: 1 } })
  receiveHourly(bank, 1)
  const [{ id }] = bank.events as [Bank['events'][0]]

  bank.outbox.hold()
  receiveHourly(bank, 1)
  const captured = await bank.outbox.deliver(bank.events.at(-1)!.id)
  bank.webhooks.connect(url, ok)
  receiveHourly(bank, 1)
  const delivered = await bank.outbox.deliver(bank.events.at(-1)!.id)

  expect(() => bank.webhooks.getEvent(id)).toThrow('Failed to read the event')
  expect([captured, delivered].map(({ outcome, notification }) => [outcome, notification.eventName])).toEqual([
    ['captured', 'Wire.Payment.Received'],
    ['delivered', 'Wire.Payment.Received'],
  ])
})

it('pushes an event twice that a fault repeats, however little it keeps [§6]', async () => {
  const bank = receivingBank({ keep: { events: 1 } })
  let heard = 0
  bank.webhooks.connect(url, () => {
    heard++
    return ok()
  })
  bank.faults.inject('duplicate')

  for (let each = 0; each < 5; each++) {
    receiveHourly(bank, 1)
    await bank.settled()
  }

  expect(heard).toBe(10)
})

it('pushes an event once that a fault repeats, where it is forgotten between the two [§6]', async () => {
  const bank = receivingBank({ keep: { events: 1 } })
  const heard: string[] = []
  bank.webhooks.connect(url, async (request) => {
    heard.push((await request.json()).id)
    return ok()
  })
  bank.faults.inject('duplicate', { nth: 1 })
  bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))
  const [{ id }] = bank.events as [Bank['events'][0]]
  // Another one comes as soon as the first push has ended.
  portOf(bank).subscribe(() => {
    const isOver = bank.world.webhooks.pushes.get(0)?.outcome === 'delivered'
    if (isOver && bank.world.webhooks.events.size === 1) {
      bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))
    }
  })

  await bank.settled()

  expect(heard).toEqual([id, bank.events[0]?.id])
})

it('replays its journal to an equal world, which says what was forgotten and when [§3]', () => {
  const bank = receivingBank({ keep: { events: 3 } })
  receiveHourly(bank, 10)

  const again = replay(JSON.parse(JSON.stringify(bank.journal)))

  expect(bank.journal.filter(({ operation }) => operation === 'events.forget')).toHaveLength(2)
  expect(again.world).toStrictEqual(bank.world)
  expect(again.journal).toStrictEqual(bank.journal)
  expect(again.world.webhooks.events.first).toBe(6)
  // It keeps all that there is.
  expect(again.events).toHaveLength(4)
})

it('goes on as it was after a snapshot in any form, a fork and a reset [§3]', () => {
  const options = { keep: { events: 3 } }
  const bank = receivingBank(options)
  receiveHourly(bank, 10)
  const [fork, fromText, fromLines] = [
    bank.fork(),
    createBank({ seed: 7, ...options }),
    createBank({ seed: 7, ...options }),
  ]
  fromText.restore(JSON.stringify(bank.snapshot()))
  fromLines.restore([...bank.snapshot().lines()])
  const restored = fromText.world

  for (const each of [bank, fork, fromText, fromLines]) receiveHourly(each, 4)

  expect(restored.webhooks.events.first).toBe(6)
  for (const each of [fork, fromText, fromLines]) {
    expect(each.world).toStrictEqual(bank.world)
    expect(each.events).toEqual(bank.events)
    expect(JSON.stringify(each.snapshot())).toBe(JSON.stringify(bank.snapshot()))
    expect([...each.snapshot().lines()]).toEqual([...bank.snapshot().lines()])
  }
  bank.reset()
  expect([bank.events.length, bank.world.webhooks.events.first]).toEqual([0, 0])
})

it('names each record that is forgotten as removed, by its slot [§3]', () => {
  const bank = receivingBank({ keep: { events: 2 } })
  receiveHourly(bank, 3)
  const before = bank.world

  bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))

  const events = diff(before, bank.world).filter(({ path }) => path[1] === 'events')
  expect(events.map(({ op, path }) => [op, path[2]])).toEqual([
    ['remove', 0],
    ['remove', 1],
    ['add', 3],
  ])
})

it('refuses a snapshot whose events begin elsewhere than they did, and one that lacks records of another kind [§3]', () => {
  const bank = receivingBank({ keep: { events: 2 } })
  receiveHourly(bank, 9)
  const { world, ...rest } = JSON.parse(JSON.stringify(bank.snapshot()))
  const { webhooks, wires } = world
  const withWorld = (changes: object) => sealed({ ...rest, world: { ...world, ...changes } })
  const withWebhooks = (changes: object) => withWorld({ webhooks: { ...webhooks, ...changes } })

  expect(() => bank.restore(withWebhooks({ events: { ...webhooks.events, first: 60 } }))).toThrow('contradicts itself')
  for (const first of [-1, 0, 0.5, 2 ** 40, '6', null]) {
    expect(() => bank.restore(withWebhooks({ events: { ...webhooks.events, first } }))).toThrow(
      'webhooks.events is no list',
    )
  }
  const cut = { first: 1, records: wires.payments.slice(1) }
  expect(() => bank.restore(withWorld({ wires: { ...wires, payments: cut } }))).toThrow('wires.payments is no list')
})

it('forgets nothing while it is read, nor by what it refuses [§3]', async () => {
  const bank = receivingBank({ keep: { events: 2 } })
  receiveHourly(bank, 3)
  const before = bank.world

  expect(bank.events).toHaveLength(2)
  expect(bank.outbox.waiting).toEqual([])
  expect(() => bank.wires.cancel('00000000-0000-4000-8000-000000000000')).toThrow()
  await get(bank, 'no token', '/wires/v1/payments')
  await bank.settled()

  expect(bank.world).toBe(before)
})

it('judges no conduct of which pushes are gone, and says so [§5]', () => {
  const bank = receivingBank({ keep: { events: 5 } })
  receiveHourly(bank, 5)
  expect(bank.conduct()).toEqual([])

  receiveHourly(bank, 1)

  expect(() => bank.conduct()).toThrow(
    'Failed to judge the conduct: 1 push is gone, because the bank keeps only the later events (keep.events). Judge it sooner, or keep them all. (§5)',
  )
})

it('tells the same story of a bank, whatever it keeps of its events [§3]', () => {
  const [bank, whole] = [receivingBank({ keep: { events: 2 } }), receivingBank()]

  receiveHourly(bank, 10)
  receiveHourly(whole, 10)

  expect(bank.timeline()).toBe(whole.timeline())
  expect(bank.timeline({ as: 'mermaid' })).toBe(whole.timeline({ as: 'mermaid' }))
})

it('lets a lagging replica read the world before the last change, and not before events were forgotten [§3]', async () => {
  const [bank, whole] = [createBank({ seed: 7, keep: { events: 1 } }), createBank({ seed: 7 })]
  const read = async (each: Bank) => {
    const token = bankingToken(each)
    receiveHourly(each, 3)
    const { id } = each.wires.simulateInbound(inboundWire(each.masterAccount.accountNumber))
    each.faults.inject('staleRead')
    return (await get(each, token, `/wires/v1/payments/${id}`)).status
  }

  expect([await read(bank), await read(whole)]).toEqual([404, 404])
})

it.each([0, -1, 1.5, '10', {}, { hours: -1 }])('refuses to keep %j events [§3]', (events) => {
  expect(() => createBank({ keep: { events: events as number } })).toThrow('keep.events: must')
})

it('lets the time run out of a push that was answered and is forgotten [§6]', async () => {
  const bank = receivingBank({ keep: { events: 1 } })
  const answer: ((response: Response) => void)[] = []
  bank.webhooks.connect(url, () => new Promise<Response>((resolve) => void answer.push(resolve)))
  bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))
  await expect(bank.settled({ maxTurns: 20 })).rejects.toThrow('Failed to settle')
  // From here on the clock holds the time by which it must be answered.
  bank.clock.advance({ milliseconds: 1 })
  answer[0]?.(ok())
  await bank.settled()
  bank.webhooks.disconnect(url)
  const due = bank.clock.agenda().filter(({ operation }) => operation === 'pushes.timeout')
  for (let each = 0; each < 2; each++) bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))
  const { first } = bank.world.webhooks.pushes

  bank.clock.advance({ hours: 1 })

  expect(due).toHaveLength(1)
  expect(first).toBe(2)
  expect(bank.pushes.map(({ outcome }) => outcome)).toEqual(['captured'])
})
