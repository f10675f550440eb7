/** Tests of vostro/vitest whose code sees the time of their bank. */
import { setTimeout as wait } from 'node:timers/promises'
import { createBank } from 'vostro'
import { bankTestWith } from 'vostro/test'
import { followClock } from 'vostro/time'
import { expect, test } from 'vostro/vitest'

const { setTimeout: real } = globalThis
const timed = test.extend({ bankTime: 'bank' })
const byHand = test.extend({ bankTime: { advance: 'manual' } })

timed('shows a test the time of its bank, which advances by itself while the test waits [§3]', async ({ bank }) => {
  expect(new Date().toISOString()).toBe('2026-03-02T14:00:00.000Z')

  await wait(60_000)

  expect(bank.clock.now).toBe('2026-03-02T09:01:00.000-05:00')
})

byHand('lets a test move its time by hand [§3]', async ({ bank }) => {
  const fired: string[] = []
  setTimeout(() => fired.push(bank.clock.now.slice(11, 16)), 60_000)

  await bank.clock.advanceAsync({ minutes: 2 })

  expect(fired).toEqual(['09:01'])
})

const concurrent = timed.extend({ bankOptions: { now: '2031-01-01T00:00:00Z' } })
for (const minutes of [1, 2, 3]) {
  concurrent.concurrent('gives each of several parallel tests a time of its own [§3]', async ({ expect: own }) => {
    await wait(minutes * 60_000)
    own(new Date().toISOString()).toBe(`2031-01-01T00:0${minutes}:00.000Z`)
  })
}

test('gives a test of any runner the time of its bank, and refuses an invalid time [§3]', async () => {
  const runs: (() => Promise<void>)[] = []
  const bankTest = bankTestWith((_: string, run: () => Promise<void>) => void runs.push(run), {
    trace: { when: 'off' },
  })
  const seen: string[] = []
  for (const seconds of [10, 20]) {
    bankTest('waits', { time: 'bank' }, async ({ bank }) => {
      await wait(seconds * 1_000)
      seen.push(`${seconds} ${bank.clock.now.slice(11, 19)} ${new Date().toISOString().slice(11, 19)}`)
    })
  }
  bankTest('is mistyped', { time: 'banks' as 'bank' }, () => {})

  const results = await Promise.allSettled(runs.map((run) => run()))

  expect(seen.toSorted()).toEqual(['10 09:00:10 14:00:10', '20 09:00:20 14:00:20'])
  expect(results[2]).toMatchObject({
    reason: { message: expect.stringContaining('time is "banks", but must be "real" or "bank"') },
  })
})

test('restores the real time at the end of a test of any runner, even if the test fails [§3]', async () => {
  const runs: (() => Promise<void>)[] = []
  const bankTest = bankTestWith((_: string, run: () => Promise<void>) => void runs.push(run), {
    trace: { when: 'off' },
  })
  const fired: string[] = []
  bankTest('passes', ({ bank }) => {
    followClock(bank)
    setTimeout(() => fired.push('passes'), 10_000)
  })
  bankTest('fails', ({ bank }) => {
    followClock(bank)
    throw new Error('in the test')
  })
  bankTest('follows another bank', () => void followClock(createBank()))

  const results = []
  for (const run of runs) {
    results.push((await Promise.allSettled([run()]))[0]?.status)
    expect(globalThis.setTimeout).toBe(real)
  }
  await new Promise((resolve) => real(resolve, 20))

  expect(results).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(fired).toEqual([])
})

test("lets a test follow its bank's clock without giving the timers back [§3]", ({ bank }) => {
  followClock(bank)

  expect(setTimeout).not.toBe(real)
})

test('shows a test the real time by default, even after tests that followed a clock [§3]', () => {
  expect(setTimeout).toBe(real)
  expect(new Date().toISOString().slice(0, 10)).not.toBe('2026-03-02')
})
