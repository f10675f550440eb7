/** Which runs are made: pairs, intents, calendars, shards; and what is said where something keeps the oracles from seeing. */
import { expect, it, vi } from 'vitest'
import { type Exploration, explore, exploreTest, merge, type Scene } from 'vostro/explore'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { outboundWire } from '../support/wire.ts'

// The failing explorations of this file leave no traces.
vi.stubEnv('VOSTRO_TRACE', 'off')

/** Pays one invoice, three times at most. */
const pay =
  ({ isKeyed = true, isRandom = false, isNamed = false } = {}) =>
  async ({ bank, fetch, intend }: Scene) => {
    const { access_token } = bank.tokens.issue()
    const attempt = async (times: number): Promise<void> => {
      const beneficiaryReference = isRandom ? `R ${Math.random()}`.slice(0, 12) : 'INVOICE 1'
      const headers = {
        authorization: `Bearer ${access_token}`,
        'content-type': 'application/json',
        // The bug: its last attempt has no key.
        ...(isKeyed && times < 3 ? { 'idempotency-key': 'invoice 1' } : {}),
      }
      const body = JSON.stringify(outboundWire(bank, { amount: 10_000, beneficiaryReference }))
      const response = await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { method: 'POST', headers, body }).catch(
        () => undefined,
      )
      if (response?.ok) return void (await response.text())
      if (response?.status === 409) throw new Error('it is under way')
      if (times === 3) throw new Error('gave up')
      await attempt(times + 1)
    }
    await (isNamed ? intend('invoice 1', () => attempt(1)) : attempt(1))
  }

it('finds a failure that only two changes together cause [§2.3]', async () => {
  const one = await explore(pay(), { depth: 1, mayReject: () => true })
  const two = await explore(pay(), { mayReject: () => true })

  expect(one.failures).toEqual([])
  expect(two.failures.map(({ run }) => run)).toEqual(['lostAnswer@1+lostAnswer@2'])
  expect(two.failures[0]?.replay).toBe('await explore(scenario, { ...options, only: "lostAnswer@1+lostAnswer@2" })')
  expect(two.failures[0]?.message).toMatch(/^One intent became 2 wires/)
})

it('repeats a pair by its name, and refuses a pair of which one change never applies [§7]', async () => {
  const again = await explore(pay(), { only: 'lostAnswer@1+lostAnswer@2', mayReject: () => true })

  expect(again.failures).toHaveLength(1)
  await expect(explore(pay(), { only: 'lostAnswer@99' })).rejects.toThrow(
    'Failed to explore the run "lostAnswer@99": 1 of its changes never took effect',
  )
})

it.each([{ isNamed: false }, { isNamed: true }])(
  'recognizes an intent whose reference differs at each attempt, named: $isNamed [§2.3]',
  async ({ isNamed }) => {
    const { failures } = await explore(pay({ isKeyed: false, isRandom: true, isNamed }), { only: 'lostAnswer@1' })

    expect(failures[0]?.message).toMatch(
      isNamed ? /^One intent became 2 wires, .*: "invoice 1"/ : /^One intent became 2 wires, .*, with any reference/,
    )
  },
)

