/** What a scenario may do: throw, send at once, read again and again, return; and what it may not. */
import { expect, it, vi } from 'vitest'
import { createBank, isUsageError } from 'vostro'
import { type ConformanceScenario, conformance } from 'vostro/sandbox'
import { calling, paysAWire, realService, serviceOf, wireFrom } from './real-service.ts'

it('agrees where the scenario throws the same error on both sides [§7]', async () => {
  const tooLittle = calling((call, scene) => call('POST', '/wires/v1/payments', wireFrom(scene, { amount: 0 })))

  expect(await conformance(tooLittle, { against: realService() })).toMatchObject({ verdict: 'agree', calls: 2 })
})

it('tells of an error on one side with its message, and of the answer that it comes of first [§7]', async () => {
  const against = realService({ assume: { 'limits.amountMaximum': 5_000 } })

  const { differences } = await conformance(paysAWire, { against, runs: 1 })

  expect(differences.map(({ call, path }) => `${call} ${path}`)).toEqual([
    'createWire #1 status',
    'getWire #1 ',
    'scenario error',
  ])
  expect(differences.at(-1)).toMatchObject({ ours: 'no error', isSpecified: false })
  expect(differences.at(-1)?.theirs).toMatch(/^Error: POST \/wires\/v1\/payments answered 400/)
})

it('tells of a scenario that throws on one side for a reason of its own [§7]', async () => {
  const own = createBank().masterAccount.accountNumber
  const picky: ConformanceScenario = ({ credentials: { accountNumber } }) => {
    if (accountNumber !== own) throw new RangeError(`account ${accountNumber} of Example Supplies is not mine`)
  }

  const report = await conformance(picky, { against: realService() })

  expect(report.verdict).toBe('differ')
  expect(report.first).toMatchObject({
    call: 'scenario',
    ours: 'no error',
    theirs: 'RangeError: account … of … is not mine',
  })
})

it('compares what a scenario returns, and shows no more of it than of bodies [§2.4]', async () => {
  const counts: ConformanceScenario = async (scene) => ({
    count: scene.urls.baseUrl.length,
    name: scene.urls.baseUrl.includes('gateway') ? 'Jane Doe' : 'John Roe',
    id: await paysAWire(scene),
  })

  const report = await conformance(counts, { against: realService() })

  expect(report.differences.map(({ call, path }) => [call, path])).toEqual([
    ['scenario', 'returned.count'],
    ['scenario', 'returned.name'],
  ])
  expect(report.text).not.toMatch(/Jane|Doe/)
})

it('minds no order of calls that are sent at once [§2.4]', async () => {
  const amounts = [1_000, 2_000, 3_000]
  const inEitherOrder = calling(async (call, scene) => {
    const pay = async (amount: number) => {
      const { id } = await call('POST', '/wires/v1/payments', wireFrom(scene, { amount }))
      await scene.wait({ minutes: 1 })
      await call('GET', `/wires/v1/payments/${id}`)
    }
    // Each side begins with the other end.
    await Promise.all(amounts.reverse().map(pay))
  })

  const { text } = await conformance(inEitherOrder, { against: realService() })

  expect(text).toMatch(/^agree: 7 of 7 calls agree/)
})

it('lets a minute go by where several wait for one at once [§3]', async () => {
  const real = createBank({ seed: 9 })
  const before = real.world.now
  const waits: ConformanceScenario = async ({ wait }) => {
    await Promise.all([wait({ minutes: 1 }), wait({ seconds: 30 }).then(() => wait({ seconds: 30 }))])
  }

  await conformance(waits, { against: serviceOf(real) })

  expect(real.world.now - before).toBe(60_000)
})

it.each([
  [5, 600],
  [600, 5],
])(
  'takes reading until something is so for one reading, with a review of %i seconds here and of %i there [§3]',
  async (ours, theirs) => {
    const untilPending = calling(async (call, scene) => {
      const { id } = await call('POST', '/wires/v1/payments', wireFrom(scene))
      for (let tries = 0; tries < 100; tries++) {
        const { status } = await call('GET', `/wires/v1/payments/${id}`)
        if (status === 'Pending') return
        await scene.wait({ seconds: 30 })
      }
    })

    const { verdict } = await conformance(untilPending, {
      against: realService({ assume: { 'wires.reviewSeconds': theirs } }),
      bank: { assume: { 'wires.reviewSeconds': ours } },
    })

    expect(verdict).toBe('agree')
  },
)

