import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { type ConformanceScenario, conformance } from 'vostro/sandbox'
import { pays, paysAWire, serviceOf } from './real-service.ts'

/** What a bank kept of the scenario: the recording of a real service. */
async function recorded(scenario: ConformanceScenario, assume = {}) {
  const bank = createBank({
    seed: 9,
    now: '2027-06-09T10:30:00+02:00',
    baseUrl: 'https://gw.sandbox.example/v2',
    assume,
  })
  await conformance(scenario, { against: serviceOf(bank) })
  const ofAnotherService = bank.requests.map((each) => ({ ...each, url: 'https://cdn.example/logo.png' }))
  return { recording: [...ofAnotherService, ...bank.requests], urls: bank.urls }
}

it('explains a difference from a recording, too [§7]', async () => {
  const against = await recorded(paysAWire, { 'wires.source': 'API', 'wires.reviewOutcome': 'Hold' })

  const { verdict, assume } = await conformance(paysAWire, { against })

  expect(verdict).toBe('unspecified')
  expect(assume).toEqual({ 'wires.source': 'API', 'wires.reviewOutcome': 'Hold' })
})

it('agrees with a recording, and passes over what it has of other services [§2.4]', async () => {
  expect((await conformance(paysAWire, { against: await recorded(paysAWire) })).text).toMatch(
    /^agree: 3 of 3 calls agree/,
  )
})

it.each([
  ['lacks', pays({}, { amount: 20_000 }), pays({}), { ours: 'called', theirs: 'no such call' }],
  ['has', pays({}), pays({}, { amount: 20_000 }), { ours: 'no such call', theirs: 'called' }],
])('tells of a call that the recording %s [§4]', async (_, scenario, other, said) => {
  const against = await recorded(other)

  const report = await conformance(scenario, { against })

  expect(report).toMatchObject({ verdict: 'differ', first: { call: 'createWire #2', path: '', ...said } })
  expect(report.differences).toHaveLength(1)
})

it('tells of what the scenario sends, where that was another thing when it was recorded [§2.3]', async () => {
  const against = await recorded(pays({ amount: 12_000, beneficiaryReference: 'RUN 1' }))

  const report = await conformance(pays({ amount: 10_000, beneficiaryReference: 'RUN 2' }), { against })

  expect(report.first).toMatchObject({ call: 'createWire #1', path: 'sent.amount', ours: '10000', theirs: '12000' })
  expect(report.differences.map(({ path }) => path)).toEqual(['sent.amount', 'body.amount'])
})

it.each([
  [{ answer: null }, 'its 3 answers with status 200 have no body. Save the recording with bodies'],
  [{ url: 'https://cdn.example/logo' }, 'none of its calls, to cdn.example, goes to against.urls.'],
])('refuses a recording that shows nothing of the service: %j [§4]', async (changes, fact) => {
  const { recording, urls } = await recorded(paysAWire)
  const useless = recording.slice(-3).map((each) => ({ ...each, ...changes }))

  await expect(conformance(paysAWire, { against: { recording: useless, urls } })).rejects.toThrow(
    `Failed to compare with the recording: ${fact}`,
  )
})
