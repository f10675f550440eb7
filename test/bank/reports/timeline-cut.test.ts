/** The timeline of a bank that keeps little: in order, and with a notice wherever something is gone. (§3) */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Bank, createBank, type TimelineOptions } from 'vostro'
import { bankingToken, get, post } from '../../support/calls.ts'
import { outboundWire } from '../../support/wire.ts'

const wires = '/wires/v1/payments'

/** The facts of a timeline, without their times. */
const factsOf = (bank: Bank, options?: TimelineOptions) => {
  const facts = bank
    .timeline(options)
    .split('\n')
    .map((line) => line.split(/ [│✗] /)[1])
  return facts.filter((fact) => fact !== undefined)
}
const isNotice = (fact: string) => fact.includes('no longer kept')
const isRequest = (fact: string | undefined) => /^(GET|POST) /.test(fact ?? '')

it('shows the last facts with a notice of what is gone between them [§3]', async () => {
  const bank = createBank({ seed: 7, keep: { journal: 1, requests: 1 } })
  await get(bank, bankingToken(bank), wires)
  bank.wires.create(outboundWire(bank))
  bank.tokens.issue()

  expect(bank.timeline({ last: 2 })).toMatchInlineSnapshot(`
    "Monday 2026-03-02
    09:00:00  bank    │ 1 entry of the journal before this is no longer kept
              bank    │ token issued for https://api.bank.test, valid until 2026-03-03T09:00:00.000-05:00"
  `)
  expect(bank.timeline()).toMatchInlineSnapshot(`
    "Monday 2026-03-02
    09:00:00  bank    │ partner Test Partner added
              bank    │ account 2497519674 opened for Test Partner with 1,000,000.00
              bank    │ 1 entry of the journal before this is no longer kept
              request │ GET /wires/v1/payments  200
              bank    │ 1 entry of the journal before this is no longer kept
              bank    │ token issued for https://api.bank.test, valid until 2026-03-03T09:00:00.000-05:00"
  `)
  expect(bank.timeline({ as: 'mermaid', last: 2 })).toContain(
    'bank->>bank: 1 entry of the journal before this is no longer kept',
  )
})

it('shows where requests are gone whose entries are kept [§3]', async () => {
  const bank = createBank({ seed: 7, keep: { requests: 1 } })
  const token = bankingToken(bank)
  for (const amount of [1, 2]) await post(bank, token, wires, outboundWire(bank, { amount }))
  bank.clock.advance({ seconds: 5 })

  expect(bank.timeline()).toMatchInlineSnapshot(`
    "Monday 2026-03-02
    09:00:00  bank    │ partner Test Partner added
              bank    │ account 2497519674 opened for Test Partner with 1,000,000.00
              bank    │ token issued for https://api.bank.test, valid until 2026-03-03T09:00:00.000-05:00
              bank    │ 1 request before this is no longer kept
              payment │ wire 3c75a8ba Created  outbound 0.01 from 2497519674
              request │ POST /wires/v1/payments  200
              payment │ wire f122e8bc Created  outbound 0.02 from 2497519674
    09:00:05  money   │ 0.01 reserved on 2497519674
              payment │ wire 3c75a8ba Pending  outbound 0.01 from 2497519674
              money   │ 0.02 reserved on 2497519674
              payment │ wire f122e8bc Pending  outbound 0.02 from 2497519674"
  `)
})

it('shows requests that are gone by age before everything later [§3]', async () => {
  const bank = createBank({ seed: 7, keep: { requests: { minutes: 1 } } })
  await get(bank, bankingToken(bank), wires)
  bank.clock.advance({ hours: 1 })
  bank.tokens.issue()

  expect(bank.timeline()).toMatchInlineSnapshot(`
    "Monday 2026-03-02
    09:00:00  bank    │ partner Test Partner added
              bank    │ account 2497519674 opened for Test Partner with 1,000,000.00
              bank    │ token issued for https://api.bank.test, valid until 2026-03-03T09:00:00.000-05:00
    10:00:00  bank    │ 1 request before this is no longer kept
              bank    │ token issued for https://api.bank.test, valid until 2026-03-03T10:00:00.000-05:00"
  `)
})

