import { expect, it } from 'vitest'
import { Sleepers } from '../../../src/bank/shell/pushes/sleepers.ts'

function sleepersAt(...instants: number[]) {
  const sleepers = new Sleepers<{ at: number; name: string }>()
  const takeOut = instants.map((at, index) => sleepers.add({ at, name: `${at}, added as number ${index + 1}` }))
  return { sleepers, takeOut }
}

it('wakes in the order of the instants, and of adding where they are equal [§3]', () => {
  const { sleepers } = sleepersAt(30, 10, 20, 10)

  expect(sleepers.takeDue(20).map(({ name }) => name)).toEqual([
    '10, added as number 2',
    '10, added as number 4',
    '20, added as number 3',
  ])
  expect(sleepers.takeDue(100).map(({ at }) => at)).toEqual([30])
})

it('takes out a sleeper that waits no more, once [§3]', () => {
  const { sleepers, takeOut } = sleepersAt(10, 10)

  takeOut[0]?.()
  takeOut[0]?.()

  expect(sleepers.takeDue(10).map(({ name }) => name)).toEqual(['10, added as number 2'])
})

it('knows nothing of those that were added before it was cleared [§3]', () => {
  const { sleepers } = sleepersAt(10, 20)

  sleepers.clear()

  expect([sleepers.first, sleepers.takeDue(30)]).toEqual([undefined, []])
})
