/** Pushes before the answer: those that the request causes, and only where it does anything. (§6) */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { bankingToken, get, initOf, post, registrationRequest } from '../../support/calls.ts'
import { inboundWire } from '../../support/wire.ts'

const SIMULATIONS = '/wires/v1/payments/simulations'

/** A bank that pushes inbound wires to `handler` before it answers. */
function pushingFirst(handler: () => Response | Promise<Response>): Bank {
  const bank = createBank()
  const request = {
    ...registrationRequest(bank),
    registrationType: 'Push',
    eventName: 'Wire.Payment.Received',
  } as const
  bank.webhooks.register(request)
  bank.webhooks.connect(request.callbackUrl, handler)
  bank.outbox.beforeAnswer()
  return bank
}

it('delivers nothing before the answer to a request that it refuses [§6]', async () => {
  let calls = 0
  const bank = pushingFirst(() => {
    calls++
    return new Response('ok')
  })
  const token = bankingToken(bank)
  bank.wires.simulateInbound(inboundWire(bank))

  const refused = [
    await post(bank, token, SIMULATIONS, {}),
    await post(bank, 'none', SIMULATIONS, inboundWire(bank)),
    await get(bank, token, '/nowhere'),
  ]

  expect(refused.map(({ status }) => status)).toEqual([400, 401, 404])
  expect(calls).toBe(0)
  expect((await post(bank, token, SIMULATIONS, inboundWire(bank))).status).toBe(200)
  expect(calls).toBe(2)
})

it.each(['status', 'timeout', 'networkError'] as const)(
  'delivers nothing before the answer to a request that the fault %s keeps from being done [§7]',
  async (fault) => {
    let calls = 0
    const bank = pushingFirst(() => {
      calls++
      return new Response('ok')
    })
    const token = bankingToken(bank)
    bank.wires.simulateInbound(inboundWire(bank))
    bank.faults.inject(fault)

    await post(bank, token, SIMULATIONS, inboundWire(bank)).catch(() => undefined)

    expect(calls).toBe(0)
  },
)

it('rejects at once where the request is given up while its pushes go, and goes on with them [§6]', async () => {
  let answerPush: (response: Response) => void = () => undefined
  const controller = new AbortController()
  const bank = pushingFirst(() => {
    controller.abort(new Error('no more patience'))
    return new Promise((resolve) => {
      answerPush = resolve
    })
  })
  const init = initOf('POST', { token: bankingToken(bank), body: inboundWire(bank) })

  const answer = bank.fetch(bank.urls.baseUrl + SIMULATIONS, { ...init, signal: controller.signal })

  await expect(answer).rejects.toThrow('no more patience')
  expect(bank.wires.list().results).toHaveLength(1)
  expect(bank.pushes).toMatchObject([{ outcome: 'open' }])
  answerPush(new Response('ok'))
  await bank.settled()
  expect(bank.pushes).toMatchObject([{ outcome: 'delivered' }])
})
