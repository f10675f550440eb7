import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { followClock } from 'vostro/time'
import { realTime } from '../../../src/sandbox/service/real-time.ts'

it('takes the time of the world outside where a test follows the clock of a bank [§3]', async () => {
  const bank = createBank()
  const begun = realTime.now()
  using _ = followClock(bank)

  await realTime.wait(1)

  expect(bank.clock.now).toBe('2026-03-02T09:00:00.000-05:00')
  expect(realTime.now()).toBeGreaterThanOrEqual(begun)
})