it('says that the intent of a wire is unknown, and that the exploration is not complete [§2.3]', async () => {
  const { complete, warnings, text } = await explore(
    async (scene) => {
      const amount = 10_000 + scene.bank.requests.length
      const { access_token } = scene.bank.tokens.issue()
      const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
      const send = () =>
        scene.fetch(`${scene.bank.urls.baseUrl}/wires/v1/payments`, {
          method: 'POST',
          headers,
          body: JSON.stringify(outboundWire(scene.bank, { amount: amount + scene.bank.requests.length })),
        })
      const response = await send()
      if (response.status === 503) await send()
    },
    { only: 'status503@1' },
  )

  expect(complete).toBe(false)
  expect(warnings).toEqual([
    expect.stringMatching(
      /^The wire of 10001 .* matches no intent of the clean run\. Name what.* First in the run status503@1\.$/,
    ),
  ])
  expect(text).toMatch(
    /^\d+ of \d+ runs, not complete: see the warnings\nwarning: The wire of .*scene\.intend\('what it pays', /,
  )
})

it('counts a second attempt after a rejection to the same intent, even if its reference has another number [§2.3]', async () => {
  const { warnings, failures } = await explore(
    async ({ bank, fetch }) => {
      const { access_token } = bank.tokens.issue()
      const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
      const url = `${bank.urls.baseUrl}/wires/v1/payments`
      for (let attempt = 1; attempt <= 2; attempt++) {
        const body = JSON.stringify(outboundWire(bank, { beneficiaryReference: `RENT ${attempt}` }))
        const { id } = await (await fetch(url, { method: 'POST', headers, body })).json()
        await bank.clock.advanceAsync({ hours: 2 })
        if (bank.wires.get(id).status !== 'Rejected') return
      }
    },
    { only: 'rejected@payment1' },
  )

  expect([warnings, failures]).toEqual([[], []])
})

it('says that two clean runs differ [§6]', async () => {
  let runs = 0

  const { complete, warnings } = await explore(
    async ({ bank, fetch }) => {
      runs++
      for (let call = 0; call < runs; call++) await fetch(`${bank.urls.authUrl}/.well-known/openid-configuration`)
    },
    { faults: false },
  )

  expect(complete).toBe(false)
  expect(warnings).toEqual([expect.stringContaining('Two runs without any change differ')])
})

it('plays the whole scenario before a holiday, across a change to summer time, and at the end of a month [§3]', async () => {
  const times = new Set<string>()

  const { coverage } = await explore(async ({ bank }) => void times.add(bank.clock.now.slice(0, 16)), {
    faults: false,
    calendars: ['holidays', 'clock changes', 'month ends'],
  })

  expect([...times]).toEqual([
    '2026-03-02T09:00',
    '2026-05-22T15:00',
    '2026-05-22T19:00',
    '2027-07-02T15:00',
    '2027-07-02T19:00',
    '2026-03-07T15:00',
    '2026-03-07T23:30',
    '2026-10-31T15:00',
    '2026-10-31T23:30',
    '2026-03-31T15:00',
    '2026-03-31T23:45',
    '2026-12-31T15:00',
    '2026-12-31T23:45',
  ])
  expect(coverage).toEqual([
    { depth: 1, known: 12, tried: 12, equal: 0, independent: 0, left: 0, combinations: { known: 12, tried: 12 } },
  ])
})

it.each([1, 2, 5])('finds in %i shards what it finds as a whole, also from JSON [§6]', async (parts) => {
  const options = { mayReject: () => true }
  const whole = await explore(pay({ isKeyed: false }), options)

  const shards: Exploration[] = []
  for (let part = 1; part <= parts; part++) {
    shards.push(await explore(pay({ isKeyed: false }), { ...options, shard: `${part}/${parts}` }))
  }
  const merged = merge(JSON.parse(JSON.stringify(shards)))

  expect(merged.text).toBe(whole.text)
  expect(merged.failures.map(({ run, alsoIn }) => [run, alsoIn])).toEqual(
    whole.failures.map(({ run, alsoIn }) => [run, alsoIn]),
  )
  expect(merged.complete).toBe(true)
})

it.each([
  ['the fewest changes', [1, 0]],
  ['the fewest changes of a date or an assumption', [0, 1]],
])('shows a failure by the run with %s, whichever shard found it first [§6]', async (_, [more = 0, other = 0]) => {
  const options = { mayReject: () => true, depth: 1 } as const
  const [first, second] = [
    await explore(pay({ isKeyed: false }), { ...options, shard: '1/2' }),
    await explore(pay({ isKeyed: false }), { ...options, shard: '2/2' }),
  ]
  const near = [...first.failures, ...second.failures][0]
  if (near === undefined) throw new Error('No shard has a failure.')
  const [changes = 0, ofRun = 0, ...rest] = near.remoteness
  const far = { ...near, alsoIn: [], run: 'a+far+run', remoteness: [changes + more, ofRun + other, ...rest] }

  const { failures } = merge([
    { ...first, failures: [{ ...far, foundAfter: 1 }] },
    { ...second, failures: [{ ...near, alsoIn: [], foundAfter: 9 }] },
  ])

  expect(failures).toMatchObject([{ run: near.run, changes: near.changes, alsoIn: [far.run], foundAfter: 1 }])
})

it('refuses an incomplete set of shards and an invalid shard [§7]', async () => {
  const part = await explore(pay(), { shard: '1/2', depth: 1 })

  expect(() => merge([part])).toThrow(/^Failed to merge 1 explorations: .* are 1\/2\. Explore each of "1\/n"/)
  expect(() => merge([])).toThrow(/are none/)
  await expect(explore(pay(), { shard: '3/2' })).rejects.toThrow('must be a part of a whole, such as "3/8"')
})

it('stops a call while everything else goes on, so that its push comes before its answer [§6]', async () => {
  const order: string[] = []

  await explore(
    async ({ bank, fetch, connect }) => {
      order.length = 0
      const callbackUrl = 'https://partner.example/hooks'
      bank.webhooks.register({
        partnerId: bank.partner.id,
        eventName: 'Wire.Payment.Sent',
        registrationType: 'Push',
        callbackUrl,
      })
      connect(callbackUrl, () => {
        order.push('push')
        return new Response()
      })
      const { access_token } = bank.tokens.issue()
      const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
      const body = JSON.stringify(outboundWire(bank))
      await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { method: 'POST', headers, body })
      order.push('answer')
      await bank.settled()
    },
    { bank: { release: 'instant' }, only: 'pauseAfter@1' },
  )

  expect(order).toEqual(['push', 'answer'])
})

