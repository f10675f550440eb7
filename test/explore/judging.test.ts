/** How runs are judged: what must not be blamed, what must not be missed, and what is said where it cannot be told. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, it, vi } from 'vitest'
import { explore, exploreTest, type Scene } from 'vostro/explore'
import { inboundWire, outboundWire } from '../support/wire.ts'

// The failing explorations of this file leave no traces.
vi.stubEnv('VOSTRO_TRACE', 'off')

const callbackUrl = 'https://partner.example/hooks'

/** Calls the bank as a partner that has a token. */
function clientOf({ bank, fetch }: Pick<Scene, 'bank' | 'fetch'>) {
  const { access_token } = bank.tokens.issue()
  return async (method: string, path: string, body?: object, key?: string) => {
    const response = await fetch(`${bank.urls.baseUrl}/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${access_token}`,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`answered ${response.status}`)
    return await response.json()
  }
}

function registerFor({ partner, webhooks }: Scene['bank']): void {
  const eventName = 'Wire.Payment.Received'
  webhooks.register({ partnerId: partner.id, registrationType: 'Push', eventName, callbackUrl })
}

it.each(['pauseBefore@1', 'arrivesLate@1'])(
  'does not count a wire of another intent that comes in while a call is stopped: %s [§2.3]',
  async (only) => {
    const { failures } = await explore(
      async (scene) => {
        const call = clientOf(scene)
        const pay = (amount: number) => call('POST', 'wires/v1/payments', outboundWire(scene.bank, { amount }))
        await Promise.all([scene.intend('A', () => pay(100)), scene.intend('B', () => pay(200))])
      },
      { only },
    )

    expect(failures).toEqual([])
  },
)

it.each(['pauseBefore@1', 'arrivesLate@1', 'meetsPush@1'])(
  'performs a call that was sent even if its client gives up meanwhile: %s [§7]',
  async (only) => {
    const performed: number[] = []

    await explore(
      async (scene) => {
        registerFor(scene.bank)
        scene.connect(callbackUrl, () => new Response())
        scene.bank.wires.simulateInbound(inboundWire(scene.bank))
        const { access_token } = scene.bank.tokens.issue()
        const client = new AbortController()
        const init = { headers: { authorization: `Bearer ${access_token}` }, signal: client.signal }
        const read = scene.fetch(`${scene.bank.urls.baseUrl}/wires/v1/payments`, init)
        await scene.sleep({})
        client.abort()
        await read.catch(() => {})
        await scene.sleep({ hours: 1 })
        performed.push(scene.bank.requests.filter(({ endpoint }) => endpoint === 'listWires').length)
      },
      { only },
    )

    expect(performed.at(-1)).toBe(1)
  },
)

it('counts a later payment of a cron job for the intent that was named before [§2.3]', async () => {
  const { failures } = await explore(
    async (scene) => {
      const call = clientOf(scene)
      const wire = outboundWire(scene.bank, { beneficiaryReference: 'INVOICE 1' })
      const pay = () => call('POST', 'wires/v1/payments', wire)
      const failed: (() => Promise<unknown>)[] = []
      scene.every({ minutes: 5 }, () => failed.shift()?.())
      await scene.intend('invoice 1', () => pay().catch(() => failed.push(pay)))
      await scene.sleep({ minutes: 10 })
    },
    { only: 'lostAnswer@1' },
  )

  expect(failures[0]?.message).toMatch(/^One intent became 2 wires, 1 in the clean run: "invoice 1"/)
})

it('keeps the context of AsyncLocalStorage in the timers of a run [§7]', async () => {
  const context = new AsyncLocalStorage<string>()
  const seen: unknown[] = []

  await explore(
    async ({ sleep }) => {
      await context.run('order 1', async () => {
        setTimeout(() => seen.push(context.getStore()), 1_000)
        AbortSignal.timeout(2_000).addEventListener('abort', () => seen.push(context.getStore()))
        await sleep({ seconds: 5 })
      })
    },
    { only: 'clean' },
  )

  expect(seen.slice(0, 2)).toEqual(['order 1', 'order 1'])
})

it('injects nothing while the checks at the end run, and lets time pass there [§7]', async () => {
  const { failures, complete } = await explore(
    async (scene) => {
      scene.eventually(async () => {
        await new Promise((resolve) => setTimeout(resolve, 1_000))
        await clientOf(scene)('GET', 'wires/v1/payments')
      })
    },
    { depth: 1 },
  )

  expect(failures).toEqual([])
  expect(complete).toBe(true)
})

