/** What says nothing makes no difference: the seed, the partner, the addresses, the money and the hour at which a scenario begins. */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Bank, type BankOptions, createBank } from 'vostro'
import { type ConformanceScenario, conformance } from 'vostro/sandbox'
import { always } from '../../properties/history.ts'
import { outboundWire } from '../../support/wire.ts'
import { clientOf, serviceOf, wireFrom } from './real-service.ts'
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

/** Pays, and reads all pages of payments. */
const readsAllPages: ConformanceScenario = async (scene) => {
  const call = await clientOf(scene)
  await call('POST', '/wires/v1/payments', wireFrom(scene))
  for (let page = 1, goesOn = true; goesOn; page++) {
    const { hasNextPage } = await call('GET', `/wires/v1/payments?pageSize=2&pageNumber=${page}`)
    goesOn = String(hasNextPage) === 'true'
  }
}

it.each([
  ['theirs', 0, 7],
  ['ours', 7, 0],
])('passes over further pages of payments of before, of which %s has more [§2.4]', async (_, ours, theirs) => {
  const payBefore = (bank: Bank, count: number) => {
    for (let number = 0; number < count; number++) bank.wires.create(outboundWire(bank, { amount: 100 + number }))
  }
  const real = createBank({ seed: 9 })
  payBefore(real, theirs)

  const report = await conformance(readsAllPages, {
    against: serviceOf(real),
    prepare: (bank) => payBefore(bank, ours),
  })

  expect(report.text).toMatch(/^agree/)
})
