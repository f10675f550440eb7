/** Handlers that cause events: a chain that ends is delivered whole, and one without an end is an error that says so. (§6) */
import { expect, it } from 'vitest'
import { type Bank, createBank, isUsageError } from 'vostro'
import { bankingToken, post, registrationRequest } from '../../support/calls.ts'
import { inboundWire } from '../../support/wire.ts'

const { callbackUrl } = registrationRequest(createBank())
const SIMULATIONS = '/wires/v1/payments/simulations'

/** A bank whose partner answers each of the first `most` payments with another payment. */
function bankWithChain(most: number, payAgain: (bank: Bank) => unknown): Bank {
  const bank = createBank({ seed: 7 })
  let count = 0
  const payForEach = async () => {
    if (++count < most) await payAgain(bank)
    return new Response('ok')
  }
  bank.webhooks.connect(callbackUrl, payForEach, { events: ['Wire.Payment.Received'] })
  return bank
}

const simulate = (bank: Bank) => bank.wires.simulateInbound(inboundWire(bank))
/** The promise is not awaited, so the handler has ended before the payment is made. */
const simulateLater = (bank: Bank) => void Promise.resolve().then(() => simulate(bank))

const waits: readonly (readonly [string, (bank: Bank) => Promise<unknown>])[] = [
  ['settled', (bank) => bank.settled()],
  ['advanceAsync', (bank) => bank.clock.advanceAsync({ minutes: 1 })],
  ['deliver, and then settled', (bank) => bank.outbox.deliver(bank.events[0]!.id).then(() => bank.settled())],
]

it.each(waits)('delivers a chain of 1,000 events by %s [§6]', async (_, wait) => {
  const bank = bankWithChain(1_000, simulate)
  simulate(bank)

  await wait(bank)

  expect(bank.events).toHaveLength(1_000)
  expect(bank.outbox.waiting).toEqual([])
})

it.each(waits)('names the handler and the event of a chain that has no end, by %s [§6]', async (_, wait) => {
  const bank = bankWithChain(Number.POSITIVE_INFINITY, simulate)
  simulate(bank)

  const error = await wait(bank).catch((thrown: unknown) => thrown)

  expect(isUsageError(error)).toBe(true)
  const { id } = bank.events.at(-1)!
  expect(String(error)).toContain(`Failed to deliver Wire.Payment.Received (event ${id}) to ${callbackUrl}`)
  expect(String(error)).toContain('the handler "payForEach" of this event goes on')
})

it('finds a chain without an end whose handlers end before they cause the next event [§6]', async () => {
  const bank = bankWithChain(Number.POSITIVE_INFINITY, simulateLater)
  simulate(bank)

  await expect(bank.settled()).rejects.toThrow('the handler "payForEach" of this event goes on')
})

it('delivers a chain of 1,000 events before the answer to its request [§6]', async () => {
  const bank = bankWithChain(1_000, (own) => post(own, token, SIMULATIONS, inboundWire(own)))
  const token = bankingToken(bank)
  bank.outbox.beforeAnswer()

  const { status } = await post(bank, token, SIMULATIONS, inboundWire(bank))

  expect(status).toBe(200)
  expect(bank.events).toHaveLength(1_000)
})

it('rejects a request before whose answer a chain without an end is delivered [§6]', async () => {
  const bank = bankWithChain(Number.POSITIVE_INFINITY, (own) => post(own, token, SIMULATIONS, inboundWire(own)))
  const token = bankingToken(bank)
  bank.outbox.beforeAnswer()

  const answer = post(bank, token, SIMULATIONS, inboundWire(bank))

  await expect(answer).rejects.toThrow('the handler "payForEach" of this event goes on')
})

it('delivers many events at once, each of which causes many [§6]', async () => {
  const bank = createBank({ seed: 7 })
  let count = 0
  const takeFees = () => {
    if (count++ < 10) for (let fees = 0; fees < 500; fees++) simulate(bank)
    return new Response('ok')
  }
  bank.webhooks.connect(callbackUrl, takeFees, { events: ['Wire.Payment.Received'] })
  for (let payments = 0; payments < 10; payments++) simulate(bank)

  await bank.settled()

  expect(bank.events).toHaveLength(10 + 10 * 500)
})

it('delivers a chain that lets time pass, however long it is [§6]', async () => {
  const bank = bankWithChain(2_500, (own) => {
    own.clock.advance({ seconds: 1 })
    simulate(own)
  })
  simulate(bank)

  await bank.settled()

  expect(bank.events).toHaveLength(2_500)
})

it('goes on when the test has connected a handler that ends the chain [§6]', async () => {
  const bank = bankWithChain(Number.POSITIVE_INFINITY, simulate)
  simulate(bank)
  await bank.settled().catch(() => undefined)
  await expect(bank.clock.advanceAsync({ minutes: 2 })).rejects.toThrow(
    'the handler "payForEach" of this event goes on',
  )

  bank.webhooks.connect(callbackUrl, () => new Response('ok'))
  await bank.clock.advanceAsync({ minutes: 5 })

  expect(bank.pushes.at(-1)).toMatchObject({ outcome: 'delivered' })
})