it('accepts a wire that was canceled in the clean run [§2.3]', async () => {
  const { warnings } = await explore(
    async (scene) => {
      const call = clientOf(scene)
      const { id } = await call('POST', 'wires/v1/payments', outboundWire(scene.bank), 'A')
      await scene.sleep({ minutes: 1 })
      await call('POST', `wires/v1/payments/${id}/cancel`).catch(() => {})
    },
    { only: 'arrivesLate@2' },
  )

  expect(warnings).toEqual([])
})

it('delivers a push twice at once, so that a receiver which checks before it acts acts twice [§6]', async () => {
  const scenario = async ({ bank, connect, sleep, eventually }: Scene) => {
    registerFor(bank)
    const known = new Set<string>()
    let credited = 0
    connect(callbackUrl, async (request) => {
      const { id } = await request.json()
      if (known.has(id)) return new Response()
      await sleep({ seconds: 1 })
      known.add(id)
      credited++
      return new Response()
    })
    bank.wires.simulateInbound(inboundWire(bank))
    await sleep({ hours: 1 })
    eventually(() => expect(credited).toBe(1))
  }

  const alone = await explore(scenario, { only: 'duplicate@push1' })
  const beside = await explore(scenario, { only: 'twins@push1' })

  expect(alone.failures).toEqual([])
  expect(beside.failures).toHaveLength(1)
})

it('says that nothing was checked if the scenario ended with its process [§7]', async () => {
  const scenario =
    (isCaught: boolean) =>
    async ({ process, eventually }: Scene) => {
      const rows = new Map<string, number>()
      eventually(() => expect(rows.get('debited')).toBe(rows.get('credited')))
      const service = await process(({ store }) => {
        const table = store({ put: async (name: string) => void rows.set(name, 1) })
        return { transfer: () => table.put('debited').then(() => table.put('credited')) }
      })
      const asked = service.ask(({ transfer }) => transfer())
      await (isCaught ? asked.catch(() => {}) : asked)
    }

  const alone = await explore(scenario(false), { only: 'crashAfterStore@store1' })
  const caught = await explore(scenario(true), { only: 'crashAfterStore@store1' })

  expect(alone.warnings).toEqual([expect.stringMatching(/^The process ended while the scenario waited for ask\(\)/)])
  expect(alone.complete).toBe(false)
  expect(caught.failures).toHaveLength(1)
})

it('lets a scenario give up if its process ends and something else goes wrong [§7]', async () => {
  const { warnings, failures } = await explore(
    async ({ process, eventually }) => {
      const rows = new Set<string>()
      eventually(() => expect([...rows]).toEqual(['ordered']))
      const service = await process(({ store }) => {
        const table = store({ put: async (name: string) => void rows.add(name) })
        return { order: () => table.put('ordered') }
      })
      const order = () => service.ask((app) => app.order())
      await order().catch(order)
    },
    { only: 'storeFails@store1+crashAfterStore@store2' },
  )

  expect([warnings, failures]).toEqual([[], []])
})

it('ends a process while its call is under way: a look-up finds no payment, and then there is one [§2.3]', async () => {
  const { failures } = await explore(
    async (scene) => {
      const rows = { isPaid: false, begun: 0 }
      const service = await scene.process(async (ends) => {
        const call = clientOf({ bank: scene.bank, fetch: ends.fetch })
        const pay = async () => {
          await call('POST', 'wires/v1/payments', outboundWire(scene.bank, { beneficiaryReference: 'INVOICE 1' }))
          rows.isPaid = true
        }
        // The bug: what the bank does not know yet is paid again, without a key.
        if (rows.begun > 0 && !rows.isPaid) {
          const { results } = await call('GET', 'wires/v1/payments')
          if (results.length === 0) await pay()
        }
        return {
          pay: async () => {
            rows.begun++
            await pay()
          },
        }
      })
      await service.ask(({ pay }) => pay()).catch(() => {})
      await scene.sleep({ minutes: 5 })
    },
    { only: 'crashOnTheWay@1' },
  )

  expect(failures[0]?.message).toMatch(/^One intent became 2 wires/)
})

it('refuses books with invalid entries, and reports books that cannot be read as a failure [§6]', async () => {
  const before = setTimeout
  // They take turns, and give the process its timers back.
  const wrong = explore(async ({ books }) => books(() => [{ paymentId: 'x', amount: 1, status: 'Completed' as never }]))
  const { failures } = await explore(async ({ books }) =>
    books(() => {
      throw new Error('the table is locked')
    }),
  )

  await expect(wrong).rejects.toThrow('Failed to read the books: the payment "x" is "Completed", and must be')
  expect(setTimeout).toBe(before)
  expect(failures[0]?.message).toBe('the table is locked')
})

