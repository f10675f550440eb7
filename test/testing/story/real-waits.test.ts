import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { storyOf } from '../../../src/testing/story/story.ts'
import { followClock } from '../../../src/time/follow-clock.ts'

const { setTimeout: kept, clearTimeout: clear } = globalThis

it('says where code waits with a timer that was kept from before its clock was followed [§3]', () => {
  const bank = createBank()
  const time = followClock(bank)
  const timer = kept(() => {}, 40_000)

  const story = storyOf(bank, 'Test timed out in 5000ms.')
  time.giveBack()
  clear(timer)

  expect(story).toMatch(
    /^Waits that the bank's clock does not shorten:\n- 40000 milliseconds, set at \S*real-waits\.test\.ts:\d+:\d+\. Its function was kept from before the clock was followed: read it from globalThis at each call$/m,
  )
})

it('names the time of databases and other processes where a test times out and no timer is known [§3]', async () => {
  const bank = createBank()
  const time = followClock(bank)
  await new Promise((resolve) => setTimeout(resolve, 40_000))

  const story = storyOf(bank, 'Test timed out in 5000ms.')
  time.giveBack()

  expect(story).toContain("\n- no timer of the test's code is known to wait in real time. The time of a database")
})

it('is silent about waits that are over, and about the time where a test fails for another reason [§3]', async () => {
  const bank = createBank()
  const time = followClock(bank)
  await new Promise((resolve) => kept(resolve, 5))

  const story = storyOf(bank, 'expected 1 to be 2')
  time.giveBack()

  expect(story).toBe('Nothing has happened in this bank yet.')
})

it('names the option with which timers follow the clock where a test on real time times out [§3]', () => {
  const story = storyOf(createBank(), 'Test timed out in 5000ms.')

  expect(story).toContain("Set bankTime: 'bank' (jest and node:test: time: 'bank'), and they follow the bank's clock")
})
