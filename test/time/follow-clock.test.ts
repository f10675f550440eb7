/** The partner's own code on the bank's clock: caches, backoffs and pollers on virtual time. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Cron } from 'croner'
import got from 'got'
import ky from 'ky'
import { expect, it } from 'vitest'
import { type Bank, createBank, UsageError } from 'vostro'
import { followClock, standStill } from 'vostro/time'
import { within } from 'vostro/vitest'
import { outboundWire } from '../support/wire.ts'

const timeOf = (bank: Bank) => bank.clock.now.slice(11, 23)
const discovery = (bank: Bank) => `${bank.urls.authUrl}/.well-known/openid-configuration`

it("lets a cached token expire when the bank's clock has passed its lifetime [§5]", async () => {
  const bank = createBank()
  using _ = followClock(bank)
  let cached: { token: string; expiresAt: number } | undefined
  const getToken = async () => {
    if (cached && Date.now() < cached.expiresAt) return cached.token
    const { access_token, expires_in } = bank.tokens.issue()
    cached = { token: access_token, expiresAt: Date.now() + expires_in * 1000 }
    return access_token
  }

  const first = await getToken()
  bank.clock.advance({ hours: 23 })
  const second = await getToken()
  bank.clock.advance({ hours: 2 })
  const third = await getToken()

  expect(second).toBe(first)
  expect(third).not.toBe(first)
  expect(new Date().toISOString()).toBe('2026-03-03T15:00:00.000Z')
})

it('follows the clock of a fork, not that of its original [§3]', async () => {
  const original = createBank({ now: '2026-03-02T09:00:00-05:00' })
  const fork = original.fork()
  using _ = followClock(fork)

  original.clock.advance({ days: 1 })
  fork.clock.advance({ hours: 2 })

  expect(new Date().toISOString()).toBe('2026-03-02T16:00:00.000Z')
})

const waits: [string, (ms: number) => Promise<unknown>][] = [
  ['setTimeout', (ms) => new Promise((resolve) => setTimeout(resolve, ms))],
  ['node:timers/promises', (ms) => wait(ms)],
  ['a promisified setTimeout', (ms) => promisify(setTimeout)(ms)],
  [
    'a signal that times out',
    (ms) =>
      new Promise((resolve) => {
        AbortSignal.timeout(ms).onabort = resolve
      }),
  ],
]

it.each(waits)("advances by itself to the end of a client's wait by %s [§3]", async (_name, waitFor) => {
  const bank = createBank()
  using _ = followClock(bank)
  bank.faults.inject('status', { status: 503, for: { minutes: 2 } })

  let answer = await bank.fetch(discovery(bank))
  for (let ms = 30_000; !answer.ok; ms *= 2) {
    await waitFor(ms)
    answer = await bank.fetch(discovery(bank))
  }

  expect(bank.requests.map(({ at }) => at.slice(11, 19))).toEqual(['09:00:00', '09:00:30', '09:01:30', '09:03:30'])
  expect(timeOf(bank)).toBe('09:03:30.000')
})

it('fires timers between the due operations of the bank, each at its own instant [§3]', async () => {
  const bank = createBank()
  using _ = followClock(bank)
  const told: string[] = []
  const tell = (what: string) => told.push(`${what} ${timeOf(bank)} ${new Date().toISOString().slice(11, 23)}`)
  const url = 'https://partner.example/hooks'
  bank.webhooks.connect(url, async (request) => {
    const { eventName } = (await request.json()) as { eventName: string }
    tell(eventName)
    return new Response()
  })
  bank.webhooks.register({ partnerId: bank.partner.id, callbackUrl: url, eventName: 'Wire.Payment.Sent' })
  bank.wires.create(outboundWire(bank))

  setTimeout(tell, 3_600_001, 'timeout')
  const every = setInterval(tell, 1_200_000, 'interval')
  void bank.clock.sleep({ minutes: 50 }).then(() => tell('sleep'))
  clearTimeout(setTimeout(tell, 60_000, 'never'))
  await bank.clock.advanceAsync({ minutes: 70 })
  clearInterval(every)

  expect(told).toEqual([
    'interval 09:20:00.000 14:20:00.000',
    'interval 09:40:00.000 14:40:00.000',
    'sleep 09:50:00.000 14:50:00.000',
    'interval 10:00:00.000 15:00:00.000',
    'Wire.Payment.Sent 10:00:00.000 15:00:00.000',
    'timeout 10:00:00.001 15:00:00.001',
  ])
})

it('polls once in each interval while the clock advances, and ends each poll before the next [§3]', async () => {
  const bank = createBank()
  using _ = followClock(bank, { advance: 'manual' })
  const polled: string[] = []
  const every = setInterval(async () => {
    const answer = await bank.fetch(discovery(bank))
    await answer.json()
    polled.push(timeOf(bank))
  }, 60_000)

  await bank.clock.advanceAsync({ minutes: 5 })
  clearInterval(every)

  expect(polled).toEqual(['09:01:00.000', '09:02:00.000', '09:03:00.000', '09:04:00.000', '09:05:00.000'])
})

it('leaves the clock to the test if the test moves it by hand [§3]', async () => {
  const bank = createBank()
  using _ = followClock(bank, { advance: 'manual' })
  const fired: string[] = []

  setTimeout(() => fired.push(timeOf(bank)), 1_000)
  for (let turn = 0; turn < 500; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(fired).toEqual([])
  await bank.clock.advanceAsync({ seconds: 2 })

  expect(fired).toEqual(['09:00:01.000'])
})

it('fires an interval once after the clock has jumped over several of its instants [§3]', async () => {
  const bank = createBank()
  using _ = followClock(bank, { advance: 'manual' })
  const fired: string[] = []

  const every = setInterval(() => fired.push(timeOf(bank)), 60_000)
  bank.clock.advance({ minutes: 10 })
  expect(fired).toEqual([])
  for (let turn = 0; turn < 500; turn++) await new Promise((resolve) => setImmediate(resolve))
  clearInterval(every)

  expect(fired).toEqual(['09:10:00.000'])
})

it('does not advance by itself to a timer of an hour or longer, by default [§3]', async () => {
  const bank = createBank()
  const fired: string[] = []
  {
    using _ = followClock(bank)
    setTimeout(() => fired.push('refreshed'), 23 * 3_600_000)
    await wait(10_000)
    for (let turn = 0; turn < 500; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  expect([fired, timeOf(bank)]).toEqual([[], '09:00:10.000'])

  using _ = followClock(bank, { longest: { days: 2 } })
  await wait(23 * 3_600_000)
  expect(bank.clock.now).toBe('2026-03-03T08:00:10.000-05:00')
})

it('runs a job of a scheduler at its times [§3]', async () => {
  const bank = createBank()
  using _ = followClock(bank)
  const ran: string[] = []
  const job = new Cron('*/15 * * * *', { timezone: 'America/New_York' }, () => void ran.push(timeOf(bank)))

  await bank.clock.advanceAsync({ hours: 1 })
  job.stop()

  expect(ran).toEqual(['09:15:00.000', '09:30:00.000', '09:45:00.000', '10:00:00.000'])
})