it('sends nothing elsewhere, and no scenario can hide that it tried [§4]', async () => {
  const sent: string[] = []
  const service = realService()
  const fetch = (request: Request) => {
    sent.push(request.url)
    return service.fetch(request)
  }
  const curious: ConformanceScenario = async ({ fetch, urls }) => {
    if (urls.authUrl === service.urls.authUrl) await fetch('https://elsewhere.example/').catch(() => undefined)
  }

  await expect(conformance(curious, { against: { ...service, fetch } })).rejects.toThrow(
    'Failed to send GET https://elsewhere.example: the service has the addresses https://gateway.sandbox.example, https://id.sandbox.example.',
  )
  expect(sent).toEqual([])
})

it.each<[string, (leads: Response) => Response]>([
  ['that is not followed', (leads) => leads],
  ['that a fetch has followed', () => Object.defineProperty(new Response('{}'), 'redirected', { value: true })],
])('ends at a redirect %s: no secret goes to another address [§4]', async (_, answered) => {
  const asked: string[] = []
  const fetch = async (request: Request) => {
    asked.push(`${request.redirect} ${new URL(request.url).host}`)
    return answered(new Response(null, { status: 307, headers: { location: 'https://else.example/token' } }))
  }
  const careless: ConformanceScenario = (scene) => paysAWire(scene).catch(() => undefined)

  await expect(conformance(careless, { against: { ...realService(), fetch } })).rejects.toThrow(
    'Failed to run the scenario against the real service: POST /oauth/token at id.sandbox.example was redirected, and nothing is sent to an address that was not given.',
  )
  expect(asked).toEqual(['manual id.sandbox.example'])
})

it('says what was not given where a scenario asks for it [§5]', async () => {
  const { fetch, urls, credentials } = realService()
  const { clientId, clientSecret } = credentials

  const comparing = conformance(paysAWire, { against: { fetch, urls, credentials: { clientId, clientSecret } } })

  await expect(comparing).rejects.toThrow('asks for "accountNumber", which was not given')
})

const urls = { baseUrl: 'https://api.test', authUrl: 'https://id.test' }
const credentials = { clientId: 'a', clientSecret: 'b' }

it.each([
  [{ credentials }, 'against.urls: is missing'],
  [{ urls }, 'against.credentials: is missing'],
  [{ urls: { baseUrl: urls.baseUrl }, credentials }, 'against.urls.authUrl: is missing'],
  [
    { urls: { ...urls, baseUrl: 'https://api.bank-of-somewhere.com' }, credentials },
    'against.urls.baseUrl: is api.bank-of-somewhere.com, which does not look like a sandbox',
  ],
])(
  'sends nothing where an address or credentials were not given, or may be the real ones: %j [§4]',
  async (given, said) => {
    const fetch = vi.fn(async () => new Response())

    const comparing = conformance(paysAWire, { against: { ...given, fetch } as never })

    await expect(comparing).rejects.toThrow(said)
    await expect(comparing).rejects.toSatisfy(isUsageError)
    expect(fetch).not.toHaveBeenCalled()
  },
)

it('has no secret, name, address or number of an account in what it tells [§2.2]', async () => {
  const real = createBank({ seed: 9 })
  const service = serviceOf(real)
  const secrets = [
    ...Object.values(service.credentials),
    'Example Supplies',
    '12345678',
    'INVOICE 4711',
    'Hidden Lane 5',
  ]
  const against = {
    ...service,
    // Each text in each answer is another one.
    fetch: async (request: Request) => {
      const response = await service.fetch(request)
      const body = JSON.stringify(await response.json(), (_, value) =>
        typeof value === 'string' ? `${value} of Hidden Lane 5` : value,
      )
      return new Response(body, response)
    },
  }
  const failing: ConformanceScenario = async (scene) => {
    throw new Error(JSON.stringify(await paysAWire(scene).catch(String)) + JSON.stringify(scene))
  }

  for (const scenario of [paysAWire, failing]) {
    const report = await conformance(scenario, { against, runs: 1 })

    expect(report.differences.length).toBeGreaterThan(2)
    expect(secrets.filter((secret) => secret && JSON.stringify(report).includes(secret))).toEqual([])
  }
})
