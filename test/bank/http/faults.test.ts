/** Faults of requests: what is done, and what the client gets. (§7) */
import { expect, it, vi } from 'vitest'
import { type CallPredicate, createBank, type RequestFault, type RequestFaultOptions, replay } from 'vostro'
import { faultKinds, requestFaults } from '../../../src/core/faults/fault-kinds.ts'
import { bankingToken, initOf } from '../../support/calls.ts'
import { cuttingFaults, socketErrors } from '../../support/cut-connections.ts'
import { pushOf } from '../../support/requests.ts'
import { outboundWire } from '../../support/wire.ts'

/** What a client gets for creating a wire: a status and whether its JSON can be read, or that no answer came. */
async function outcomeOf(answer: Promise<Response>): Promise<string> {
  try {
    const response = await answer
    return await response.json().then(
      () => `${response.status}`,
      () => `${response.status} unreadable`,
    )
  } catch {
    return 'no answer'
  }
}

/** The fault, what the client gets for creating a wire, and how many wires there are then. */
const cases: [RequestFault, RequestFaultOptions, string, number][] = [
  ['status', {}, '503', 0],
  ['status', { status: 500 }, '500', 0],
  ['status', { status: 401 }, '401', 0],
  ['status', { status: 429 }, '429', 0],
  ['timeout', {}, 'no answer', 0],
  ['networkError', {}, 'no answer', 0],
  ['lostAnswer', {}, 'no answer', 1],
  ['failedAnswer', {}, '502', 1],
  ['failedAnswer', { status: 504 }, '504', 1],
  ['underWay', {}, 'no answer', 1],
  ['malformedBody', {}, '200 unreadable', 1],
  ['slow', {}, '200', 1],
  ['expiredToken', {}, '401', 0],
  ['beforeAnswer', {}, '200', 1],
]

it.each(requestFaults.filter((fault) => fault !== 'staleRead'))(
  'says of %s whether the request is done and answered, as the cases show [§7]',
  (fault) => {
    const { isDone, isAnswered, isGarbled = false } = faultKinds[fault]

    const shown = cases.filter(([kind]) => kind === fault)

    expect(shown.length).toBeGreaterThan(0)
    for (const [, , outcome, wires] of shown) {
      const found = [wires > 0, outcome !== 'no answer', outcome.endsWith('unreadable')]
      expect(found).toEqual([isDone, isAnswered, isGarbled])
    }
  },
)

it.each(cases)(
  'strikes the creation of a wire with %s %j: the client gets %s, and %i wires are made [§7]',
  async (fault, options, outcome, wires) => {
    const bank = createBank({ release: 'instant' })
    bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id))
    bank.webhooks.connect('https://partner.example/hooks', () => new Response())
    const token = bankingToken(bank)
    bank.faults.inject(fault, { endpoint: 'createWire', uses: 1, ...options })
    const url = `${bank.urls.baseUrl}/wires/v1/payments`

    const got = [
      await outcomeOf(bank.fetch(url, initOf('POST', { token, body: outboundWire(bank) }))),
      await outcomeOf(bank.fetch(url, initOf('GET', { token: bankingToken(bank) }))),
    ]

    expect(got).toEqual([outcome, '200'])
    expect(bank.wires.list().results).toHaveLength(wires)
    expect(bank.requests).toMatchObject([
      { endpoint: 'createWire', fault, status: outcome === 'no answer' ? 0 : Number.parseInt(outcome, 10) },
      { endpoint: 'listWires', status: 200 },
    ])
    expect(bank.faults.list()).toEqual([])
  },
)

it('names the second after which a 429 may be tried again [§7]', async () => {
  const bank = createBank()
  bank.faults.inject('status', { status: 429, retryAfter: 30 })

  const response = await bank.fetch(
    `${bank.urls.baseUrl}/wires/v1/payments`,
    initOf('GET', { token: bankingToken(bank) }),
  )

  expect(response.headers.get('retry-after')).toBe('30')
  expect(await response.json()).toEqual({ errors: [{ code: 9999, message: 'The test injected a fault: status 429.' }] })
})

it('lets a token expire for good: every call with it gets 401, until a new one is asked for [§5]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  bank.faults.inject('expiredToken', { uses: 1 })
  const ask = async (token: string) =>
    (await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, initOf('GET', { token }))).status

  expect([await ask(token), await ask(token), await ask(bankingToken(bank))]).toEqual([401, 401, 200])
})

it('takes its virtual time over a slow call, in which other things happen [§3]', async () => {
  const bank = createBank()
  const { id } = bank.wires.create(outboundWire(bank))
  bank.faults.inject('slow', { endpoint: 'getWire', seconds: 90 })

  const response = await bank.fetch(
    `${bank.urls.baseUrl}/wires/v1/payments/${id}`,
    initOf('GET', { token: bankingToken(bank) }),
  )

  expect(bank.clock.now).toBe('2026-03-02T09:01:30.000-05:00')
  expect((await response.json()).status).toBe('Pending')
})