it('passes as a test if pairs are left out, and says how many [§7]', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const tests: (() => Promise<void>)[] = []
  const scenario = async (scene: Scene) => {
    const call = clientOf(scene)
    const look = () => call('GET', 'wires/v1/payments').catch(() => {})
    for (let time = 0; time < 3; time++) await look()
  }

  exploreTest((_, run) => void tests.push(run), 'looks', scenario, { maxRuns: 100 })
  exploreTest((_, run) => void tests.push(run), 'looks', scenario, { maxRuns: 10 })

  await expect(tests[0]?.()).resolves.toBeUndefined()
  expect(said.mock.calls.join('')).toMatch(
    /looks: 100 of \d+ runs, cut short by maxRuns[\s\S]* pairs of changes, .*left out/,
  )
  await expect(tests[1]?.()).rejects.toThrow(/10 of \d+ runs, cut short by maxRuns/)
  said.mockRestore()
})

it('ends when its time budget is spent, and refuses an invalid budget [§7]', async () => {
  const scenario = async (scene: Scene) => void (await clientOf(scene)('GET', 'wires/v1/payments').catch(() => {}))

  const { cutBy } = await explore(scenario, { budget: '0s' })

  expect(cutBy).toBe('budget')
  await expect(explore(scenario, { budget: 'soon' })).rejects.toThrow(
    'Failed to explore: the budget is "soon". Write seconds',
  )
})

it('samples the orders of pushes if there are too many to try them all, with the same sample each time [§6]', async () => {
  const orders = new Set<string>()
  const scenario = async ({ bank, connect, sleep }: Scene) => {
    registerFor(bank)
    const order: string[] = []
    connect(callbackUrl, async (request) => {
      const { resources } = await request.json()
      order.push(bank.wires.get(resources[0].split('/').at(-1)).amount.toString())
      return new Response()
    })
    for (const amount of [1, 2, 3, 4, 5]) bank.wires.simulateInbound(inboundWire(bank, { amount }))
    await sleep({ minutes: 10 })
    orders.add(order.join(''))
  }

  const { sampled, text } = await explore(scenario, { faults: false, maxRuns: 3, samples: 50 })
  const drawn = orders.size
  await explore(scenario, { only: 'sample:7' })

  expect(sampled).toBe(50)
  expect(drawn).toBeGreaterThan(30)
  expect(orders.size).toBe(drawn)
  expect(text).toContain(
    '50 orders of pushes drawn at random: the chance to find a bug that depends on their order is 99.9 % for 2 pushes',
  )
})

it('lets a payment come in while pages are read, if the test asks for it, so that the pages shift [§4]', async () => {
  const seen: number[] = []
  const scenario = async (scene: Scene) => {
    const call = clientOf(scene)
    for (const amount of [1, 2, 3]) scene.bank.wires.create(outboundWire(scene.bank, { amount }))
    seen.length = 0
    for (const page of [1, 2]) {
      const { results } = await call('GET', `wires/v1/payments?pageNumber=${page}&pageSize=2`)
      seen.push(results.length)
    }
  }

  const { failures } = await explore(scenario, { only: 'arrival@2' })
  const { coverage } = await explore(scenario, { unsolicitedPayments: true, faults: false, depth: 1 })

  expect(failures).toEqual([])
  expect(seen).toEqual([2, 2])
  expect(coverage[0]?.known).toBe(2)
})

it('fails as a test if the scenario called nothing of its scene [§7]', async () => {
  const runs: (() => Promise<void>)[] = []
  exploreTest(
    (_, run) => runs.push(run),
    'pays once',
    async () => {},
    { depth: 1 },
  )

  await expect(runs[0]?.()).rejects.toThrow(
    'There was nothing to explore: the scenario called nothing through the fetch',
  )
})

it.each([
  ['wrongSignature@push1', 'signed with another secret', () => true],
  ['missingSignature@push1', 'without a signature', () => true],
  ['wrongSignature@push1', 'signed with another secret', (header: string | null) => header !== null],
])('finds a receiver that accepts a forged push: %s, %s [§6]', async (only, words, isTaken) => {
  const { failures } = await explore(
    async ({ bank, connect }) => {
      const eventName = 'Wire.Payment.Received'
      const partnerId = bank.partner.id
      const { id } = bank.webhooks.register({ partnerId, registrationType: 'Push', eventName, callbackUrl })
      bank.webhooks.sign(id)
      connect(
        callbackUrl,
        ({ headers }) => new Response(null, { status: isTaken(headers.get('cos-signature')) ? 200 : 401 }),
      )
      bank.wires.simulateInbound(inboundWire(bank))
      await bank.clock.advanceAsync({ minutes: 5 })
    },
    { only },
  )

  expect(failures.map(({ run, error }) => `${run}: ${error.message}`)).toEqual([
    `${only}: The push Wire.Payment.Received came ${words}, and was answered with 200. Check the signature before all else, and answer 401 where it is wrong. (§6)`,
  ])
})

