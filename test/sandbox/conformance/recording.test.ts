import { expect, it } from 'vitest'
import { createBank, type HttpExchange } from 'vostro'
import { type ConformanceScenario, conformance } from 'vostro/sandbox'
import { clientOf, paysAWire, serviceOf, wireFrom } from './real-service.ts'

/** What a bank kept of the scenario: the recording of a real service. */
async function recorded(scenario: ConformanceScenario, assume = {}): Promise<HttpExchange[]> {
  const bank = createBank({
    seed: 9,
    now: '2027-06-09T10:30:00+02:00',
    baseUrl: 'https://gw.sandbox.example/v2',
    assume,
  })
  await conformance(scenario, { against: serviceOf(bank) })
  return bank.requests.map((each) => each)
}

it('agrees with what was recorded of the same scenario [§2.4]', async () => {
  const recording = await recorded(paysAWire)

  expect(await conformance(paysAWire, { against: { recording } })).toMatchObject({ verdict: 'agree', agreeing: 3 })
})

it('reads a HAR file, and passes over what is of other services [§2.4]', async () => {
  const entries = (await recorded(paysAWire)).map(({ method, url, headers, body, status, answer, at }) => ({
    startedDateTime: at,
    request: {
      method,
      url,
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      ...(body === null ? {} : { postData: { mimeType: 'application/json', text: JSON.stringify(body) } }),
    },
    response: {
      status,
      headers: [
        { name: 'Content-Type', value: 'application/json' },
        { name: 'Request-Id', value: 'r-1' },
      ],
      content: { mimeType: 'application/json', text: JSON.stringify(answer) },
    },
  }))
  const image = {
    startedDateTime: '2027-06-09T10:30:00+02:00',
    request: { method: 'GET', url: 'https://cdn.example/logo.png', headers: [] },
    response: { status: 200, headers: [], content: { mimeType: 'image/png' } },
  }
  const recording = JSON.stringify({ log: { version: '1.2', creator: {}, entries: [image, ...entries] } })

  const { text } = await conformance(paysAWire, { against: { recording } })

  expect(text).toMatch(/^agree: 3 of 3 calls agree/)
})

it('explains a difference from a recording, too [§7]', async () => {
  const recording = await recorded(paysAWire, { 'wires.source': 'API', 'wires.reviewOutcome': 'Hold' })

  const { verdict, assume } = await conformance(paysAWire, { against: { recording } })

  expect(verdict).toBe('unspecified')
  expect(assume).toEqual({ 'wires.source': 'API', 'wires.reviewOutcome': 'Hold' })
})

const paysTwice: ConformanceScenario = async (scene) => {
  const call = await clientOf(scene)
  for (const amount of [10_000, 20_000]) await call('POST', '/wires/v1/payments', wireFrom(scene, { amount }))
}
const paysOnce: ConformanceScenario = async (scene) => {
  const call = await clientOf(scene)
  await call('POST', '/wires/v1/payments', wireFrom(scene))
}

it.each([
  ['lacks', paysTwice, paysOnce, { ours: 'called', theirs: 'no such call' }],
  ['has', paysOnce, paysTwice, { ours: 'no such call', theirs: 'called' }],
])('tells of a call that the recording %s [§4]', async (_, scenario, other, said) => {
  const recording = await recorded(other)

  const report = await conformance(scenario, { against: { recording } })

  expect(report).toMatchObject({ verdict: 'differ', first: { call: 'createWire #2', path: '', ...said } })
  expect(report.differences).toHaveLength(1)
})

it('tells of what the scenario sends, where that was another thing when it was recorded [§2.3]', async () => {
  const pays =
    (changes: object): ConformanceScenario =>
    async (scene) => {
      const call = await clientOf(scene)
      await call('POST', '/wires/v1/payments', wireFrom(scene, changes))
    }
  const recording = await recorded(pays({ amount: 12_000, beneficiaryReference: 'RUN 1' }))

  const report = await conformance(pays({ amount: 10_000, beneficiaryReference: 'RUN 2' }), { against: { recording } })

  expect(report.first).toMatchObject({ call: 'createWire #1', path: 'sent.amount', ours: '10000', theirs: '12000' })
  expect(report.differences.map(({ path }) => path)).toEqual(['sent.amount', 'body.amount'])
})

it('refuses what is no recording [§4]', async () => {
  await expect(conformance(paysAWire, { against: { recording: { calls: 3 } } })).rejects.toThrow(
    /Failed to read the recording/,
  )
})

it('refuses a recording that was saved without the bodies of its answers [§4]', async () => {
  const recording = (await recorded(paysAWire)).map((each) => ({ ...each, answer: null }))

  await expect(conformance(paysAWire, { against: { recording } })).rejects.toThrow(
    'Failed to compare with the recording: it has 3 answers with status 200, all without a body. Save the recording with bodies',
  )
})

it('tells services that share a host by their paths, as a server of banks has them [§4]', async () => {
  const origin = 'http://127.0.0.1:4010/banks/b-1'
  const [baseUrl, authUrl, loanBaseUrl] = ['api', 'auth', 'loans'].map((path) => `${origin}/${path}`)
  const bank = createBank({ seed: 9, baseUrl, authUrl, loanBaseUrl })
  await conformance(paysAWire, { against: serviceOf(bank) })

  const report = await conformance(paysAWire, { against: { recording: JSON.stringify(bank.requests) } })

  expect(report).toMatchObject({ verdict: 'agree', agreeing: 3 })
})

it('refuses a recording none of whose calls is one of the bank [§4]', async () => {
  const foreign = (await recorded(paysAWire)).map((each) => ({ ...each, url: 'https://cdn.example/logo' }))

  await expect(conformance(paysAWire, { against: { recording: foreign } })).rejects.toThrow(
    'Failed to compare with the recording: it has 3 answered calls, to cdn.example, but none of them is a call of the bank.',
  )
})
