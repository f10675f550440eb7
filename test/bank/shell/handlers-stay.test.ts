/** Handlers are the test's code: fork, reset and restore leave them as they are. (§3, §6) */
import { expect, it } from 'vitest'
import { type Bank, createBank, type PushHandler } from 'vostro'
import { registrationRequest } from '../../support/calls.ts'

const { callbackUrl } = registrationRequest(createBank())

/** Registers, and has something to tell. */
function ping(bank: Bank): void {
  const { results } = bank.webhooks.list()
  const { id } = results[0] ?? bank.webhooks.register({ ...registrationRequest(bank), registrationType: 'Push' })
  bank.webhooks.ping(id)
}

/** A handler that counts its calls. */
function counting(): PushHandler & { calls: number } {
  const handler = () => {
    handler.calls++
    return new Response('ok')
  }
  handler.calls = 0
  return handler
}

/** Each way to another state of the same bank, from one that was taken when nothing was connected. */
const ways: readonly (readonly [string, (bank: Bank) => (() => void) | (() => Promise<void>)])[] = [
  ['reset', (bank) => bank.reset],
  [
    'restore of a snapshot',
    (bank) => {
      const snapshot = bank.snapshot()
      return () => bank.restore(snapshot)
    },
  ],
  [
    'restore of a text',
    (bank) => {
      const text = JSON.stringify(bank.snapshot())
      return () => bank.restore(text)
    },
  ],
]

it.each(ways)('keeps a handler connected through %s [§3]', async (_, wayOf) => {
  const bank = createBank({ seed: 7 })
  const back = wayOf(bank)
  const handler = counting()
  bank.webhooks.connect(callbackUrl, handler)

  await back()
  ping(bank)
  await bank.settled()

  expect(bank.world.webhooks.connections).toEqual([callbackUrl])
  expect(handler.calls).toBe(1)
  expect(bank.pushes.map(({ outcome }) => outcome)).toEqual(['delivered'])
})

it.each(ways)('keeps a handler disconnected through %s [§3]', async (_, wayOf) => {
  const bank = createBank({ seed: 7 })
  const handler = counting()
  bank.webhooks.connect(callbackUrl, handler)
  const back = wayOf(bank)
  bank.webhooks.disconnect(callbackUrl)

  await back()
  ping(bank)
  await bank.settled()

  expect(bank.world.webhooks.connections).toEqual([])
  expect(handler.calls).toBe(0)
  expect(bank.pushes.map(({ outcome }) => outcome)).toEqual(['captured'])
})

it.each(ways)('keeps the handler that was connected last through %s, with how it signs [§6]', async (_, wayOf) => {
  const bank = createBank({ seed: 7 })
  const first = counting()
  bank.webhooks.connect(callbackUrl, first)
  const back = wayOf(bank)
  const signatures: (string | null)[] = []
  const second: PushHandler = ({ headers }) => {
    signatures.push(headers.get('x-signature'))
    return new Response('ok')
  }
  bank.webhooks.connect(callbackUrl, second, { sign: () => ({ 'x-signature': 'of mine' }) })

  await back()
  ping(bank)
  await bank.settled()

  expect(first.calls).toBe(0)
  expect(signatures).toEqual(['of mine'])
})

it('leaves a bank whose handlers are as they were exactly as it was [§3]', () => {
  const bank = createBank({ seed: 7 })
  bank.webhooks.connect(callbackUrl, counting())
  const snapshot = bank.snapshot()
  bank.clock.advance({ days: 1 })

  bank.restore(snapshot)

  expect(bank.snapshot()).toEqual(snapshot)
  expect(bank.journal.map(({ operation }) => operation)).toEqual(['bank.open', 'webhooks.connect'])
})

it('resets a bank without handlers to what it was when it opened, and replays one that has some [§3]', () => {
  const bank = createBank({ seed: 7 })
  ping(bank)

  bank.reset()
  const { world } = bank
  bank.webhooks.connect(callbackUrl, counting())
  bank.reset()

  expect(world).toEqual(createBank({ seed: 7 }).world)
  expect(bank.world.webhooks.connections).toEqual([callbackUrl])
})

it('gives a fork the handlers of its moment, and later ones to whom they are connected to [§3]', async () => {
  const bank = createBank({ seed: 7 })
  const [before, after, other] = [counting(), counting(), counting()]
  bank.webhooks.connect(callbackUrl, before)
  const fork = bank.fork()
  const bare = bank.fork()
  bank.webhooks.connect(callbackUrl, after)
  bare.webhooks.disconnect(callbackUrl)

  for (const each of [bank, fork, bare]) {
    ping(each)
    await each.settled()
  }
  fork.webhooks.connect(callbackUrl, other)
  ping(fork)
  await fork.settled()

  expect([before.calls, after.calls, other.calls]).toEqual([1, 1, 1])
  expect(bare.pushes.map(({ outcome }) => outcome)).toEqual(['captured'])
})

it('fails pushes to an address that another process had connected, until a handler is connected here [§6]', async () => {
  const there = createBank({ seed: 7 })
  there.webhooks.connect(callbackUrl, counting())
  const bank = createBank({ seed: 7 })
  const handler = counting()

  bank.restore(JSON.stringify(there.snapshot()))
  ping(bank)
  await bank.settled()
  bank.webhooks.connect(callbackUrl, handler)
  await bank.clock.advanceAsync({ minutes: 1 })

  expect(bank.pushes).toMatchObject([
    { outcome: 'failed', failure: `nothing is connected to ${callbackUrl}; call bank.webhooks.connect() again` },
    { outcome: 'delivered' },
  ])
})

it('settles after a reset that came while a handler ran [§6]', async () => {
  const bank = createBank({ seed: 7 })
  let answer: (response: Response) => void = () => {}
  bank.webhooks.connect(
    callbackUrl,
    () =>
      new Promise<Response>((resolve) => {
        answer = resolve
      }),
  )
  ping(bank)
  await expect(bank.settled({ maxTurns: 20 })).rejects.toThrow('not ended')

  bank.reset()
  await bank.settled()
  answer(new Response('late'))
  await bank.settled()

  expect(bank.pushes).toEqual([])
})
