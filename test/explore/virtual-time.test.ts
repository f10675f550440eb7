/** The partner's timers, dates and random numbers are those of the run. */
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { explore, type Scene } from 'vostro/explore'
import { outboundWire } from '../support/wire.ts'

const none = { faults: false, orders: false } as const

it('lets a partner wait for days in no real time [§3]', async () => {
  const times: string[] = []

  const { failures } = await explore(async ({ bank, sleep }) => {
    times.length = 0
    times.push(bank.clock.now)
    await new Promise((resolve) => setTimeout(resolve, 2 * 24 * 3_600_000))
    times.push(bank.clock.now)
    await wait(1_000)
    times.push(bank.clock.now)
    await sleep({ minutes: 1 })
    times.push(bank.clock.now, new Date().toISOString(), String(performance.now()))
  }, none)

  expect(failures).toEqual([])
  expect(times).toEqual([
    '2026-03-02T09:00:00.000-05:00',
    '2026-03-04T09:00:00.000-05:00',
    '2026-03-04T09:00:01.000-05:00',
    '2026-03-04T09:01:01.000-05:00',
    '2026-03-04T14:01:01.000Z',
    // It begins at a second.
    String(2 * 24 * 3_600_000 + 62_000),
  ])
})

it("fires the partner's timers as the bank passes their instants, in order [§3]", async () => {
  const fired: string[] = []

  await explore(async ({ bank }) => {
    fired.length = 0
    const note = (name: string) => () => fired.push(`${name} ${bank.clock.now.slice(11, 16)}`)
    const every = setInterval(note('interval'), 20 * 60_000)
    setTimeout(note('second'), 30 * 60_000)
    setTimeout(note('first'), 10 * 60_000)
    clearTimeout(setTimeout(note('never'), 60_000))
    await bank.clock.advanceAsync({ minutes: 45 })
    clearInterval(every)
  }, none)

  expect(fired).toEqual(['first 09:10', 'interval 09:20', 'second 09:30', 'interval 09:40'])
})

it("aborts a request at its time limit on the bank's clock [§3]", async () => {
  const { failures } = await explore(async ({ bank }) => {
    const signal = AbortSignal.timeout(5_000)
    await bank.clock.advanceAsync({ seconds: 4 })
    expect(signal.aborted).toBe(false)
    await bank.clock.advanceAsync({ seconds: 1 })
    expect(signal.aborted).toBe(true)
    expect(signal.reason.name).toBe('TimeoutError')
  }, none)

  expect(failures).toEqual([])
})

it('gives each run the same random numbers and ids, and restores everything afterwards [§3]', async () => {
  const drawn = new Set<string>()
  const before = [Math.random, crypto.randomUUID, Date, setTimeout, AbortSignal.timeout]

  await explore(async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(4)).join()
    drawn.add([Math.random(), crypto.randomUUID(), bytes].join(' '))
  }, none)

  expect([...drawn]).toHaveLength(1)
  expect([...drawn][0]).toMatch(/^0\.\d+ [\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12} [\d,]+$/)
  expect([Math.random, crypto.randomUUID, Date, setTimeout, AbortSignal.timeout]).toEqual(before)
})

it('keeps real time and randomness if the test asks for them [§3]', async () => {
  const seen = new Set<unknown>()
  const real = [setTimeout, Math.random]

  await explore(async () => void seen.add(JSON.stringify([setTimeout === real[0], Math.random === real[1]])), {
    ...none,
    time: 'real',
    random: 'real',
  })

  expect([...seen]).toEqual(['[true,true]'])
})

it('lets time pass until an unanswered push has timed out [§2.7]', async () => {
  const outcomes: unknown[] = []

  const { failures } = await explore(async ({ bank, connect }) => {
    const callbackUrl = 'https://partner.example/hooks'
    connect(callbackUrl, () => new Promise(() => {}))
    bank.webhooks.register({ partnerId: bank.partner.id, eventName: 'Wire.Payment.Sent', callbackUrl })
    bank.wires.create(outboundWire(bank))
    bank.clock.advanceToNextBatch()
    await bank.settled()
    outcomes.push(bank.pushes[0]?.outcome)
  }, none)

  expect(failures).toEqual([])
  expect(outcomes).toEqual(['timedOut', 'timedOut'])
})

it('finds that a scenario waits for something that never happens [§6]', async () => {
  const { failures } = await explore(() => new Promise(() => {}), none)

  expect(failures[0]?.message).toMatch(/has not ended, .* Does it wait for something that never comes\?$/)
})

it('reports an error thrown by a timer of the partner as a failure of the run [§6]', async () => {
  const { failures } = await explore(async ({ sleep }) => {
    setTimeout(() => {
      throw new Error('nobody caught this')
    }, 1_000)
    await sleep({ minutes: 1 })
  }, none)

  expect(failures).toMatchObject([{ run: 'clean', message: 'nobody caught this' }])
})

/** Pays, and backs off before it tries again. */
const payWithBackoff = async ({ bank, fetch, sleep }: Scene) => {
  const { access_token } = bank.tokens.issue()
  const init = { headers: { authorization: `Bearer ${access_token}` } }
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, init)
      if (!response.ok) throw new Error(`answered ${response.status}`)
      return await response.json()
    } catch (error) {
      if (attempt === 12) throw error
      await sleep({ seconds: 2 ** attempt * Math.random() })
    }
  }
}

it('finds nothing in code that backs off, even during an outage of ten minutes [§6]', async () => {
  const { failures } = await explore(payWithBackoff, { depth: 1 })

  // A token that the bank no longer takes is none of what waiting mends.
  expect(failures.flatMap(({ run, alsoIn }) => [run, ...alsoIn])).toEqual(['expiredToken@1'])
})

it('reports an unhandled rejection as a failure of the run, and goes on with the next run [§7]', async () => {
  const { failures, runs } = await explore(
    async ({ bank, fetch, sleep }) => {
      const ask = async () => {
        const { status } = await fetch(`${bank.urls.authUrl}/.well-known/openid-configuration`)
        if (status !== 200) throw new Error(`answered ${status}`)
      }
      void ask()
      await sleep({ minutes: 1 })
    },
    { depth: 1 },
  )

  expect(runs).toBeGreaterThan(5)
  expect(failures[0]?.run).toBe('status503@1')
  expect(failures[0]?.message).toMatch(
    /^A promise was rejected, and no code handles the rejection: answered 503\. .* Await the promise/,
  )
})