it('reads stale: as it was before the last change, of the payment and of the clock [§4]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const { id } = bank.wires.create(outboundWire(bank))
  const read = async () => {
    const response = await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments/${id}`, initOf('GET', { token }))
    return response.status === 200 ? (await response.json()).status : response.status
  }
  bank.faults.inject('staleRead', { endpoint: 'getWire', nth: 1 })
  bank.faults.inject('staleRead', { endpoint: 'getWire', nth: 3 })

  const seen = [await read()]
  bank.clock.advanceToNextBatch()
  seen.push(await read(), await read())

  expect(seen).toEqual([404, 'Completed', 'Created'])
})

it('strikes by endpoint, by predicate, and the n-th time alone [§7]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const create = (amount: number) =>
    outcomeOf(
      bank.fetch(
        `${bank.urls.baseUrl}/wires/v1/payments`,
        initOf('POST', { token, body: outboundWire(bank, { amount }) }),
      ),
    )
  bank.faults.inject('status', {
    when: ({ endpoint, body }) => endpoint === 'createWire' && (body as { amount: number }).amount > 100,
    nth: 2,
  })

  expect([await create(1), await create(101), await create(2), await create(102), await create(103)]).toEqual([
    '200',
    '200',
    '200',
    '503',
    '200',
  ])
})

it('ends by uses, by virtual time, and when it is cleared [§7]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const list = () => outcomeOf(bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, initOf('GET', { token })))

  bank.faults.inject('status', { uses: 2 })
  const byUses = [await list(), await list(), await list()]
  bank.faults.inject('status', { for: { minutes: 5 } })
  const byTime = [await list()]
  bank.clock.advance({ minutes: 5 })
  byTime.push(await list())
  const { id } = bank.faults.inject('status')
  bank.faults.inject('networkError', { endpoint: 'createWire' })
  bank.faults.clear(id)
  const byClearing = [await list(), bank.faults.list().length]
  bank.faults.clear()

  expect(byUses).toEqual(['503', '503', '200'])
  expect(byTime).toEqual(['503', '200'])
  expect(byClearing).toEqual(['200', 1])
  expect(bank.faults.list()).toEqual([])
})

it('keeps faults and strikes in the journal: a replay asks no predicate, and comes to the same world [§3]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const when = vi.fn<CallPredicate>(({ endpoint }) => endpoint === 'createWire')
  const { id } = bank.faults.inject('lostAnswer', { when })
  bank.faults.inject('slow', { endpoint: 'listWires', seconds: 5 })
  await outcomeOf(
    bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, initOf('POST', { token, body: outboundWire(bank) })),
  )
  await outcomeOf(bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, initOf('GET', { token })))

  const replayed = replay(bank.journal, { predicates: { [id]: when } })

  expect(replayed.world).toEqual(bank.world)
  expect(when).toHaveBeenCalledTimes(2)
})

it.each(cuttingFaults)(
  'rejects as the fetch of Node does after $fault: a TypeError with the error of a socket [§7]',
  async ({ fault, cut: { code, errno, syscall } }) => {
    const bank = createBank()
    bank.faults.inject(fault, { uses: 1 })

    const error = await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`).catch((thrown) => thrown)

    expect([error.constructor, error.name, error.message, error.code]).toEqual([
      TypeError,
      'TypeError',
      'fetch failed',
      undefined,
    ])
    expect(error.cause).toBeInstanceOf(Error)
    expect({ ...error.cause }).toEqual({ code, errno, syscall })
    expect(error.cause.message).toContain(`${syscall} ${code} from ${bank.urls.baseUrl}`)
  },
)

it.each(cuttingFaults)('cuts the connection by $fault with an error that Node and Playwright have [§7]', ({ cut }) => {
  const [errno, syscalls, pageError] = socketErrors[cut.code] ?? []

  expect(cut).toMatchObject({ errno, pageError })
  expect(syscalls).toContain(cut.syscall)
})

it.each([
  ['a fault that nobody knows', () => createBank().faults.inject('gremlin' as 'timeout')],
  [
    'a call that nobody knows',
    () => createBank().faults.inject('timeout', { endpoint: 'createWires' as 'createWire' }),
  ],
  ['a status that ends no request', () => createBank().faults.inject('status', { status: 100 })],
  ['an option of another fault', () => createBank().faults.inject('timeout', { seconds: 5 })],
  ['the zeroth time', () => createBank().faults.inject('timeout', { nth: 0 })],
])('refuses %s as a mistake of the test [§7]', (_, inject) => {
  expect(inject).toThrow(expect.objectContaining({ name: 'UsageError' }))
})

it('names the fault that is not there [§7]', () => {
  expect(() => createBank().faults.clear('00000000-0000-4000-8000-000000000000')).toThrow(
    expect.objectContaining({ code: 'fault_not_found' }),
  )
})

it.each(['status', 'failedAnswer'] as const)('refuses for %s a body that the status cannot have [§7]', (kind) => {
  const { faults } = createBank()

  for (const status of [204, 205, 304])
    expect(() => faults.inject(kind, { status, body: 'gone' })).toThrow(
      'body must be left out, because an answer with the status 204, 205 or 304 has none',
    )
})

it.each([
  ['a proxy’s page', { status: 502, body: '<h1>Bad Gateway</h1>' }, '<h1>Bad Gateway</h1>', 'text/html'],
  ['another error', { status: 422, body: { title: 'No' } }, '{"title":"No"}', 'application/json'],
  ['words', { status: 404, body: 'nothing here' }, 'nothing here', 'text/plain'],
  ['no body', { status: 204 }, '', undefined],
  [
    'an error of the bank',
    { status: 418 },
    expect.stringContaining('"The test injected a fault: status 418."'),
    'application/json',
  ],
])(
  'answers with %s where the test says so: not done by status, done by failedAnswer [§7]',
  async (_, options, body, type) => {
    const bank = createBank()
    const init = initOf('POST', { token: bankingToken(bank), body: outboundWire(bank) })
    const answers: unknown[] = []
    for (const kind of ['status', 'failedAnswer'] as const) {
      bank.faults.inject(kind, { ...options, uses: 1 })
      const answer = await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, init)
      answers.push([answer.status, await answer.text(), answer.headers.get('content-type')?.split(';')[0]])
      answers.push(bank.wires.list().results.length)
    }

    expect(answers).toEqual([[options.status, body, type], 0, [options.status, body, type], 1])
    expect(replay(bank.journal).world).toEqual(bank.world)
  },
)
