import { expect, it } from 'vitest'
import { type AssumptionId, createBank } from 'vostro'
import { type CalibrateOptions, calibrate, calibrationPlan } from 'vostro/sandbox'
import { behindFetch, hiddenBank } from './hidden-bank.ts'

const callsOf = (exchanges: readonly { method: string; url: string }[]) =>
  exchanges.map(({ method, url }) => `${method} ${new URL(url).pathname}`)

it('asks about some assumptions alone, with the calls that they need [§7]', async () => {
  const { findings, exchanges, text } = await calibrate({ ...hiddenBank(), scope: 'read', only: ['tokens.form'] })

  expect(findings.map(({ id, verdict }) => [id, verdict])).toEqual([['tokens.form', 'agrees']])
  expect(callsOf(exchanges)).toEqual(['POST /oauth/token', 'POST /oauth/token'])
  expect(text).toMatch(/^2 calls: 1 assumption agrees, 0 differ, 0 are unknown\.\n/)
})

it('does not ask about assumptions that are to be skipped [§7]', async () => {
  const skip: AssumptionId[] = ['tokens.form', 'subledgers.implicitListed']

  const { findings, exchanges } = await calibrate({ ...hiddenBank(), scope: 'read', skip })

  expect(findings.filter(({ id }) => skip.includes(id))).toEqual([])
  expect(exchanges.filter(({ url }) => url.endsWith('/token'))).toHaveLength(1)
  expect(exchanges.filter(({ url }) => url.includes('pageSize=50'))).toEqual([])
})

// biome-ignore format: read it as a table
it.each([
  ['only', 'wires.cutoff', 'only: has an unknown assumption "wires.cutoff"; did you mean "wires.cutOff"?'],
  ['skip', 'tokens.from', 'skip: has an unknown assumption "tokens.from"; did you mean "tokens.form"?'],
  ['only', 'everything', 'only: has an unknown assumption "everything"; these are asked about: tokens.lifetimeSeconds,'],
  ['only', 'wires.reversing', 'only: has wires.reversing, about which no question is asked. To find it out, ask your bank: no call reverses a wire'],
])(
  'refuses the option %s with %s, and says what can be asked, or how else it is found out [§7]',
  async (name, id, words) => {
    await expect(calibrate({ ...hiddenBank(), [name]: [id] })).rejects.toThrow(words)
  },
)

it('requests no wire of more than a thousand dollars, unless more is allowed [§8]', async () => {
  const { mostAmount: _, ...bank } = hiddenBank({ 'limits.amountMinimum': 200_000 })

  const { findings, exchanges } = await calibrate({ ...bank, only: ['wires.requiredFields'] })

  const amounts = exchanges.map(({ requestBody }) => (requestBody as { amount?: number } | null)?.amount ?? 0)
  expect(Math.max(...amounts)).toBe(65_536)
  expect(findings[0]?.seen).toContain('wires of 1, 2, 4, 8 … to 100000 were all refused')
})

/** Calibrates a bank, and lists the beneficiary and amount of each wire that it made. */
async function wiresMade(bank: CalibrateOptions): Promise<string[]> {
  const wires = new Map<string, unknown>()
  const fetch = async (request: Request) => {
    const body = request.url.endsWith('/payments') ? await request.clone().json() : {}
    const answer = await bank.fetch(request)
    const { beneficiary, amount, clientIdentifier } = body
    // A request with the same key or clientIdentifier is the same wire.
    const key = clientIdentifier ?? request.headers.get('idempotency-key')
    if (answer.ok && beneficiary) wires.set(JSON.stringify([key, body]), [beneficiary, amount])
    return answer
  }
  await calibrate({ ...bank, fetch })
  return [...wires.values()].map((wire) => JSON.stringify(wire))
}

it('requests no two wires of the same amount to the same beneficiary, which a service may take for a duplicate [§2.3]', async () => {
  const wires = await wiresMade(hiddenBank())

  expect(wires.length).toBeGreaterThan(10)
  expect(wires.filter((each, place) => wires.indexOf(each) < place)).toEqual([])
})

it('requests small wires of different amounts from a service that knows one beneficiary, and takes no messages [§2.3]', async () => {
  const bank = hiddenBank()
  const beneficiary = { idCode: 'D', identifier: '7654321', name: 'Payee' }

  const wires = await wiresMade({ ...bank, fetch: takingNoMessages(bank), wire: { beneficiary } })

  const small = wires.filter((wire) => JSON.parse(wire)[1] < 1_000)
  expect(small.length).toBeGreaterThan(10)
  expect(small.filter((each, place) => small.indexOf(each) < place)).toEqual([])
})

const takingNoMessages =
  ({ fetch }: CalibrateOptions) =>
  async (request: Request) => {
    const body = request.method === 'POST' ? await request.clone().text() : ''
    return body.includes('"SVC"')
      ? Response.json({ errors: [{ code: 1000, message: 'no' }] }, { status: 400 })
      : await fetch(request)
  }

