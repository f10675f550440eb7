/** What says nothing makes no difference (the seed, the partner, the addresses, the money, the hour); what an assumption decides has an explanation. */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type BankOptions, createBank } from 'vostro'
import { conformance } from 'vostro/sandbox'
import { always } from '../../properties/history.ts'
import { outboundWire } from '../../support/wire.ts'
import { paysAWire, realService, serviceOf } from './real-service.ts'
import { everyStep, scenarios } from './steps.ts'

it('agrees on every call of a long scenario with a sandbox that has wires and subledgers of before [§4]', async () => {
  const release = { every: { minutes: 30 } }
  const sandbox = createBank({ seed: 9, release })
  for (let count = 1; count <= 25; count++) {
    sandbox.subledgers.create({ masterAccountNumber: sandbox.masterAccount.accountNumber, title: 'Of before' })
    sandbox.wires.create(outboundWire(sandbox, { amount: count }))
  }

  const { text, calls } = await conformance(everyStep, { against: serviceOf(sandbox), bank: { release } })

  expect(text).toBe(`agree: ${calls} of ${calls} calls agree, 0 differences\nThe scenario ran once on our side.`)
})

/** Banks that do the same, and have nothing else in common. */
const others: fc.Arbitrary<BankOptions> = fc.record({
  seed: fc.nat(),
  now: fc
    .date({ min: new Date('2025-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
    .map((day) => day.toISOString()),
  timeZone: fc.constantFrom('America/New_York', 'Europe/Berlin', 'Asia/Tokyo', 'UTC'),
  partner: fc.record({
    name: fc.constantFrom('Another Partner', 'A Third Partner'),
    clientId: fc.stringMatching(/^[a-z]{4,20}$/),
  }),
  masterAccount: fc.record({ balance: fc.integer({ min: 100_000_000, max: 900_000_000 }) }),
})

it('agrees with every bank that differs in nothing but seed, partner, money and hour [§2.4]', async () => {
  const release = { every: { minutes: 30 } }
  await fc.assert(
    fc.asyncProperty(scenarios, others, async ({ run }, options) => {
      const against = serviceOf(createBank({ ...options, release }))

      const { text, verdict } = await conformance(run, { against, bank: { release } })

      expect(verdict, text).toBe('agree')
    }),
    always(30),
  )
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
