/** The queue of runs: in which order they come, and how many it expects. */
import { expect, it } from 'vitest'
import { type ChangeAtPoint, nameOf } from '../../src/explore/changes/change.ts'
import type { Point } from '../../src/explore/changes/change-kinds.ts'
import { Planner } from '../../src/explore/search/planner.ts'
import { Queue, type QueuePlace } from '../../src/explore/search/queue.ts'

const change = (nth: number): ChangeAtPoint => ({ kind: 'status503', nth, label: 'listWires' })

it('tries each kind once or twice at each call, then alternates pairs of runs with something new and further single changes [§7]', () => {
  const queue = new Queue()
  const nameOf = new Map<unknown, string>()
  const add = (name: string, changes: ChangeAtPoint[], place: Partial<QueuePlace> = {}) => {
    nameOf.set(changes, name)
    queue.add(changes, { distance: 9, ...place })
  }
  const at = (kind: ChangeAtPoint['kind'], nth: number, label = 'createWire'): ChangeAtPoint => ({ kind, nth, label })
  for (const nth of [1, 2, 3, 4]) add(`no answer to payment ${nth}`, [at('lostAnswer', nth)])
  add('an answer to payment 1 that nobody can read', [at('malformedBody', 1)])
  add('small pages of the list', [at('smallPage', 5, 'listWires')])
  const lost = at('lostAnswer', 1)
  add('no answer, and later 503 to another payment', [lost, at('status503', 4)])
  add('no answer, and 503 to the very next call', [lost, at('status503', 2)], { distance: 1 })
  add('no answer, and 503 to the retry', [lost, at('status503', 3)], { novelty: 'fresh' })
  add('no answer, and a retry that nobody can read', [lost, at('malformedBody', 3)])
  const replaced = [at('rejected', 1, 'Outbound'), at('lostAnswer', 6)]
  add('a rejected payment, and no answer to its replacement', replaced, { isReaction: true })
  const lostPush: ChangeAtPoint = { kind: 'lost', nth: 2, label: 'Wire.Payment.Received' }
  add('a sweep that is answered late, and the lost push that it misses', [at('answersLate', 5, 'listWires'), lostPush])
  add('what the user asked for first', [at('status503', 1), at('status503', 2)], { isInFocus: true })

  const order: (string | undefined)[] = []
  for (let run = queue.take(100); run; run = queue.take(100)) order.push(nameOf.get(run))

  expect(order).toEqual([
    'what the user asked for first',
    // Each kind twice at each call.
    'no answer to payment 1',
    'no answer to payment 2',
    // Then a single change, and in the place of two pairs what shows mistakes of its own.
    'no answer to payment 3',
    'small pages of the list',
    // Pairs: first what strikes the reaction to a decision of the bank, or a call together with the push that could have made up for it.
    // Every third run has a single change until none is left.
    'a rejected payment, and no answer to its replacement',
    'no answer to payment 4',
    'a sweep that is answered late, and the lost push that it misses',
    // Then what strikes something new.
    'no answer, and 503 to the retry',
    'an answer to payment 1 that nobody can read',
    'no answer, and 503 to the very next call',
    'no answer, and later 503 to another payment',
    'no answer, and a retry that nobody can read',
  ])
})

it('tries a single change in every third run, however many pairs wait [§7]', () => {
  const queue = new Queue()
  for (const nth of [1, 2, 3, 4, 5]) queue.add([change(nth)], { distance: 0 })
  for (const nth of [6, 7, 8, 9, 10, 11]) queue.add([change(1), change(nth)], { distance: nth })
  for (const nth of [12, 13]) queue.add([change(1), change(nth)], { distance: nth, novelty: 'fresh' })

  const lengths = Array.from({ length: 11 }, () => queue.take(100)?.length)

  // The first two strike their call site for the first and the second time.
  expect(lengths).toEqual([1, 1, 1, 2, 2, 1, 2, 2, 1, 2, 2])
})

