/** The queue of runs: how many it expects. */
import { expect, it } from 'vitest'
import type { ChangeAtPoint } from '../../src/explore/changes/change.ts'
import { Queue } from '../../src/explore/search/queue.ts'

const change = (nth: number): ChangeAtPoint => ({ kind: 'status503', nth, label: 'listWires' })

it('expects of the waiting single changes as many pairs each as of those that were tried [§7]', () => {
  const queue = new Queue()
  for (const nth of [1, 2, 3, 4]) queue.level(1).add([change(nth)], { distance: 0 })
  queue.take(100)
  queue.level(1).tried++

  for (const nth of [2, 3, 4, 5, 6]) queue.level(2).add([change(1), change(nth)], { distance: nth })

  expect(queue.left).toBe(3 + 5)
  expect(queue.expected).toBe(3 + 5 + 3 * 5)
})

it('tries what strikes the reaction to a decision of the bank once at each call site, before all other pairs [§7]', () => {
  const queue = new Queue()
  const level = queue.level(2)
  const rejected: ChangeAtPoint = { kind: 'rejected', nth: 1, label: 'Outbound' }
  level.add([change(1), change(2)], { distance: 0, novelty: 'fresh' })
  for (const nth of [3, 4]) level.add([rejected, { ...change(nth), path: 1 }], { distance: nth, isReaction: true })
  level.add([rejected, { ...change(5), path: 2 }], { distance: 5, isReaction: true })

  const taken = [1, 2, 3, 4].map(() => queue.take(100)?.at(-1))

  expect(taken.map((each) => each?.kind === 'status503' && each.nth)).toEqual([3, 5, 2, 4])
})

it('tries kinds that show mistakes of their own before the pairs, and lets no other single change wait for them [§7]', () => {
  const queue = new Queue()
  const singles = ['smallPage', 'malformedBody', 'status503', 'smallPage', 'status503', 'status503'] as const
  for (const [index, kind] of singles.entries())
    queue
      .level(1)
      .add([{ kind, nth: index + 1, label: 'listWires', path: kind === 'smallPage' ? index : 0 }], { distance: 0 })
  const alone = new Queue()
  for (const kind of ['smallPage', 'malformedBody'] as const)
    alone.level(1).add([{ kind, nth: 1, label: 'listWires' }], { distance: 0 })
  for (const nth of [7, 8]) queue.level(2).add([change(1), change(nth)], { distance: 0, novelty: 'fresh' })

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

it('tries first what strikes a reaction with the kinds that are like no other [§7]', () => {
  const queue = new Queue()
  const rejected: ChangeAtPoint = { kind: 'rejected', nth: 1, label: 'Outbound' }
  for (const kind of ['timeout', 'malformedBody', 'status503', 'lostAnswer'] as const)
    queue.level(2).add([rejected, { kind, nth: 2, label: 'createWire', path: 1 }], { distance: 0, isReaction: true })

  const taken = [1, 2].map(() => queue.take(100)?.at(-1)?.kind)

  expect(taken).toEqual(['status503', 'lostAnswer'])
})

it('expects just what waits as long as no run was made, and where no pairs are tried [§7]', () => {
  const queue = new Queue()
  for (const nth of [1, 2, 3]) queue.level(1).add([change(nth)], { distance: 0 })
  const before = queue.expected
  queue.take(100)
  queue.level(1).tried++

  expect([before, queue.expected]).toEqual([3, 2])
})
