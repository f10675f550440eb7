import { expect, it } from 'vitest'
import { type AssumptionId, assumptions, createBank } from 'vostro'
import { type CalibrateOptions, calibrate, calibrationPlan } from 'vostro/sandbox'
import { questions } from '../../../src/sandbox/questions/all-questions.ts'
import { behindFetch, hiddenBank } from './hidden-bank.ts'

const callsOf = (exchanges: readonly { method: string; url: string }[]) =>
  exchanges.map(({ method, url }) => `${method} ${new URL(url).pathname}`)

it('asks about some assumptions alone, with the calls that they need [§7]', async () => {
  const { findings, exchanges } = await calibrate({ ...hiddenBank(), scope: 'read', only: ['tokens.form'] })

  expect(findings.map(({ id, verdict }) => [id, verdict])).toEqual([['tokens.form', 'agrees']])
  expect(callsOf(exchanges)).toEqual(['POST /oauth/token', 'POST /oauth/token'])
})

it('does not ask about assumptions that are to be skipped [§7]', async () => {
  const skip: AssumptionId[] = ['tokens.form', 'subledgers.implicitListed']

  const { findings, exchanges } = await calibrate({ ...hiddenBank(), scope: 'read', skip })

  expect(findings.filter(({ id }) => skip.includes(id))).toEqual([])
  const isList = ({ method, url }: { method: string; url: string }) => method === 'GET' && url.includes('pageSize=50')
  expect(exchanges.filter(({ url }) => url.endsWith('/token'))).toHaveLength(1)
  expect(exchanges.filter(isList)).toHaveLength(1)
})

it('refuses to ask about what is no assumption [§7]', async () => {
  const only = ['wires.cutoff'] as never

  await expect(calibrate({ ...hiddenBank(), only })).rejects.toThrow('only: must be a list of assumptions')
})

it('says how to find out what is not asked, if it is asked for [§7]', async () => {
  await expect(calibrate({ ...hiddenBank(), only: ['wires.reversing'] })).rejects.toThrow(
    'only: has wires.reversing, about which no question is asked. To find it out, ask your bank: no call reverses a wire',
  )
})

it('says of each assumption how it is found out: by a question, or by a person [§7]', () => {
  const unasked = Object.entries<{ findOut?: string }>(assumptions).flatMap(([id, { findOut }]) =>
    findOut ? [id] : [],
  )

  expect([...Object.keys(questions), ...unasked].sort()).toEqual(Object.keys(assumptions).sort())
})

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
      registrations: bank.webhooks.list({ pageSize: 50 }).results.length,
      restrictions: bank.restrictions.list({ accountNumber, pageSize: 50 }).results.length,
    })
  }

  expect(left).toEqual([left[0], left[0], left[0]])
  expect(left[0]).toEqual({ subledgers: 1, registrations: 0, restrictions: 0 })
})

it('counts its steps up to the last one, and none beyond its scope [§7]', async () => {
  const steps: string[] = []

  await calibrate({
    ...hiddenBank(),
    scope: 'read',
    onProgress: ({ asked, of }) => steps.push(`${asked + 1} of ${of}`),
  })

  expect(steps).toEqual(steps.map((_, place) => `${place + 1} of ${steps.length}`))
})

it('says why a step that failed shows nothing to the questions that read its answers [§8]', async () => {
  const { findings } = await calibrate({
    ...hiddenBank({ 'wires.inboundSeconds': 600 }),
    maxWait: { minutes: 3 },
    only: ['wires.acknowledgementSeconds', 'wires.inboundSeconds'],
  })
  const beyond = await calibrate({ ...hiddenBank(), scope: 'read', only: ['wires.inboundSeconds'] })

  expect(findings[0]?.seen).toMatch(/^it takes longer than .*, and the question may wait no longer \(option maxWait\)$/)
  expect(beyond.findings).toMatchObject([
    { isBeyond: true, seen: "this needs scope: 'money', and the scope was 'read'" },
  ])
})

it('plans what it does before its questions, too [§7]', () => {
  const planned = calibrationPlan({ ...hiddenBank(), only: ['wires.originator'] })

  expect(planned.map(({ scope, how }) => `${scope}: ${how}`)).toMatchObject([
    expect.stringContaining('create: removes what a run of more than an hour ago left behind, and places restrictions'),
    expect.stringContaining('money: looks for a wire that is accepted'),
    expect.stringContaining('money: requests a wire with the account itself as originator'),
  ])
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
