import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Bank, createBank, isRejectionError, parseWorld } from 'vostro'
import { keeping } from '../support/keeping.ts'
import { inboundWire, outboundWire } from '../support/wire.ts'
import { always } from './history.ts'

const url = (which: number) => `https://partner.example/hooks/${which}`
const names = ['Wire.Payment.Received', 'Wire.Payment.Sent', 'Core.SubAccount.Opened'] as const
const which = fc.nat(2)
const pick = fc.nat(60)

/** What is done to both banks. A `pick` is an event by its place among all that there have ever been. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('register' as const), which, isPoll: fc.boolean() }) },
  {
    weight: 12,
    arbitrary: fc.record({ does: fc.constant('inbound' as const), count: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('outbound' as const) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('subledger' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constantFrom('remove' as const, 'restart' as const, 'ping' as const), which }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constantFrom('connect' as const, 'disconnect' as const), which }) },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('mood' as const), status: fc.constantFrom(200, 200, 500, 0) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('hold' as const, 'resume' as const, 'poll' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constantFrom('deliver' as const, 'drop' as const, 'lose' as const), pick }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('fault' as const),
      fault: fc.constantFrom('duplicate' as const, 'drop' as const, 'delay' as const, 'reorder' as const),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ does: fc.constant('advance' as const), minutes: fc.integer({ min: 1, max: 300 }) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('settle' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never

/** One of the banks, what its receivers answer, and what they heard. */
class Side {
  readonly heard: string[] = []
  status = 200

  constructor(readonly bank: Bank) {}

  readonly receive = async (request: Request): Promise<Response> => {
    const { id } = (await request.json()) as { id: string }
    this.heard.push(`${request.url} ${id} ${this.status}`)
    if (this.status === 0) throw new Error('no database')
    return new Response('', { status: this.status })
  }

  /** Does a step, and gives what there is to see of it. */
  async do(given: Step, eventId: string | undefined): Promise<unknown> {
    const { bank } = this
    const registration = () =>
      bank.webhooks.list().results.find(({ callbackUrl }) => 'which' in given && callbackUrl === url(given.which))
        ?.id ?? ''
    switch (given.does) {
      case 'register': {
        const type = given.isPoll ? 'Poll' : 'Push'
        return bank.webhooks.register({
          partnerId: bank.partner.id,
          eventName: names[given.which] as string,
          type,
          callbackUrl: url(given.which),
        })
      }
      case 'inbound':
        return Array.from({ length: given.count }, () =>
          bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber)),
        )
      case 'outbound':
        return bank.wires.create(outboundWire(bank, { amount: 1 }))
      case 'subledger':
        return bank.subledgers.create({ masterAccountNumber: bank.masterAccount.accountNumber, title: 'Customer' })
      case 'remove':
      case 'restart':
      case 'ping':
        return bank.webhooks[given.does](registration())
      case 'connect':
        return bank.webhooks.connect(url(given.which), this.receive)
      case 'disconnect':
        return bank.webhooks.disconnect(url(given.which))
      case 'mood':
        this.status = given.status
        return null
      case 'hold':
      case 'resume':
        return bank.outbox[given.does]()
      case 'poll':
        return bank.webhooks.pollEvents({ pageSize: 3 })
      case 'deliver':
      case 'lose':
        return eventId && (await bank.outbox.deliver(eventId, { loseAnswer: given.does === 'lose' }))
      case 'drop':
        return eventId && bank.outbox.drop(eventId)
      case 'fault':
        return bank.faults.inject(given.fault)
      case 'advance':
        return await bank.clock.advanceAsync({ minutes: given.minutes })
      case 'settle':
        return await bank.settled()
    }
  }

  async try(given: Step, eventId: string | undefined): Promise<unknown> {
    try {
      return await this.do(given, eventId)
    } catch (error) {
      if (isRejectionError(error)) return error.message
      throw error
    }
  }
}

const bounds = fc.constantFrom(1, 2, 5)

it('answers, pushes and counts as a bank that keeps all, but for what it has forgotten [§6]', async () => {
  let forgotten = 0
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      bounds,
      fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }),
      async (seed, keep, steps) => {
        const assume = { 'events.subledgers': 'always', 'wires.inboundSeconds': 0 } as const
        const process = new Side(keeping(createBank({ seed, assume }), keep))
        const whole = new Side(createBank({ seed, assume }))

        for (const given of steps) {
          const { webhooks } = process.bank.world
          const slot = 'pick' in given && webhooks.events.size > 0 ? given.pick % webhooks.events.size : 0
          const eventId = whole.bank.events[slot]?.id
          if ('pick' in given && slot < webhooks.events.first) {
            expect(() => process.bank.webhooks.getEvent(eventId ?? '')).toThrow('Failed to read the event')
            continue
          }
          expect(await process.try(given, eventId)).toEqual(await whole.try(given, eventId))
        }

        const [kept, all] = [process.bank, whole.bank]
        const {
          events: _,
          deliveries,
          pushes: __,
          outbox,
          outboxHead,
          registrations,
          ...webhooks
        } = kept.world.webhooks
        forgotten += kept.world.webhooks.events.first
        expect(process.heard).toEqual(whole.heard)
        expect(kept.outbox.waiting).toEqual(all.outbox.waiting)
        expect(all.events.slice(all.events.length - kept.events.length)).toEqual(kept.events)
        const keptEvents = new Set(kept.events.map(({ id }) => id))
        expect(all.pushes.slice(all.pushes.length - kept.pushes.length)).toEqual(kept.pushes)
        expect({ ...kept.world, webhooks }).toEqual({ ...all.world, webhooks: expect.objectContaining(webhooks) })
        expect(deliveries.size).toBe(all.world.webhooks.deliveries.size)
        for (const delivery of kept.outbox.waiting) expect(keptEvents).toContain(delivery.eventId)
        expect([...registrations].map(({ queue: ___, ...rest }) => rest)).toEqual(
          [...all.world.webhooks.registrations].map(({ queue: ___, ...rest }) => rest),
        )
        expect(outbox.size - outboxHead).toBeLessThanOrEqual(all.world.webhooks.outbox.size)

        expect(parseWorld(JSON.stringify(kept.world))).toStrictEqual(kept.world)
        const restored = createBank({ seed, assume })
        restored.restore(JSON.stringify(kept.snapshot()))
        expect(restored.world).toStrictEqual(kept.world)
        expect(restored.events).toEqual(kept.events)
      },
    ),
    always(150),
  )
  expect(forgotten).toBeGreaterThan(100)
})
