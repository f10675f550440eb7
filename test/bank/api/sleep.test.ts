/** Sleeping on the clock of a bank: what a partner's client is given to wait with. */
import { expect, it } from 'vitest'
import { createBank, UsageError } from 'vostro'
import { outboundWire } from '../../support/wire.ts'

/** Asks until the bank answers, and waits twice as long each time. */
async function getPatiently(
  fetch: (url: string) => Promise<Response>,
  sleep: (ms: number) => Promise<void>,
  url: string,
) {
  for (let wait = 30_000; ; wait *= 2) {
    const response = await fetch(url)
    if (response.ok) return response
    await sleep(wait)
  }
}

it('lets a client of the partner back off on virtual time [§3]', async () => {
  const bank = createBank()
  bank.faults.inject('status', { status: 503, for: { minutes: 2 } })

  const answered = getPatiently(bank.fetch, bank.clock.sleep, `${bank.urls.authUrl}/.well-known/openid-configuration`)
  const at = answered.then(() => bank.clock.now)
  await bank.clock.advanceAsync({ hours: 1 })

  expect(bank.requests.map((request) => [request.at.slice(11, 19), request.status])).toEqual([
    ['09:00:00', 503],
    ['09:00:30', 503],
    ['09:01:30', 503],
    ['09:03:30', 200],
  ])
  expect(await at).toBe('2026-03-02T09:03:30.000-05:00')
})

it('sleeps by a method, so that looking at a clock changes nothing [§3]', () => {
  const { clock } = createBank()

  const getters = Object.entries(Object.getOwnPropertyDescriptors(clock)).filter(([, { get }]) => get !== undefined)

  expect(getters.map(([name]) => name)).toEqual(['now'])
})

it('wakes each at its own instant, and time goes on when what he does then is done [§3]', async () => {
  const bank = createBank()
  const woken: string[] = []
  const nap = async (name: string, minutes: number) => {
    await bank.clock.sleep({ minutes })
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    woken.push(`${name} ${bank.clock.now.slice(11, 16)}`)
  }

  const naps = [nap('last', 30), nap('first', 10), nap('second', 20), nap('beside it', 20)]
  await bank.clock.advanceAsync({ hours: 1 })
  await Promise.all(naps)

  expect(woken).toEqual(['first 09:10', 'second 09:20', 'beside it 09:20', 'last 09:30'])
})

it('sleeps again at the instant at which it woke, as a poller does [§3]', async () => {
  const bank = createBank()
  const { id } = bank.wires.create(outboundWire(bank))
  const seen: string[] = []
  const poll = async () => {
    for (;;) {
      const { status } = bank.wires.get(id)
      seen.push(`${bank.clock.now.slice(11, 16)} ${status}`)
      if (status === 'Completed') return
      await bank.clock.sleep({ minutes: 20 })
    }
  }

  const polled = poll()
  await bank.clock.advanceAsync({ hours: 3 })
  await polled

  expect(seen).toEqual(['09:00 Created', '09:20 Pending', '09:40 Pending', '10:00 Completed'])
})

it.each([
  ['advance', (bank: ReturnType<typeof createBank>) => void bank.clock.advance({ hours: 1 })],
  ['advanceTo', (bank: ReturnType<typeof createBank>) => void bank.clock.advanceTo('2026-03-02T10:00:00-05:00')],
  ['advanceToNextBatch', (bank: ReturnType<typeof createBank>) => void bank.clock.advanceToNextBatch()],
  ['advanceToNext', (bank: ReturnType<typeof createBank>) => void bank.clock.advanceToNext()],
])('wakes in the order of the instants after %s [§3]', async (_, move) => {
  const bank = createBank()
  bank.wires.create(outboundWire(bank))
  const woken: string[] = []
  const nap = (name: string, seconds: number) => bank.clock.sleep({ seconds }).then(() => void woken.push(name))

  const naps = [nap('third', 4), nap('first', 1), nap('second', 2)]
  move(bank)
  expect(woken).toEqual([])
  await Promise.all(naps)

  expect(woken).toEqual(['first', 'second', 'third'])
})

it('sleeps for longer than a timer of the process could [§3]', async () => {
  const bank = createBank()

  const nap = bank.clock.sleep({ days: 60 }).then(() => bank.clock.now)
  await bank.clock.advanceAsync({ days: 61 })

  expect(await nap).toBe('2026-05-01T10:00:00.000-04:00')
})

it('takes milliseconds, rounds up, and does not sleep for none [§3]', async () => {
  const bank = createBank()

  await bank.clock.sleep(0)
  const nap = bank.clock.sleep(0.2).then(() => bank.clock.now)
  await bank.clock.advanceAsync({ milliseconds: 5 })

  expect(await nap).toBe('2026-03-02T09:00:00.001-05:00')
})

it('ends a sleep by its signal, with the reason [§3]', async () => {
  const bank = createBank()
  const controller = new AbortController()

  const nap = bank.clock.sleep({ minutes: 1 }, { signal: controller.signal })
  controller.abort(new Error('shutting down'))

  await expect(nap).rejects.toThrow('shutting down')
  await expect(bank.clock.sleep(1, { signal: controller.signal })).rejects.toThrow('shutting down')
  await bank.clock.advanceAsync({ minutes: 2 })
})

it('refuses what is no duration [§3]', async () => {
  const bank = createBank()

  await expect(bank.clock.sleep(-1)).rejects.toThrow(UsageError)
  await expect(bank.clock.sleep(Number.NaN)).rejects.toThrow(/^Failed to sleep for NaN milliseconds: /)
  await expect(bank.clock.sleep({ seconds: -1 })).rejects.toThrow(UsageError)
  await expect(bank.clock.sleep('soon' as never)).rejects.toThrow(UsageError)
})

it('wakes nobody after a reset or a restore, nor by a fork [§3]', async () => {
  const bank = createBank()
  const snapshot = bank.snapshot()
  const woken: string[] = []
  const nap = (name: string) => void bank.clock.sleep({ minutes: 1 }).then(() => woken.push(name))

  nap('before the reset')
  bank.reset()
  nap('before the restore')
  bank.restore(snapshot)
  nap('of the bank')
  await bank.fork().clock.advanceAsync({ hours: 1 })
  expect(woken).toEqual([])
  await bank.clock.advanceAsync({ hours: 1 })

  expect(woken).toEqual(['of the bank'])
})
