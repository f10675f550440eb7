import { expect, it } from 'vitest'
import { conformance } from 'vostro/sandbox'
import { paysAWire, realService } from './real-service.ts'

it('agrees where the real service does the same, whatever its ids, times and names [§2.4]', async () => {
  const report = await conformance(paysAWire, { against: realService() })

  expect(report.text).toBe('agree: 3 of 3 calls agree, 0 differences\nThe scenario ran once on our side.')
  expect(report).toMatchObject({
    verdict: 'agree',
    first: undefined,
    differences: [],
    assume: {},
    calls: 3,
    agreeing: 3,
  })
})

it('says which assumption explains a difference, and with which value ours does the same [§7]', async () => {
  const against = realService({ assume: { 'wires.source': 'API' } })

  const report = await conformance(paysAWire, { against })

  expect(report.verdict).toBe('unspecified')
  expect(report.first).toEqual({
    call: 'createWire #1',
    path: 'body.source',
    ours: '"Api"',
    theirs: '"API"',
    source: 'wires.source',
    isSpecified: false,
    explained: { id: 'wires.source', value: 'API' },
    alternatives: [],
    isTried: true,
    times: 1,
  })
  expect(report.differences).toHaveLength(1)
  expect(report.text).toContain('The scenario ran 2 times on our side.')
  expect(report.assume).toEqual({ 'wires.source': 'API' })
  expect(await conformance(paysAWire, { against, bank: { assume: report.assume } })).toMatchObject({ verdict: 'agree' })
})

it('explains several differences one after the other [§7]', async () => {
  const assume = { 'wires.source': 'API', 'wires.reviewSeconds': 600, 'tokens.lifetimeSeconds': 1_800 } as const

  const report = await conformance(paysAWire, { against: realService({ assume }) })

  expect(report.verdict).toBe('unspecified')
  expect(report.differences.map(({ call, path, explained }) => [call, path, explained?.id])).toEqual([
    ['requestToken #1', 'body.expires_in', 'tokens.lifetimeSeconds'],
    ['createWire #1', 'body.source', 'wires.source'],
    ['getWire #1', 'body.status', 'wires.reviewSeconds'],
  ])
  expect(report.assume).toMatchObject({ 'wires.source': 'API', 'tokens.lifetimeSeconds': 1_800 })
})