it('finds nothing in a receiver that refuses the forged push, and accepts the genuine one after an outage and a restart [§6]', async () => {
  const { failures } = await explore(
    async ({ bank, connect }) => {
      const eventName = 'Wire.Payment.Received'
      const partnerId = bank.partner.id
      const { id } = bank.webhooks.register({ partnerId, registrationType: 'Push', eventName, callbackUrl })
      bank.webhooks.sign(id)
      let pushes = 0
      const answerOf = () => (pushes === 1 ? 401 : pushes <= 4 ? 503 : 200)
      connect(callbackUrl, () => {
        pushes++
        return new Response(null, { status: answerOf() })
      })
      bank.wires.simulateInbound(inboundWire(bank))
      await bank.clock.advanceAsync({ minutes: 5 })
      if (bank.webhooks.get(id).status === 'Suspended') bank.webhooks.restart(id)
      await bank.clock.advanceAsync({ minutes: 5 })
    },
    { only: 'wrongSignature@push1' },
  )

  expect(failures).toEqual([])
})

it('changes a call that is made in the background while the books are read [§6]', async () => {
  const statuses: number[] = []
  await explore(
    async ({ bank, fetch, books, connect }) => {
      const authorization = `Bearer ${bank.tokens.issue().access_token}`
      bank.webhooks.register({
        partnerId: bank.partner.id,
        registrationType: 'Push',
        eventName: 'Wire.Payment.Received',
        callbackUrl,
      })
      books(async () => {
        for (let turn = 0; turn < 20; turn++) await null
        return []
      })
      const inTheBackground = async () => {
        for (let turn = 0; turn < 10; turn++) await null
        const answer = await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { headers: { authorization } })
        statuses.push(answer.status)
      }
      connect(callbackUrl, () => {
        void inTheBackground()
        return new Response()
      })
      bank.wires.simulateInbound(inboundWire(bank))
      await bank.clock.advanceAsync({ minutes: 5 })
    },
    { only: 'status503@1' },
  )

  expect(statuses).toEqual([200, 200, 503])
})

it('refuses a mistyped option of the receiver that a scene connects [§6]', async () => {
  const mistyped = { sing: () => ({}) } as object
  const { failures } = await explore(async ({ connect }) => connect(callbackUrl, () => new Response(), mistyped), {
    depth: 1,
  }).catch((error: unknown) => ({ failures: [{ error: error as Error }] }))

  expect(String(failures[0]?.error)).toContain('sing: unknown option; did you mean "sign"?')
})

it.each(['rejected@payment1', 'reversed@payment1'])(
  'does not count a wire that the bank rejected or reversed, as in %s, when it is sent again [§2.4]',
  async (only) => {
    const { failures } = await explore(
      async (scene) => {
        const { bank, books, every, sleep } = scene
        const call = clientOf(scene)
        const rows: { paymentId: string; amount: number; status: 'pending' | 'completed' | 'failed' }[] = []
        books(() => rows)
        const pay = async () => {
          const { id } = await call('POST', 'wires/v1/payments', outboundWire(bank), `attempt ${rows.length + 1}`)
          rows.push({ paymentId: id, amount: outboundWire(bank).amount, status: 'pending' })
        }
        every({ hours: 1 }, async () => {
          const row = rows.at(-1)
          if (!row || row.status === 'failed' || bank.clock.now > '2026-03-02T20') return
          const { status, wasReversed } = await call('GET', `wires/v1/payments/${row.paymentId}`)
          row.status =
            wasReversed || status === 'Rejected' ? 'failed' : status === 'Completed' ? 'completed' : 'pending'
          if (row.status === 'failed') await pay()
        })
        await pay()
        await sleep({ hours: 4 })
      },
      { deskDecisions: true, only },
    )

    expect(failures.map(({ message }) => message)).toEqual([])
  },
)

it('says that pairs were not tried, and that a scenario which fails without changes was not tried at all [§7]', async () => {
  const singles = await explore(async ({ fetch, bank }) => void (await fetch(bank.urls.authUrl)), { depth: 1 })
  const broken = await explore(() => Promise.reject(new Error('a mistake of its own')))

  expect(singles.text).toContain('; pairs of changes (depth: 2)\n')
  expect(broken.complete).toBe(false)
  expect(broken.text).toMatch(/^1 of 1 runs, not complete: the run without a change failed, so no change was tried$/m)
})
