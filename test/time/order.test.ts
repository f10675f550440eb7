import { setImmediate as afterTurn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createBank } from 'vostro'
import { followClock } from 'vostro/time'

/** What the code notes, on real time and then on the clock of a bank. */
async function notesOf(code: (note: (word: string) => void) => void): Promise<string[][]> {
  const [real, followed]: [string[], string[]] = [[], []]
  code((word) => real.push(word))
  await new Promise((resolve) => setTimeout(resolve, 30))
  const time = followClock(createBank())
  onTestFinished(time.giveBack)
  code((word) => followed.push(word))
  await new Promise((resolve) => setTimeout(resolve, 30))
  await afterTurn()
  return [real, followed]
}

it("runs ticks before promises after a timer's callback, as Node does [§3]", async () => {
  const [real, followed] = await notesOf((note) => {
    setTimeout(() => {
      Promise.resolve().then(() => note('promise'))
      process.nextTick(() => note('tick'))
    }, 5)
  })

  expect(real).toEqual(['tick', 'promise'])
  expect(followed).toEqual(real)
})

it('fires the timers of one instant before the setImmediate of the first of them [§3]', async () => {
  const [real, followed] = await notesOf((note) => {
    setTimeout(() => {
      note('a')
      setImmediate(() => note('immediate'))
    }, 5)
    setTimeout(() => note('b'), 5)
  })

  expect(real).toEqual(['a', 'b', 'immediate'])
  expect(followed).toEqual(real)
})
