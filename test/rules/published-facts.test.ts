/** Every entry that the catalogue calls published rests on a fact that docs/reference/published-facts.md states, with its default. (§7) */
import { expect, it } from 'vitest'
import { type AssumptionId, assumptions } from 'vostro'
import { facts } from '../docs/doc-facts.ts'

const published = (Object.keys(assumptions) as AssumptionId[]).filter(
  (id) => assumptions[id].provenance === 'published',
)

it.each(published)('states one fact for %s, and its default in it [§7]', (id) => {
  const [stated, ...others] = facts.filter(({ ids }) => ids.includes(id))

  expect(stated, `docs/reference/published-facts.md has no fact for "${id}".`).toBeDefined()
  expect(others).toEqual([])
  const { allowed, default: preset } = assumptions[id]
  if (!allowed.isFixed) expect(stated?.fact).toContain(`\`${preset}\``)
})

it.each(facts)('has nothing but published entries resting on: $fact [§7]', ({ ids, seen }) => {
  expect(ids.length).toBeGreaterThan(0)
  expect(ids.filter((id) => !published.includes(id as AssumptionId))).toEqual([])
  expect(
    seen.split(', ').filter((place) => !/^(reference|clients|network|framework|specification)$/.test(place)),
  ).toEqual([])
})

it.each([
  ['loans.meta', /leaves it out/],
  ['webhooks.aggregationSeconds', /about 30 seconds/],
  ['restrictions.management', /DELETE is published/],
  ['transactions.transferRecord', /not known/],
  ['idempotency.refusals', /asked for again/],
  ['http.unknownCalls', /no 405/],
  ['loans.unknownParameters', /filters by any field/],
  ['loans.jsconfig', /other forms of dates/],
  ['wires.holdMinutes', /09:00 to 17:00/],
  ['wires.batchedSeconds', /status is published/],
] as const)('calls %s assumed, and says what is published of it [§7]', (id, published) => {
  expect(assumptions[id].provenance).toBe('assumed')
  expect(assumptions[id].why).toMatch(published)
})