it('leaves no more after its third run than after its first, even if the runs follow at once [§7]', async () => {
  const bank = createBank()
  const left: unknown[] = []

  for (let run = 1; run <= 3; run++) {
    await calibrate(behindFetch(bank))
    const { accountNumber } = bank.masterAccount
    left.push({
      subledgers: bank.subledgers.list({ masterAccountNumber: accountNumber, pageSize: 50 }).results.length,
      restrictions: bank.restrictions.list({ accountNumber, pageSize: 50 }).results.length,
    })
  }

  expect(left).toEqual([left[0], left[0], left[0]])
  expect(left[0]).toEqual({ subledgers: 1, restrictions: 0 })
})

it.each([
  ['any restriction', 0, () => true],
  ['a restriction that exists', 1, (answer: Response) => answer.ok],
])(
  'leaves at most one where the removal of %s is refused, says it, and makes none later [§2.8]',
  async (_, most, isMeant) => {
    const bank = createBank()
    const service = behindFetch(bank)
    const fetch = async (request: Request) => {
      if (request.method !== 'DELETE') return await service.fetch(request)
      const there = bank.fork()
      return isMeant(await there.fetch(request.clone()))
        ? new Response(null, { status: 405 })
        : await service.fetch(request)
    }
    const { accountNumber } = bank.masterAccount

    for (let run = 1; run <= 3; run++) {
      const { left, findings, text } = await calibrate({ ...service, fetch })

      expect(bank.restrictions.list({ accountNumber, pageSize: 50 }).results).toHaveLength(most)
      expect(bank.subledgers.list({ masterAccountNumber: accountNumber, pageSize: 50 }).results).toEqual([])
      expect(text).toMatch(/^ {2}DELETE \/.*\/restrictions\/\{id\}: other status, \d times?/m)
      expect(
        left.filter(({ kind, why }) => /^restriction.*: DELETE was answered 405;/.test(`${kind}: ${why}`)),
      ).toHaveLength(most)
      expect(findings.find(({ id }) => id === 'requests.null')?.seen).toBe(
        'DELETE was answered 405: each restriction would stay, so the run makes no further one',
      )
      await service.clock.wait(7_200_000)
    }
  },
)

it('says why a step that failed shows nothing to the questions that read its answers [§8]', async () => {
  const { findings } = await calibrate({
    ...hiddenBank({ 'wires.inboundSeconds': 600 }),
    maxWait: { minutes: 3 },
    only: ['wires.acknowledgementSeconds', 'wires.inboundSeconds'],
  })
  const beyond = await calibrate({ ...hiddenBank(), scope: 'read', only: ['wires.inboundSeconds'] })

  expect(findings[0]?.seen).toBe(
    'a wire was still Pending after 180 s: run near a batch, or with a longer wait (option maxWait)',
  )
  expect(beyond.findings).toMatchObject([
    { isBeyond: true, seen: "this needs scope: 'money', and the scope was 'read'" },
  ])
})

it('plans what it does before its questions, too [§7]', () => {
  const planned = calibrationPlan({ ...hiddenBank(), only: ['wires.inboundSeconds', 'wires.originator'] })

  expect(planned.map(({ scope, how }) => `${scope}: ${how}`)).toMatchObject([
    expect.stringContaining('create: removes what a run of more than an hour ago left behind, and places restrictions'),
    expect.stringContaining('money: looks for a wire that is accepted'),
    expect.stringContaining('money: sends a service message without money'),
    expect.stringContaining('money: requests a wire with the account itself as originator'),
    expect.stringContaining('create: waits until its wires have ended'),
  ])
})

it.each([
  ['requests.null', 'accountNumber'],
  ['subledgers.implicitListed', 'accountNumber'],
] as const)('plans %s with the words that it needs %s, if this was not given [§7]', (id, name) => {
  const { credentials, ...bank } = hiddenBank()
  const stepOf = (given: object) =>
    calibrationPlan({ ...bank, only: [id], credentials: { ...credentials, ...given } }).find(({ assumptions }) =>
      assumptions.includes(id),
    )

  expect(stepOf({ [name]: undefined })?.how).toContain(`; this needs credentials.${name}, which was not given`)
  expect(stepOf({})?.how).not.toContain('this needs')
})

it('marks each subledger, and removes nothing of a run that began less than an hour before [§7]', async () => {
  const bank = hiddenBank()
  const fetch = async (request: Request) => {
    if (request.method === 'DELETE') throw new Error('the connection was closed')
    return await bank.fetch(request)
  }
  const titles: string[] = []
  const noting = async (request: Request) => {
    if (request.method === 'POST' && /subaccounts/i.test(request.url)) titles.push((await request.clone().json()).title)
    return await bank.fetch(request)
  }

  const first = await calibrate({ ...bank, fetch, scope: 'create', only: ['requests.null'] })
  const second = await calibrate({ ...bank, fetch: noting, only: ['wires.requiredFields'] })

  const removed = second.exchanges.flatMap(({ method, url }) => (method === 'DELETE' ? [url.split('/').at(-1)] : []))
  expect(removed.length).toBeGreaterThan(0)
  expect(first.left.filter(({ id }) => removed.includes(id))).toEqual([])
  expect(titles.length).toBeGreaterThan(0)
  expect(titles.filter((title) => !/^calibrate [0-9a-z]+ \d+/.test(title))).toEqual([])
})