/** Serves the bank on this machine, as an application that listens does. */
async function listening(bank: Bank, before: () => Promise<void> = async () => {}) {
  const server = createServer(async (request, response) => {
    await before()
    const answer = await bank.fetch(`${bank.urls.authUrl}${request.url}`)
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const close = () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(resolve)
    })
  return { close, url: `http://localhost:${(server.address() as AddressInfo).port}/.well-known/openid-configuration` }
}

const clients: [string, (url: string) => Promise<{ issuer: string }>][] = [
  ['got', (url) => got(url, { retry: { limit: 5, backoffLimit: 120_000 }, timeout: { request: 600_000 } }).json()],
  ['ky', (url) => ky(url, { retry: { limit: 5, jitter: false } as never }).json()],
  [
    'a loop around fetch',
    async (url) => {
      for (let ms = 1_000; ; ms *= 3) {
        const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) })
        if (answer.ok) return answer.json()
        await answer.arrayBuffer()
        await wait(ms + Math.random())
      }
    },
  ],
]

it.each(clients)('lets %s back off in virtual time from a server on this machine [§4]', async (_name, ask) => {
  const bank = createBank()
  using _ = followClock(bank)
  const { url, close } = await listening(bank)
  bank.faults.inject('status', { status: 503, for: { seconds: 3 } })

  const { issuer } = await ask(url)
  await close()

  expect(issuer).toContain(bank.urls.authUrl)
  const statuses = bank.requests.map(({ status }) => status)
  expect(statuses.length).toBeGreaterThan(2)
  expect([new Set(statuses.slice(0, -1)), statuses.at(-1)]).toEqual([new Set([503]), 200])
})

it('stands still while a server on this machine handles a request, and goes on if that server itself waits [§4]', async () => {
  const bank = createBank()
  using _ = followClock(bank)
  const { url, close } = await listening(bank, () => wait(20_000))
  setInterval(() => {}, 15_000)

  const seen: string[] = []
  for (let nth = 0; nth < 3; nth++) {
    await (await fetch(url)).json()
    seen.push(timeOf(bank))
  }
  await close()

  expect(seen).toEqual(['09:00:20.000', '09:00:40.000', '09:01:00.000'])
})

