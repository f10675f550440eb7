/** Work that a handler hands to `waitUntil` goes on after the answer, and `settled` waits for it. (§6) */
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { type Bank, createBank, type PushContext } from 'vostro'
import { registrationRequest } from '../../support/calls.ts'

const { callbackUrl } = registrationRequest(createBank())

/** A bank that has one push for a handler. */
function pushingTo(handler: (request: Request, context: PushContext) => Response | Promise<Response>): Bank {
  const bank = createBank({ seed: 7 })
  const { id } = bank.webhooks.register({ ...registrationRequest(bank), registrationType: 'Push' })
  bank.webhooks.connect(callbackUrl, handler)
  bank.webhooks.ping(id)
  return bank
}

const turns = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}

it('waits for work after the answer, and for what this work hands on [§6]', async () => {
  const done: string[] = []
  const bank = pushingTo((_, context) => {
    const more = () => turns().then(() => done.push('more'))
    context.waitUntil(
      turns()
        .then(() => done.push('work'))
        .then(() => context.waitUntil(more())),
    )
    return new Response('ok')
  })

  await bank.settled()

  expect(done).toEqual(['work', 'more'])
  expect(bank.pushes).toMatchObject([{ outcome: 'delivered' }])
})

it('passes the context on to an application of Hono [§6]', async () => {
  const app = new Hono()
  let isDone = false
  app.post('/wires', (c) => {
    c.executionCtx.waitUntil(
      turns().then(() => {
        isDone = true
      }),
    )
    return c.text('ok')
  })
  const bank = pushingTo((request, context) => app.fetch(new Request('https://x.test/wires', request), {}, context))

  await bank.settled()

  expect(isDone).toBe(true)
  expect(bank.pushes).toMatchObject([{ outcome: 'delivered' }])
})

it('takes the answer before the work has ended, and lets time pass meanwhile [§6]', async () => {
  const bank = pushingTo((_, { waitUntil }) => {
    waitUntil(bank.clock.sleep({ minutes: 5 }))
    return new Response('ok')
  })

  await bank.clock.advanceAsync({ minutes: 1 }, { maxTurns: 100 })

  expect(bank.pushes).toMatchObject([{ outcome: 'delivered' }])
  await expect(bank.settled({ maxTurns: 10 })).rejects.toThrow('whose work for waitUntil() goes on')
  await bank.clock.advanceAsync({ minutes: 5 })
  await bank.settled()
})

it('refuses settled in work after the answer, which would wait for itself [§6]', async () => {
  const seen: unknown[] = []
  const bank = pushingTo((_, { waitUntil }) => {
    waitUntil(turns().then(() => bank.settled().catch((error: unknown) => seen.push(error))))
    return new Response('ok')
  })

  await expect(bank.settled()).rejects.toThrow(
    /^Failed to await bank\.settled\(\): it is called inside the handler of Wire\.Payment\.Sent/,
  )

  expect(seen).toHaveLength(1)
})
