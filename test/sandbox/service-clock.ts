/** The time of a service that is a bank: it passes while code waits for it. */
import type { Bank } from 'vostro'
import type { ServiceOptions } from 'vostro/sandbox'
import { quiet } from '../../src/bank/shell/pushes/event-loop.ts'

/** Several may wait at once, as in real time: the clock moves to the end of a wait when no other code runs, and wakes those that end before. */
export function clockOf(bank: Bank): NonNullable<ServiceOptions['clock']> {
  let passing: Promise<unknown> = Promise.resolve()
  let steps = 0
  const now = () => bank.world.now
  return {
    now,
    wait: async (milliseconds) => {
      const end = now() + milliseconds
      const nap = bank.clock.sleep(milliseconds)
      steps++
      passing = passing.then(async () => {
        await quiet(() => steps)
        if (now() < end) await bank.clock.advanceAsync({ milliseconds: end - now() })
      })
      await Promise.race([nap, passing.then(() => nap)])
    },
  }
}
