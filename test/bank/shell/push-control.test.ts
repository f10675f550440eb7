/** Control over what arrives: held, by hand, twice, late, never, before the answer. (§6) */
import { expect, it } from 'vitest'
import { type Bank, createBank, replay } from 'vostro'
import { portOf } from '../../../src/bank/port.ts'
import type { Layer } from '../../../src/bank/shell/state/layer.ts'
import { initOf } from '../../support/calls.ts'
import { pushOf } from '../../support/requests.ts'
import { inboundWire } from '../../support/wire.ts'

const url = 'https://partner.example/hooks'

/** A bank whose receiver writes down the last four letters of each event's id. */
function listeningBank(status: () => number = () => 200): { bank: Bank; seen: string[] } {
  const bank = createBank({ seed: 7 })
  const seen: string[] = []
  bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))
  bank.webhooks.connect(url, async (request) => {
    seen.push((await request.json()).id)
    return new Response('', { status: status() })
  })
  return { bank, seen }
}
const receive = (bank: Bank) => bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))

it('holds pushes back until they are delivered by hand, in any order [§6]', async () => {
  const { bank, seen } = listeningBank()
  bank.outbox.hold()
  receive(bank)
  receive(bank)
  await bank.clock.advanceAsync({ hours: 1 })
  const [first, second] = bank.events.map(({ id }) => id)

  expect(bank.outbox.waiting.map(({ eventId, tries }) => [eventId, tries])).toEqual([
    [first, 0],
    [second, 0],
  ])
  const push = await bank.outbox.deliver(second!)
  await bank.outbox.deliver(first!)

  expect(push).toMatchObject({
    at: '2026-03-02T10:00:00.000-05:00',
    outcome: 'delivered',
    notification: { id: second },
  })
  expect(seen).toEqual([second, first])
  expect(bank.outbox.waiting).toEqual([])
})

it('delivers no event by hand once its registration is removed [§6]', async () => {
  const { bank, seen } = listeningBank()
  bank.outbox.hold()
  receive(bank)
  const [event] = bank.events
  for (const { id } of bank.webhooks.list().results) bank.webhooks.remove(id)

  const delivered = bank.outbox.deliver(event?.id ?? '')

  await expect(delivered).rejects.toThrow('its registration is removed')
  expect(seen).toEqual([])
})

it('delivers an event twice, and it stays delivered even if the second time fails [§6]', async () => {
  const answers = [200, 500]
  const { bank, seen } = listeningBank(() => answers.shift() ?? 200)
  receive(bank)
  await bank.settled()
  const [id] = bank.events.map((event) => event.id)
  await bank.outbox.deliver(id!)
  await bank.clock.advanceAsync({ minutes: 5 })

  expect(seen).toEqual([id, id])
  expect(bank.pushes.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
    [1, 'delivered'],
    [2, 'refused'],
  ])
  expect(bank.webhooks.list().results).toMatchObject([{ status: 'Active', consecutiveErrors: 0 }])
})

it('never delivers what was dropped, and goes on with the rest [§6]', async () => {
  const { bank, seen } = listeningBank()
  bank.outbox.hold()
  receive(bank)
  receive(bank)
  const [first, second] = bank.events.map(({ id }) => id)
  bank.outbox.drop(first!)
  bank.outbox.resume()
  await bank.settled()

  expect(seen).toEqual([second])
  expect(bank.webhooks.getEvent(first!).status).toBe('Pending')
})

it('loses the answer of a receiver that got it, and so sends it again [§6]', async () => {
  const { bank, seen } = listeningBank()
  bank.outbox.hold()
  receive(bank)
  const { id } = bank.events[0]!
  const lost = await bank.outbox.deliver(id, { loseAnswer: true })
  bank.outbox.resume()
  await bank.clock.advanceAsync({ minutes: 1 })

  expect(lost).toMatchObject({ outcome: 'lost', failure: 'the answer was lost', answer: { status: 200 } })
  expect(seen).toEqual([id, id])
  expect(bank.pushes.map(({ outcome }) => outcome)).toEqual(['lost', 'delivered'])
})