it('treats as a reaction a call that the clean run does not make, and the call before it, but not a question that the clean run also asks [§7]', () => {
  const planner = new Planner({ deskDecisions: true })
  const rejected: ChangeAtPoint = { kind: 'rejected', nth: 1, label: 'Outbound' }
  const point = (nth: number, label: string, answer = '200'): Point => ({
    kind: 'request',
    nth,
    label,
    path: label.length,
    outcome: answer,
    what: nth + answer.length,
    asked: nth,
    at: nth,
  })
  const payment: Point = { kind: 'payment', nth: 1, label: 'Outbound', at: 1 }
  const usual = [point(1, 'createWire'), payment, point(2, 'getWire'), point(3, 'listWires')]
  const runOf = (changes: ChangeAtPoint[], points: Point[]) =>
    ({ changes, log: { points, fingerprint: String(points.length) }, books: { isShown: true }, endedAt: 9 }) as never

  planner.follow(runOf([], usual))
  const answersRejected = point(2, 'getWire', '200 Rejected')
  planner.follow(runOf([rejected], [...usual.slice(0, 2), answersRejected, ...usual.slice(3), point(4, 'createWire')]))
  const names: string[] = []
  for (let run = planner.queue.take(9_999); run; run = planner.queue.take(9_999)) names.push(nameOf(run))

  const pairs = names.filter((name) => name.includes('+'))
  expect([...new Set(pairs.slice(0, 9).map((name) => name.at(-1)))]).toEqual(['3', '4'])
})

it('expects as many pairs from each waiting single change as from those that were tried [§7]', () => {
  const queue = new Queue()
  for (const nth of [1, 2, 3, 4]) queue.add([change(nth)], { distance: 0 })
  queue.take(100)
  queue.count(1).noteTried()

  for (const nth of [2, 3, 4, 5, 6]) queue.add([change(1), change(nth)], { distance: nth })

  expect(queue.left).toBe(3 + 5)
  expect(queue.expected).toBe(3 + 5 + 3 * 5)
})

it('tries changes of the reaction to a decision of the bank once at each call site, before all other pairs [§7]', () => {
  const queue = new Queue()
  const rejected: ChangeAtPoint = { kind: 'rejected', nth: 1, label: 'Outbound' }
  queue.add([change(1), change(2)], { distance: 0, novelty: 'fresh' })
  // No reaction, but at the call site of one.
  queue.add([rejected, { ...change(9), path: 1 }], { distance: 9 })
  for (const nth of [3, 4]) queue.add([rejected, { ...change(nth), path: 1 }], { distance: nth, isReaction: true })
  queue.add([rejected, { ...change(5), path: 2 }], { distance: 5, isReaction: true })

  const taken = [1, 2, 3, 4, 5].map(() => queue.take(100)?.at(-1))

  expect(taken.map((each) => each?.kind === 'status503' && each.nth)).toEqual([3, 5, 2, 9, 4])
})

it('tries kinds that reveal mistakes of their own before the pairs, without delay for other single changes [§7]', () => {
  const queue = new Queue()
  const singles = ['smallPage', 'malformedBody', 'status503', 'smallPage', 'status503', 'status503'] as const
  for (const [index, kind] of singles.entries())
    queue.add([{ kind, nth: index + 1, label: 'listWires', path: kind === 'smallPage' ? index : 0 }], { distance: 0 })
  const alone = new Queue()
  for (const kind of ['smallPage', 'malformedBody'] as const)
    alone.add([{ kind, nth: 1, label: 'listWires' }], { distance: 0 })
  for (const nth of [7, 8]) queue.add([change(1), change(nth)], { distance: 0, novelty: 'fresh' })

  const kindsOf = (from: Queue) =>
    Array.from(
      { length: 8 },
      () =>
        from
          .take(100)
          ?.map(({ kind }) => kind)
          .join('+') ?? '',
    ).filter(Boolean)

  expect(kindsOf(queue)).toEqual([
    'status503',
    'status503',
    'status503',
    'smallPage',
    'smallPage',
    'malformedBody',
    'status503+status503',
    'status503+status503',
  ])
  expect(kindsOf(alone)).toEqual(['malformedBody', 'smallPage'])
})

it('tries a reaction first with the kinds that resemble no other kind [§7]', () => {
  const queue = new Queue()
  const rejected: ChangeAtPoint = { kind: 'rejected', nth: 1, label: 'Outbound' }
  for (const kind of ['timeout', 'malformedBody', 'status503', 'lostAnswer'] as const)
    queue.add([rejected, { kind, nth: 2, label: 'createWire', path: 1 }], { distance: 0, isReaction: true })

  const taken = [1, 2].map(() => queue.take(100)?.at(-1)?.kind)

  expect(taken).toEqual(['status503', 'lostAnswer'])
})

it('expects exactly the waiting runs before the first run, and if no pairs are tried [§7]', () => {
  const queue = new Queue()
  for (const nth of [1, 2, 3]) queue.add([change(nth)], { distance: 0 })
  const before = queue.expected
  queue.take(100)
  queue.count(1).noteTried()

  expect([before, queue.expected]).toEqual([3, 2])
})