it('ends when its signal aborts, with what it has found [§6]', async () => {
  const controller = new AbortController()
  const progress: number[] = []

  const { text, complete } = await explore(pay(), {
    signal: controller.signal,
    onProgress: ({ runs }) => {
      progress.push(runs)
      if (runs === 5) controller.abort()
    },
  })

  expect(progress).toEqual([2, 3, 4, 5])
  expect(complete).toBe(false)
  expect(text).toMatch(/^5 of \d+ runs, cut short by signal/)
})

it('prints each failure as a test to keep, which repeats just that run [§6]', async () => {
  const { failures } = await explore(pay({ isKeyed: false }), { only: 'lostAnswer@1' })

  const lines = failures[0]?.toTest({ scenario: './pay.ts', name: 'pay' }).split('\n') ?? []
  const comments = lines.filter((line) => line.startsWith('// '))
  expect(comments.map((line) => line.slice(3)).join(' ')).toBe(failures[0]?.message)
  expect(lines.filter(({ length }) => length > 80)).toEqual([])
  expect(lines.filter((line) => !comments.includes(line)).join('\n')).toBe(`import { expect, test } from 'vitest'
import { explore } from 'vostro/explore'
import { pay } from "./pay.ts"

test("holds in the run lostAnswer@1", async () => {
  const { failures } = await explore(
    pay,
    { only: "lostAnswer@1" },
  )

  expect(failures).toEqual([])
})
`)
  expect(failures[0]?.toTest({ runner: 'jest' }).split('\n')[0]).toBe("import { explore } from 'vostro/explore'")
})

it('names the trace of the first failure below the message of the test, unless traces are off [§6]', async () => {
  const tests: (() => Promise<void>)[] = []
  exploreTest((_, run) => void tests.push(run), 'pays twice', pay({ isKeyed: false }), {
    depth: 1,
    mayReject: () => true,
  })
  vi.stubEnv('VOSTRO_TRACE', 'failed')
  vi.stubEnv('VOSTRO_TRACE_FOLDER', temporaryFolder())
  const told = await tests[0]?.().catch(({ message }: Error) => message)
  vi.stubEnv('VOSTRO_TRACE', 'off')
  const untold = await tests[0]?.().catch(({ message }: Error) => message)

  // On the sources, there is no page to write.
  expect(told).toMatch(/\n\n(?:Trace: .*pays-twice-[\da-f]{8}\.html|No trace was written: .*the sources of vostro.*)$/)
  expect(untold).not.toMatch(/\n\n.*[tT]race/)
})