/** The actions of the property test. */
const steps: readonly ((bank: Bank, token: string) => unknown)[] = [
  (bank, token) => get(bank, token, wires),
  (bank, token) => post(bank, token, wires, outboundWire(bank, { amount: 1 })),
  (bank) => bank.tokens.issue(),
  (bank) => bank.wires.create(outboundWire(bank, { amount: 2 })),
  (bank) => bank.clock.advance({ minutes: 20 }),
]

const bound = fc.oneof(
  fc.integer({ min: 1, max: 6 }),
  fc.integer({ min: 1, max: 90 }).map((minutes) => ({ minutes })),
)
const keeps = fc.record({ journal: bound, requests: bound }, { requiredKeys: [] })

/** Joins equal facts in a row. */
function folded(facts: readonly string[]): string[] {
  const runs: [string, number][] = []
  for (const fact of facts) {
    const run = runs.at(-1)
    if (run?.[0] === fact) run[1]++
    else runs.push([fact, 1])
  }
  return runs.map(([fact, times]) => (times === 1 ? fact : `${fact}  (${times} times)`))
}

it('shows kept facts in order, with a notice in each gap, for any bounds [§3]', async () => {
  const run = fc.asyncProperty(
    keeps,
    fc.array(fc.integer({ min: 0, max: steps.length - 1 }), { maxLength: 25 }),
    fc.nat(30),
    async (keep, taken, last) => {
      const [bank, whole] = [createBank({ seed: 7, keep }), createBank({ seed: 7 })]
      for (const each of [bank, whole]) {
        const token = bankingToken(each)
        for (const step of taken) await steps[step]!(each, token)
      }
      const [all, told] = [factsOf(whole), factsOf(bank)]

      // Read backwards, each fact equals the next fact of the whole timeline, or, after a notice, a later one. There is a single notice
      // for requests, after the last one that is gone.
      let [place, isGap, areRequestsGone] = [all.length, false, false]
      for (const fact of told.toReversed()) {
        while (areRequestsGone && isRequest(all[place - 1])) place--
        if (isNotice(fact)) {
          isGap = fact.includes('journal')
          areRequestsGone ||= fact.includes('request')
          continue
        }
        place = isGap ? all.lastIndexOf(fact, place - 1) : place - 1
        expect(all[place]).toBe(fact)
        isGap = false
      }
      expect(place).toBe(0)
      expect(bank.requests.length < whole.requests.length || bank.journal[0].forgotten !== undefined).toBe(
        told.some(isNotice),
      )
      const opening = factsOf(createBank({ seed: 7 })).length
      expect(factsOf(bank, { last })).toEqual(last === 0 ? [] : folded(told.slice(opening)).slice(-last))
    },
  )
  await fc.assert(run, { numRuns: 60 })
})

it.each<[unknown, string]>([
  [{ last: -1 }, 'last: must be a whole number, at least 0'],
  [{ last: 1.5 }, 'last: must be a whole number'],
  [{ last: Number.NaN }, 'last: must be a whole number'],
  [{ last: 'x' }, 'last: must be a whole number'],
  [{ last: null }, 'last: must be a whole number'],
  [{ as: 'zz' }, 'as: must be "text" or "mermaid"'],
  [
    { foo: 1, last: -1 },
    '2 of its options cannot be used.\n  last: must be a whole number, at least 0, and is -1\n  foo: is',
  ],
  [null, 'options: must be a record'],
  [10, 'options: must be a record'],
])('refuses the options %j, and says why [§3]', (options, message) => {
  const bank = createBank({ seed: 7 })

  expect(() => bank.timeline(options as TimelineOptions)).toThrow(
    expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(message) }),
  )
})

it('accepts undefined options, and `last: 0` [§3]', () => {
  const bank = createBank({ seed: 7 })
  bank.tokens.issue()

  expect(bank.timeline({ as: undefined, last: undefined })).toBe(bank.timeline())
  expect(bank.timeline({ as: 'text', last: 0 })).toBe('')
})
