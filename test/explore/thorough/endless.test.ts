import { expect, it } from 'vitest'
import { explore } from 'vostro/explore'
import { bankingToken } from '../../support/calls.ts'
import { inboundWire } from '../../support/wire.ts'

const CALLBACK_URL = 'https://partner.example/hooks'

it('finds that a scenario never ends [§6]', async () => {
  const endless = await explore(
    async ({ sleep }) => {
      for (;;) await sleep({ seconds: 1 })
    },
    { faults: false, orders: false },
  )

  expect(endless.failures[0]?.message).toMatch(/has not ended after the clock moved 20000 times/)
})

it('explores a receiver that starts an endless chain of events when a push comes twice [§7]', async () => {
  const { failures } = await explore(
    async ({ bank, connect }) => {
      const seen = new Set<string>()
      let isRepeated = false
      async function payForRepeat(request: Request) {
        const { id } = (await request.json()) as { id: string }
        isRepeated ||= seen.has(id)
        if (isRepeated) bank.wires.simulateInbound(inboundWire(bank))
        seen.add(id)
        return new Response('ok')
      }
      connect(CALLBACK_URL, payForRepeat, { events: ['Wire.Payment.Received'] })
      bank.wires.simulateInbound(inboundWire(bank))
      await bank.settled()
    },
    { depth: 1, only: 'duplicate@push1' },
  )

  expect(failures).toMatchObject([{ run: 'duplicate@push1' }])
  expect(failures[0]?.message).toContain('handlers have caused 2001 events one after the other')
})

it('reports an endless chain of events in the clean run [§7]', async () => {
  const { failures } = await explore(async ({ bank, fetch }) => {
    const authorization = `Bearer ${bankingToken(bank)}`
    const pay = () =>
      fetch(`${bank.urls.baseUrl}/wires/v1/payments/simulations`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(inboundWire(bank)),
      })
    const payForEach = async () => {
      await pay()
      return new Response('ok')
    }
    bank.webhooks.connect(CALLBACK_URL, payForEach, { events: ['Wire.Payment.Received'] })
    await pay()
  })

  expect(failures[0]?.message).toContain('the handler "payForEach" of this event goes on')
})