it('passes as a test if nothing fails and nothing was left out [§6]', async () => {
  const tests: { name: string; run: () => Promise<void>; timeout: number }[] = []
  const test = (name: string, run: () => Promise<void>, timeout: number) => tests.push({ name, run, timeout })
  const options = { depth: 1, mayReject: () => true } as const

  exploreTest(test, 'right', pay(), options)
  exploreTest(test, 'wrong', pay({ isKeyed: false }), { ...options, timeout: 60_000 })
  exploreTest(test, 'cut short', pay(), { ...options, maxRuns: 5 })

  const [right, wrong, cut] = tests
  expect(tests.map(({ name, timeout }) => [name, timeout])).toEqual([
    ['right', 300_000],
    ['wrong', 60_000],
    ['cut short', 300_000],
  ])
  await expect(right?.run()).resolves.toBeUndefined()
  await expect(wrong?.run()).rejects.toThrow(/One intent became 2 wires[\s\S]*The timeline of lostAnswer@1:\nMonday/)
  await expect(cut?.run()).rejects.toThrow(/^5 of \d+ runs, cut short by maxRuns/m)
})

it.each(['reversed@payment1', 'leftBehind@payment1', 'held@payment1'])(
  'finds nothing in code that relies on the record after the decision %s [§3]',
  async (only) => {
    const { failures } = await explore(
      async ({ bank, books }) => {
        const { id, amount } = bank.wires.create(outboundWire(bank))
        books(() => {
          const { posting } = bank.wires.get(id)
          return [{ paymentId: id, amount, status: posting === 'Posted' ? 'completed' : 'pending' }]
        })
        await bank.clock.advanceAsync({ hours: 2 })
      },
      { only },
    )

    expect(failures.map(({ message }) => message)).toEqual([])
  },
)

it('rejects a payment that its partner has seen Pending [§2.4]', async () => {
  const { failures } = await explore(
    async ({ bank, books, sleep }) => {
      const { id, amount } = bank.wires.create(outboundWire(bank))
      let status: 'pending' | 'completed' | 'failed' = 'pending'
      books(() => [{ paymentId: id, amount, status }])
      await sleep({ seconds: 30 })
      // The bug: what has passed its review counts as paid once a batch has gone.
      const isRefused = bank.wires.get(id).status === 'Rejected'
      await sleep({ hours: 6 })
      if (bank.wires.get(id).status !== 'Hold') status = isRefused ? 'failed' : 'completed'
    },
    { depth: 1, deskDecisions: true, only: ['rejected@payment1', 'rejectedLate@payment1'] },
  )

  expect(failures.map(({ run }) => run)).toEqual(['rejectedLate@payment1'])
})

it('answers ten minutes late, after the client may have given up or tried again [§7]', async () => {
  const told: string[] = []
  const { failures } = await explore(
    async ({ bank, fetch, sleep }) => {
      told.length = 0
      const { access_token } = bank.tokens.issue()
      const pay = (signal?: AbortSignal) =>
        fetch(`${bank.urls.baseUrl}/wires/v1/payments`, {
          method: 'POST',
          headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
          body: JSON.stringify(outboundWire(bank, { beneficiaryReference: 'ORDER 1' })),
          ...(signal ? { signal } : {}),
        })
      // The bug: while the first click is under way, a second one pays again.
      let isPaid = false
      const click = async () => {
        if (isPaid) return
        await pay(AbortSignal.timeout(60_000)).catch((error: Error) => told.push(`${error.name} at ${bank.clock.now}`))
        isPaid = true
      }
      const first = click()
      await sleep({ seconds: 30 })
      await click()
      await first
    },
    { only: 'answersLate@1' },
  )

  expect(failures[0]?.message).toMatch(/^One intent became 2 wires/)
  expect(told[0]).toBe('TimeoutError at 2026-03-02T09:01:00.000-05:00')
})

