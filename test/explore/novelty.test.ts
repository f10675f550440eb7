/** What is new in a run: there the next change is tried first. */
import { expect, it } from 'vitest'
import { Novelty } from '../../src/explore/search/novelty.ts'

/** The points of a run, written as `label outcome`. */
const pointsOf = (...calls: readonly string[]) =>
  calls.map((call, place) => {
    const [label = '', outcome = ''] = call.split(' ')
    return { kind: 'request' as const, at: 0, nth: place + 1, label, place, outcome }
  })

const newOf = (novelty: Novelty, ...calls: readonly string[]) =>
  [...novelty.of(pointsOf(...calls))].map(
    ([{ label, outcome, nth }, news]) => `${news}: ${label} ${outcome}, the ${nth}`,
  )

it('finds novel a failure and a retry that no earlier run had, but only once [§7]', () => {
  const novelty = new Novelty()

  newOf(novelty, 'getWire 200', 'createWire 200', 'listWires 200')
  const first = newOf(novelty, 'getWire 200', 'createWire 503', 'createWire 200', 'listWires 200')
  const second = newOf(novelty, 'getWire 200', 'createWire 503', 'createWire 200', 'listWires 200')

  expect(first).toEqual(['fresh: createWire 503, the 2', 'fresh: createWire 200, the 3'])
  expect(second).toEqual([])
})

it('finds novel a call made once more than ever, and a call after one that it never followed before [§7]', () => {
  const novelty = new Novelty()

  newOf(novelty, 'createWire 200', 'getWire 200')
  const again = newOf(novelty, 'createWire 200', 'getWire 200', 'createWire 200')

  expect(again).toEqual(['new: createWire 200, the 3'])
})
