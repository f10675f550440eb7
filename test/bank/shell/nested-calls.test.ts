/** Handlers that would wait for themselves are told so at once; whoever calls at the same time, and is none, is not. (§6) */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import express from 'express'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { type Bank, createBank, isUsageError, type PushHandler } from 'vostro'
import { bankingToken, post, registrationRequest } from '../../support/calls.ts'
import { outboundWire } from '../../support/wire.ts'

const { callbackUrl } = registrationRequest(createBank())
const ok = () => new Response('ok')

/** A bank that has one thing to tell its partner, who hears of it by a handler. */
function pushingTo(handlerOf: (bank: Bank) => PushHandler): Bank {
  const bank = createBank({ seed: 7 })
  const { id } = bank.webhooks.register({ ...registrationRequest(bank), registrationType: 'Push' })
  bank.webhooks.connect(callbackUrl, handlerOf(bank))
  bank.webhooks.ping(id)
  return bank
}

type Nested = (bank: Bank) => Promise<unknown>
const nested: readonly (readonly [string, Nested])[] = [
  ['bank.settled()', (bank) => bank.settled()],
  ['bank.clock.advanceAsync()', (bank) => bank.clock.advanceAsync({ minutes: 1 })],
  ['bank.outbox.deliver()', (bank) => bank.outbox.deliver(bank.events[0]!.id)],
]

it.each(nested)('refuses %s in a handler at once, and tells the handler and the test [§6]', async (call, await_) => {
  const seen: unknown[] = []
  const bank = pushingTo((own) => async () => {
    await await_(own).catch((error: unknown) => seen.push(error))
    return ok()
  })

  const settled = await bank.settled().catch((error: unknown) => error)

  expect(settled).toBe(seen[0])
  expect(isUsageError(settled)).toBe(true)
  expect(String(settled)).toContain(
    `Failed to await ${call}: it is called inside the handler of Wire.Payment.Sent (event ${bank.events[0]!.id}) to ${callbackUrl}`,
  )
  // The handler went on, and answered.
  expect(bank.pushes.map(({ outcome }) => outcome)).toEqual(['delivered'])
  await bank.settled()
})

it.each(nested)('refuses %s after the handler has awaited something else [§6]', async (call, await_) => {
  const bank = pushingTo((own) => async (request) => {
    await request.json()
    await sleep(1)
    await await_(own)
    return ok()
  })

  await expect(bank.settled()).rejects.toThrow(`Failed to await ${call}`)

  expect(bank.pushes).toMatchObject([{ outcome: 'failed', failure: expect.stringContaining('UsageError: Failed to') }])
})

it.each(nested)('lets no %s pass unseen that a handler does not wait for [§6]', async (call, await_) => {
  const bank = pushingTo((own) => () => {
    void await_(own)
    return ok()
  })

  await expect(bank.settled()).rejects.toThrow(`Failed to await ${call}`)
})

it('tells of a handler that caught the error and then never ended [§6]', async () => {
  const bank = pushingTo((own) => async () => {
    await own.settled().catch(() => {})
    return new Promise<Response>(() => {})
  })

  await expect(bank.settled({ maxTurns: 20 })).rejects.toThrow('Failed to await bank.settled()')
})

it('tells the next who waits, where an HTTP request had the push delivered [§6]', async () => {
  const bank = createBank({ release: 'instant' })
  bank.webhooks.register({ ...registrationRequest(bank), registrationType: 'Push' })
  bank.webhooks.connect(callbackUrl, async () => {
    await bank.settled()
    return ok()
  })
  bank.outbox.beforeAnswer()

  const { status } = await post(bank, bankingToken(bank), '/wires/v1/payments', outboundWire(bank))

  expect(status).toBe(200)
  await expect(bank.settled()).rejects.toThrow('Failed to await bank.settled()')
  await bank.settled()
})

it('lets a test wait that a handler has woken [§6]', async () => {
  let wake: () => void = () => {}
  const woken = new Promise<void>((resolve) => {
    wake = resolve
  })
  const bank = pushingTo(() => async () => {
    wake()
    await sleep(1)
    return ok()
  })
  const settling = bank.settled()

  await woken
  await bank.settled()
  await settling

  expect(bank.pushes.map(({ outcome }) => outcome)).toEqual(['delivered'])
})

it('lets what a handler has started wait once the handler has ended [§6]', async () => {
  let background: Promise<unknown> | undefined
  let end: () => void = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const bank = pushingTo((own) => () => {
    background ??= ended.then(() => own.clock.advanceAsync({ hours: 1 }))
    return ok()
  })
  await bank.settled()

  end()
  await background

  expect(bank.clock.now).toBe('2026-03-02T10:00:00.000-05:00')
})

it('takes an advance of the clock in a handler for the time that the handler takes [§6]', async () => {
  let seconds = 10
  const bank = pushingTo((own) => () => {
    own.clock.advance({ seconds })
    return ok()
  })

  await bank.settled()
  seconds = 40
  await bank.outbox.deliver(bank.events[0]!.id)

  expect(bank.pushes).toMatchObject([
    { outcome: 'delivered', endedAt: '2026-03-02T09:00:10.000-05:00' },
    { outcome: 'timedOut', failure: 'no answer in 30 s' },
  ])
})

it('refuses a nested wait inside a Hono application [§6]', async () => {
  const app = new Hono()
  const bank = pushingTo(() => app.fetch as PushHandler)
  app.post('*', async (context) => {
    await bank.settled()
    return context.text('ok')
  })
  app.onError((_, context) => context.text('down', 500))

  await expect(bank.settled()).rejects.toThrow('Failed to await bank.settled()')

  expect(bank.pushes).toMatchObject([{ outcome: 'refused', answer: { status: 500 } }])
})

it('names the nested wait of a real server, where no promise leads back to the push [§6]', async () => {
  const app = express()
  const server = createServer(app).listen(0)
  const { port } = server.address() as AddressInfo
  const bank = pushingTo(() => async (request) => {
    return fetch(`http://localhost:${port}/`, { method: 'POST', body: await request.text() })
  })
  const errors: string[] = []
  app.post('/', async (_, response) => {
    await bank.settled({ maxTurns: 20 }).catch(({ message }: Error) => errors.push(message))
    response.send('ok')
  })

  await bank.settled()

  expect(errors).toEqual([
    expect.stringContaining(
      'Meanwhile bank.settled() was called, and waits for the handler too. A handler that awaits such a call waits for itself',
    ),
  ])
  server.close()
})
