// A push that comes twice: the receiver books the money once, because it remembers the ids of the events that it has seen.
import { expect, test } from 'vostro/vitest'

test('a push that comes twice is booked once', async ({ bank }) => {
  const seen = new Set<string>()
  const booked: string[] = []

  // Your receiver.
  const receive = async (request: Request) => {
    const { id, resources } = await request.json()
    if (!seen.has(id)) booked.push(resources[0])
    seen.add(id)
    return new Response('ok')
  }

  bank.webhooks.connect('https://partner.example/hooks', receive, { events: ['Wire.Payment.Sent'] })
  bank.faults.inject('duplicate', { event: 'Wire.Payment.Sent', uses: 1 })

  const { id } = bank.wires.create(bank.wires.plausible({ amount: 10_000 }))
  await bank.clock.advanceToNextBatchAsync()

  expect(bank).toHavePushed('Wire.Payment.Sent', { times: 2 })
  expect(booked).toEqual([`wires/v1/payments/${id}`])
})
