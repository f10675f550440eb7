import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { conformance } from 'vostro/sandbox'
import { answeringOtherwise } from '../../support/answering-otherwise.ts'
import { paysAWire, realService, serviceOf } from './real-service.ts'

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
  expect(report.assume).toEqual({ 'wires.source': 'API' })
  expect(await conformance(paysAWire, { against, bank: { assume: report.assume } })).toMatchObject({ verdict: 'agree' })
})

it('tells the first difference that the specification decides, with its section [§2.4]', async () => {
  const against = answeringOtherwise(realService(), ({ body: { amount, ...body }, ...answer }) => ({
    ...answer,
    body: amount === undefined ? body : { ...body, value: amount },
  }))

  const report = await conformance(paysAWire, { against })

  expect(report.verdict).toBe('differ')
  expect(report.first).toMatchObject({ call: 'createWire #1', path: 'body.amount', ours: '10000', theirs: 'absent' })
  expect(report.first).toMatchObject({ source: '§2.4', isSpecified: true, explained: undefined })
  expect(report.text).toContain('createWire #1 → body.amount: here 10000, there absent\n    specified in §2.4')
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

it('compares with a recording, and sends nothing then [§2.4]', async () => {
  const bank = createBank({ seed: 9, assume: { 'wires.source': 'API' } })
  await conformance(paysAWire, { against: serviceOf(bank) })

  const report = await conformance(paysAWire, {
    against: { recording: JSON.stringify(bank.requests), urls: bank.urls },
  })

  expect(bank.requests).toHaveLength(3)
  expect(report).toMatchObject({ verdict: 'unspecified', assume: { 'wires.source': 'API' }, calls: 3 })
})
