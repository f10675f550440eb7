/** Several that wait for handlers at the same time, and handlers that fork or put back their own bank. (§6) */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { type Bank, createBank, type PushHandler } from 'vostro'
import { registrationRequest } from '../../support/calls.ts'

const { callbackUrl } = registrationRequest(createBank())
const ok = () => new Response('ok')

/** A bank that has so many things to tell its partner, who hears of them by a handler. */
function pushingTo(pushes: number, handlerOf: (bank: Bank) => PushHandler): Bank {
  const bank = createBank({ seed: 7 })
  const { id } = bank.webhooks.register({ ...registrationRequest(bank), registrationType: 'Push' })
  bank.webhooks.connect(callbackUrl, handlerOf(bank))
  for (let ping = 0; ping < pushes; ping++) bank.webhooks.ping(id)
  return bank
}

const together: readonly (readonly [string, (bank: Bank) => Promise<unknown>[]])[] = [
  ['an advance, then settled', (bank) => [bank.clock.advanceAsync({ hours: 1 }), bank.settled()]],
  ['settled around an advance', (bank) => [bank.settled(), bank.clock.advanceAsync({ hours: 1 }), bank.settled()]],
  ['two advances', (bank) => [bank.clock.advanceAsync({ hours: 1 }), bank.clock.advanceAsync({ hours: 1 })]],
  ['an advance, then a push by hand', (bank) => [bank.clock.advanceAsync({ hours: 1 }), ...byHand(bank)]],
]

const byHand = (bank: Bank): Promise<unknown>[] => bank.events.slice(0, 1).map(({ id }) => bank.outbox.deliver(id))

it.each(together)('waits for each handler before time goes on, one after the other: %s [§6]', async (_, waits) => {
  let running = 0
  let most = 0
  const bank = pushingTo(5, () => async () => {
    most = Math.max(most, ++running)
    await sleep(2)
    running--
    return ok()
  })

  await Promise.all(waits(bank))

  expect(new Set(bank.pushes.map(({ outcome }) => outcome))).toEqual(new Set(['delivered']))
  expect(bank.pushes.every(({ endedAt }) => endedAt === '2026-03-02T09:00:00.000-05:00')).toBe(true)
  expect(bank.clock.now).toBe('2026-03-02T10:00:00.000-05:00')
  expect(most).toBeLessThanOrEqual(2) // A push by hand goes at once.
})

it('goes to the later time if two advances are made at once: each counts from the present time [§3]', async () => {
  const bank = createBank()

  await Promise.all([bank.clock.advanceAsync({ hours: 3 }), bank.clock.advanceAsync({ hours: 1 })])

  expect(bank.clock.now).toBe('2026-03-02T12:00:00.000-05:00')
})

it('refuses a fork that would call the handler in which it was made, and tells the test [§6]', async () => {
  let calls = 0
  const bank = pushingTo(1, (own) => async () => {
    calls++
    await sleep(1)
    await own.fork().clock.advanceAsync({ hours: 1 })
    return ok()
  })

  await expect(bank.settled()).rejects.toThrow(
    /^Failed to deliver Wire\.Payment\.Sent .*, in a fork: the fork was made/,
  )

  expect(calls).toBe(1)
})

it('lets a handler look ahead in a fork without handlers, or with another one [§6]', async () => {
  const seen: string[] = []
  const bank = pushingTo(1, (own) => async () => {
    const fork = own.fork()
    await fork.settled()
    fork.clock.advance({ days: 1 })
    const other = own.fork()
    other.webhooks.connect(callbackUrl, () => {
      seen.push('other')
      return ok()
    })
    await other.clock.advanceAsync({ hours: 1 })
    return ok()
  })

  await bank.settled()

  expect(seen).toEqual(['other'])
  expect(bank.pushes.map(({ outcome }) => outcome)).toEqual(['delivered'])
})

it('lets a fork that outlives its handler call it [§6]', async () => {
  let fork: Bank | undefined
  const bank = pushingTo(1, (own) => () => {
    fork ??= own.fork()
    return ok()
  })
  await bank.settled()

  await fork?.clock.advanceAsync({ hours: 1 })

  expect(fork?.pushes.map(({ outcome }) => outcome)).toEqual(['timedOut', 'delivered'])
})

it.each([
  ['a snapshot', (bank: Bank) => bank.snapshot()],
  ['its JSON', (bank: Bank) => JSON.stringify(bank.snapshot())],
])('takes the answer of a handler that puts back %s of its own bank [§3]', async (_, snapshotOf) => {
  const bank = pushingTo(1, (own) => async () => {
    own.restore(snapshotOf(own))
    await sleep(1)
    return ok()
  })

  await bank.settled()

  expect(bank.pushes.map(({ outcome }) => outcome)).toEqual(['delivered'])
  expect(bank.outbox.waiting).toEqual([])
})
