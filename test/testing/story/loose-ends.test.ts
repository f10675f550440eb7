/** What a test leaves behind: undelivered pushes, a suspended registration, a handler that nothing can reach. (§6) */
import { expect, it, onTestFinished, vi } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { looseEndsOf } from '../../support/loose-ends.ts'
import { pushOf } from '../../support/requests.ts'
import { inboundWire } from '../../support/wire.ts'

const url = 'https://partner.example/hooks'

/** A bank whose receiver does what `handler` does, after one payment came in. */
function received(handler: () => Response, connected = url): Bank {
  const bank = createBank({ seed: 7 })
  bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))
  bank.webhooks.connect(connected, handler)
  bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))
  return bank
}

it('finds nothing if every push was delivered [§6]', async () => {
  const bank = received(() => new Response())
  await bank.settled()

  expect(looseEndsOf(bank, {})).toEqual([])
})

it('ignores a push that a mutant holds back, and still names one that failed [§6]', async () => {
  const failing = received(() => new Response('', { status: 500 }))
  vi.stubEnv('VOSTRO_MUTANT', 'event-comes-late')
  onTestFinished(() => void vi.unstubAllEnvs())
  const before = looseEndsOf(failing, {})
  await failing.settled()
  const after = looseEndsOf(failing, {})

  expect(before).toEqual([])
  expect(after).toEqual([expect.stringContaining('failed once (answered 500) and still waits')])
})

it('names a push that was never delivered, and how to deliver it [§6]', () => {
  expect(
    looseEndsOf(
      received(() => new Response()),
      {},
    ),
  ).toEqual([
    expect.stringContaining(`to ${url} was never delivered. Await bank.settled() or bank.clock.advanceAsync()`),
  ])
})

it('says when a push is due that was delayed or has failed before [§6]', async () => {
  const delayed = received(() => new Response())
  delayed.faults.inject('delay', { seconds: 600 })
  const failing = received(() => new Response('', { status: 503 }))

  await delayed.settled()
  await failing.settled()

  expect([...looseEndsOf(delayed, {}), ...looseEndsOf(failing, {})]).toEqual([
    expect.stringContaining('It is due at 2026-03-02T09:10:00.000-05:00: await bank.clock.advanceAsync() that far'),
    expect.stringContaining('It is due at 2026-03-02T09:00:45.000-05:00: await bank.clock.advanceAsync() that far'),
  ])
})

it('names an expected outcome that no payment had [§3]', () => {
  const bank = createBank()
  bank.wires.expect({ amount: 12_500 }).toEnd('Rejected')
  bank.wires.create(bank.wires.plausible({ amount: 125 }))

  expect(looseEndsOf(bank, {})).toEqual([
    'Failed to end the test tidily: the outcome Rejected for a wire with {"amount":12500} was never used: no wire with these fields came. Let the code under test make the payment after bank.wires.expect(), and compare the fields with bank.requests, or say that this test may leave it behind: looseEnds with { unmetExpectations: true }. (§3)',
  ])
  expect(looseEndsOf(bank, { unmetExpectations: true })).toEqual([])
})

it('says how to release a push that is held in the outbox [§6]', async () => {
  const bank = received(() => new Response())
  bank.outbox.hold()
  await bank.settled()

  expect(looseEndsOf(bank, {})).toEqual([
    expect.stringContaining(
      'was never delivered. The outbox is held: call bank.outbox.resume() and await bank.settled(), or deliver the push with bank.outbox.deliver(eventId)',
    ),
  ])
})

it('names the error of a receiver whose registration is suspended, and how to restart it [§6]', async () => {
  const bank = received(() => {
    throw new Error('no database')
  })
  await bank.clock.advanceAsync({ minutes: 5 })
  const { id } = bank.webhooks.list().results[0]!

  expect(looseEndsOf(bank, {})).toEqual([
    expect.stringMatching(
      /failed 4 times \(Error: no database, thrown at .*loose-ends\.test\.ts:\d+:\d+\) and still waits\./,
    ),
  ])
  expect(looseEndsOf(bank, {})).toEqual([
    expect.stringContaining(`Its registration is Suspended: mend the receiver and call bank.webhooks.restart("${id}")`),
  ])
})

it('names a handler at an address without a registration [§6]', async () => {
  const bank = received(() => new Response(), 'https://partner.example/hook')
  await bank.settled()

  expect(looseEndsOf(bank, {})).toEqual([
    `Failed to end the test tidily: a handler is connected to https://partner.example/hook, and the registrations are for ${url}. Connect it to the callbackUrl that is registered, or disconnect it. (§6)`,
  ])
})