it('holds and captures where nothing is connected [§6]', async () => {
  const bank = createBank()
  bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))
  bank.outbox.hold()
  receive(bank)
  receive(bank)
  const before = bank.pushes.length
  const push = await bank.outbox.deliver(bank.events[1]!.id)
  bank.outbox.resume()

  expect(before).toBe(0)
  expect(push.outcome).toBe('captured')
  expect(bank.pushes.map(({ notification }) => notification.id)).toEqual([bank.events[1]!.id, bank.events[0]!.id])
})

it('delivers the notification before the answer to the request that caused it [§6]', async () => {
  const { bank, seen } = listeningBank()
  const order: string[] = []
  bank.webhooks.connect(url, async (request) => {
    order.push(`event ${(await request.json()).resources[0]}`)
    return new Response()
  })
  bank.outbox.beforeAnswer()
  const init = initOf('POST', { token: bank.tokens.issue().access_token, body: inboundWire(bank) })

  const response = await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments/simulations`, init)
  const { id } = await response.json()
  order.push(`answer wires/v1/payments/${id}`)

  expect(order).toEqual([`event wires/v1/payments/${id}`, `answer wires/v1/payments/${id}`])
  expect(seen).toEqual([])
})

it('leaves the pushes of a request waiting until settled(), by default [§6]', async () => {
  const { bank, seen } = listeningBank()
  const init = initOf('POST', { token: bank.tokens.issue().access_token, body: inboundWire(bank) })

  await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments/simulations`, init)
  const before = seen.length
  await bank.settled()

  expect([before, seen.length]).toEqual([0, 1])
})

it('keeps all of it in the journal: a replay repeats order, repetition and loss [§3]', async () => {
  const { bank } = listeningBank()
  bank.outbox.hold()
  for (let time = 0; time < 3; time++) receive(bank)
  const [first, second, third] = bank.events.map(({ id }) => id)
  await bank.outbox.deliver(third!)
  await bank.outbox.deliver(first!, { loseAnswer: true })
  bank.outbox.drop(second!)
  bank.outbox.resume()
  await bank.clock.advanceAsync({ minutes: 2 })

  const again = replay(bank.journal)

  expect(again.world).toEqual(bank.world)
  expect(again.pushes).toEqual(bank.pushes)
})

it('gives a list like any other, whatever else it can do [§6]', () => {
  const { bank } = listeningBank()

  expect(bank.pushes).toEqual([])
  expect(Reflect.ownKeys(bank.pushes)).toEqual(['length'])
  expect(JSON.stringify(bank.pushes)).toBe('[]')
})

it.each(['deliver', 'drop'] as const)('refuses to %s an event that goes nowhere [§2.7]', async (does) => {
  const bank = createBank()
  receive(bank)

  await expect(async () => await bank.outbox[does](bank.events[0]!.id)).rejects.toThrow(
    expect.objectContaining({ code: 'event_not_found' }),
  )
})

it('tries nothing else of a registration that was removed, where the push that tries its restart is dropped [§2.6]', async () => {
  const bank = createBank({ seed: 7 })
  const { id } = bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))
  bank.webhooks.connect(url, () => new Response('down', { status: 500 }))
  for (let each = 0; each < 3; each++) bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))
  await bank.clock.advanceAsync({ days: 1 })
  bank.webhooks.restart(id)
  const [before, trial] = [bank.pushes.length, bank.outbox.waiting[0]!]

  bank.webhooks.remove(id)
  bank.webhooks.disconnect(url)
  bank.outbox.drop(trial.eventId)

  expect(bank.pushes).toHaveLength(before)
})

it.each<[string, NonNullable<Layer['push']>]>([
  ['never', async () => {}],
  [
    'twice',
    async (push, next) => {
      await next(push)
      await next(push)
    },
  ],
  [
    'only after it has awaited something',
    async (push, next) => {
      await null
      await next(push)
    },
  ],
])('throws a defect where a layer around a push calls next %s, and does not ask for ever [§6]', async (_, push) => {
  const { bank } = listeningBank()
  portOf(bank).use({ push })
  receive(bank)

  await expect(bank.settled()).rejects.toThrow('a layer around a push did not call next exactly once')
})