it('stands still while work goes on outside this thread [§3]', async () => {
  const bank = createBank()
  using _ = followClock(bank)
  const real = new Promise<string>((resolve) => {
    let turns = 0
    const step = () => (turns++ < 2_000 ? queueTurn(step) : resolve(timeOf(bank)))
    step()
  })
  setTimeout(() => {}, 1_000)

  expect(await standStill(real)).toBe('09:00:00.000')
})

const { setImmediate: queueTurn } = globalThis

it('gives each of several parallel tests its own time, and all other code the real time [§3]', async () => {
  const run = (now: string, ms: number) => {
    const bank = createBank({ now })
    return within(bank, async () => {
      using _ = followClock(bank)
      const times = [new Date().toISOString()]
      for (let nth = 0; nth < 3; nth++) {
        await wait(ms)
        times.push(new Date().toISOString())
      }
      return times
    })
  }

  const real = Date.now()
  const both = Promise.all([run('2026-03-02T09:00:00Z', 60_000), run('2031-01-01T00:00:00Z', 1_000)])
  expect(Date.now() - real).toBeLessThan(3_600_000)

  expect(await both).toEqual([
    ['2026-03-02T09:00:00.000Z', '2026-03-02T09:01:00.000Z', '2026-03-02T09:02:00.000Z', '2026-03-02T09:03:00.000Z'],
    ['2031-01-01T00:00:00.000Z', '2031-01-01T00:00:01.000Z', '2031-01-01T00:00:02.000Z', '2031-01-01T00:00:03.000Z'],
  ])
})

const present = () => [
  Date,
  Date.prototype.constructor,
  performance.timeOrigin,
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
  setImmediate,
  wait,
  performance.now,
  AbortSignal.timeout,
]

it('restores all globals after a failed test, and fires no more timers [§3]', async () => {
  const before = present()
  const bank = createBank()
  const fired: string[] = []
  const fail = async () => {
    using _ = followClock(bank)
    setTimeout(() => fired.push('late'), 1_000)
    expect(present()).not.toEqual(before)
    throw new Error('the test fails')
  }

  await expect(fail()).rejects.toThrow('the test fails')
  await bank.clock.advanceAsync({ hours: 1 })

  expect(present()).toEqual(before)
  expect(fired).toEqual([])
})

it('rejects an advance with the error that a timer throws meanwhile [§3]', async () => {
  const bank = createBank()
  using _ = followClock(bank, { advance: 'manual' })
  setTimeout(() => {
    throw new Error('nobody caught this')
  }, 1_000)

  await expect(bank.clock.advanceAsync({ minutes: 1 })).rejects.toThrow('nobody caught this')
  expect(timeOf(bank)).toBe('09:01:00.000')
})

it('settles by itself with a receiver that waits, and at the time-out with one that never answers [§6]', async () => {
  const bank = createBank({ release: 'instant' })
  using _ = followClock(bank)
  const callbackUrl = 'https://partner.example/hooks'
  let calls = 0
  bank.webhooks.connect(callbackUrl, async () => {
    await (calls++ === 0 ? wait(3_000) : new Promise(() => {}))
    return new Response()
  })
  bank.webhooks.register({ partnerId: bank.partner.id, callbackUrl, eventName: 'Wire.Payment.Sent' })
  for (const clientIdentifier of ['one', 'two']) bank.wires.create(outboundWire(bank, { clientIdentifier }))
  bank.clock.advance({ seconds: 5 })

  await bank.settled()

  expect(bank.pushes.map(({ outcome }) => outcome).slice(0, 2)).toEqual(['delivered', 'timedOut'])
})

it('forgets the timers of a history that a restore has undone [§3]', async () => {
  const bank = createBank()
  using _ = followClock(bank, { advance: 'manual' })
  const fired: string[] = []
  setTimeout(() => fired.push('before the reset'), 1_000)
  bank.reset()
  setTimeout(() => fired.push('after it'), 1_000)

  await bank.clock.advanceAsync({ minutes: 1 })

  expect(fired).toEqual(['after it'])
})

it('refuses a second clock in one place, a clock that is followed in another place, and an unknown value [§3]', async () => {
  const bank = createBank()
  {
    using _ = followClock(bank)
    expect(() => followClock(createBank())).toThrow('a clock is followed here already. Give it back first')
    expect(() => within(createBank(), () => followClock(bank))).toThrow('it is followed in another place already')
  }
  expect(() => followClock({} as Bank)).toThrow(UsageError)
  expect(() => followClock(null as never)).toThrow('it was given null, not a bank. Pass what createBank() made')
  expect(() => followClock(bank, { advances: 'manual' } as never)).toThrow(
    'advances: unknown option; did you mean "advance"?',
  )
  expect(() => followClock(bank, { advance: 'by hand' } as never)).toThrow(
    'advance: must be "auto" or "manual", and is "by hand"',
  )
  expect(() => followClock(bank, { longest: { hour: 1 } } as never)).toThrow(UsageError)
})