it('reads every registration, however many there are [§6]', async () => {
  const bank = createBank({ seed: 7 })
  for (let index = 0; index < 50; index++) bank.webhooks.register(pushOf(`Other.Event.${index}`, bank.partner.id))
  const last = { ...pushOf('Wire.Payment.Received', bank.partner.id), callbackUrl: 'https://partner.example/last' }
  const { id } = bank.webhooks.register(last)
  bank.webhooks.connect(last.callbackUrl, () => new Response(null, { status: 500 }))

  expect(looseEndsOf(bank, {})).toEqual([])

  bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))
  await bank.clock.advanceAsync({ minutes: 5 })

  expect(looseEndsOf(bank, {})).toEqual([expect.stringContaining(`call bank.webhooks.restart("${id}")`)])
})

it('names only the handler whose address was never registered [§6]', async () => {
  const bank = createBank({ seed: 7 })
  bank.webhooks.connect(url, () => new Response())

  expect(looseEndsOf(bank, {})).toEqual([
    `Failed to end the test tidily: a handler is connected to ${url}, and no event has a registration. Register its address with bank.webhooks.register(), or over HTTP, so that pushes come to it, or disconnect it. (§6)`,
  ])
  expect(looseEndsOf(bank, { undelivered: true })).toEqual([])

  bank.webhooks.remove(bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id)).id)
  expect(looseEndsOf(bank, {})).toEqual([])
})

it.each<[what: string, inject: (bank: Bank) => { id: string }, why: string]>([
  [
    'a call',
    ({ faults }) => faults.inject('lostAnswer', { endpoint: 'createWire' }),
    '"lostAnswer" of createWire never took effect: createWire was never called. Let the code',
  ],
  [
    'any call',
    ({ faults }) => faults.inject('networkError'),
    'the bank received no request. Let the code under test make the call',
  ],
  [
    'an event',
    ({ faults }) => faults.inject('drop', { event: 'Wire.Payment.Sent' }),
    '"drop" of Wire.Payment.Sent never took effect: no push of Wire.Payment.Sent went out. Connect a handler',
  ],
  [
    'a batch',
    ({ faults }) => faults.inject('partialRelease'),
    'no batch was released after it was injected. Advance the clock to a batch with wires',
  ],
])('names a fault of %s that never struck, and how to end it [§7]', (_, inject, why) => {
  const bank = createBank({ seed: 7 })
  const { id } = inject(bank)

  expect(looseEndsOf(bank, {})).toEqual([expect.stringContaining(why)])
  expect(looseEndsOf(bank, {})).toEqual([expect.stringContaining(`clear it with bank.faults.clear("${id}")`)])
  expect(looseEndsOf(bank, { unstruckFaults: true })).toEqual([])

  bank.faults.clear(id)
  expect(looseEndsOf(bank, {})).toEqual([])
})

it('says that a fault expected a later occurrence, or that its condition never held [§7]', async () => {
  const bank = createBank({ seed: 7 })
  bank.faults.inject('timeout', { endpoint: 'requestToken', nth: 2 })
  bank.faults.inject('timeout', { endpoint: 'requestToken', when: () => false })
  await bank.fetch(`${bank.urls.authUrl}/oauth/token`, { method: 'POST' })

  expect(looseEndsOf(bank, {})).toEqual([
    expect.stringContaining(
      'never took effect: it waits for occurrence 2, and there was only 1. Let another come (a retry, say), or inject the fault with nth: 1',
    ),
    expect.stringContaining('never took effect: its `when` never returned true.'),
  ])
})

it('says that pushes were captured if a fault of pushes never took effect [§7]', () => {
  const bank = createBank({ seed: 7 })
  bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))
  bank.faults.inject('duplicate')
  bank.wires.simulateInbound(inboundWire(bank))

  expect(looseEndsOf(bank, {})).toEqual([
    expect.stringContaining('its pushes were only recorded, because no handler is connected. Connect a handler'),
  ])
})

it('ignores faults that took effect at least once, and outages during which no call came [§7]', async () => {
  const bank = createBank({ seed: 7 })
  bank.faults.inject('networkError', { for: { hours: 2 } })
  bank.clock.advance({ hours: 3 })
  bank.faults.inject('status', { uses: 5 })
  await bank.fetch(`${bank.urls.authUrl}/oauth/token`, { method: 'POST' })

  expect(looseEndsOf(bank, {})).toEqual([])
})

it('accepts only the names of loose ends [§6]', () => {
  expect(() => looseEndsOf(createBank(), { undeliverd: true } as never)).toThrow(
    'undeliverd: unknown option; did you mean "undelivered"?',
  )
})