it('lets three calls in a row fail, after which a client may give up [§7]', async () => {
  const answered: number[] = []
  const scenario = async ({ bank, fetch }: Scene) => {
    answered.length = 0
    const ask = async () => {
      const { status, ok } = await fetch(`${bank.urls.authUrl}/.well-known/openid-configuration`)
      answered.push(status)
      return ok
    }
    if (!(await ask()) && !(await ask()) && !(await ask())) throw new Error('gave up')
  }

  const { failures } = await explore(scenario, { only: 'failing@1' })

  expect(failures).toEqual([])
  expect(answered).toEqual([503, 503, 503])
})

it('tries every kind of change at a call that is made only after the first change [§2.3]', async () => {
  const { failures } = await explore(
    async ({ bank, fetch }) => {
      const send = async (key: string) => {
        const headers = {
          authorization: `Bearer ${bank.tokens.issue().access_token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        }
        const body = JSON.stringify(outboundWire(bank, { beneficiaryReference: 'RENT' }))
        const init = { method: 'POST', headers, body }
        return await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, init).catch(() => undefined)
      }
      const pay = async (key: string) => {
        for (;;) {
          const response = await send(key)
          if (response?.ok) return (await response.json().catch(() => ({}))).id as string | undefined
          await bank.clock.advanceAsync({ minutes: 1 })
        }
      }
      const id = (await pay('first')) ?? (await pay('first'))
      await bank.clock.advanceAsync({ hours: 2 })
      if (id === undefined || bank.wires.get(id).status !== 'Rejected') return
      // The bug: a replacement that was answered with 500 is paid with another key.
      const replaced = await send('second')
      await pay(replaced?.status === 500 ? 'third' : 'second')
    },
    { deskDecisions: true, maxFailures: 1 },
  )

  expect(failures.map(({ run }) => run)).toEqual(['rejected@payment1+failedAnswer500@2'])
})

it('delivers a push twice at once that comes only after the first change [§6]', async () => {
  const { failures } = await explore(
    async ({ bank, fetch, connect }) => {
      const replaced = new Set<string>()
      const call = async (method: string, path: string, key: string, body?: object) => {
        const headers = {
          authorization: `Bearer ${bank.tokens.issue().access_token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        }
        const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
        for (let tries = 1; tries < 5; tries++) {
          const response = await fetch(bank.urls.baseUrl + path, init).catch(() => undefined)
          if (response?.ok) return
          await bank.clock.advanceAsync({ minutes: 1 })
        }
      }
      const pay = (key: string) =>
        call('POST', '/wires/v1/payments', key, outboundWire(bank, { beneficiaryReference: 'RENT' }))
      const callbackUrl = 'https://partner.example/hooks'
      bank.webhooks.register({
        partnerId: bank.partner.id,
        eventName: 'Wire.Payment.Rejected',
        registrationType: 'Push',
        callbackUrl,
      })
      connect(callbackUrl, async (request) => {
        const [path = ''] = (await request.json()).resources as string[]
        if (path === '' || replaced.has(path)) return new Response('done')
        // The bug: another one that comes in meanwhile has not seen it either, and has a key of its own.
        await call('GET', `/${path}`, 'none')
        replaced.add(path)
        await pay(`replacement ${replaced.size} at ${bank.requests.length}`)
        return new Response('done')
      })
      await pay('first')
      await bank.clock.advanceAsync({ hours: 2 })
    },
    { deskDecisions: true, only: 'rejected@payment1+twins@*', mayReject: () => true },
  )

  expect(failures.map(({ run }) => run)).toEqual(['rejected@payment1+twins@push1'])
})
