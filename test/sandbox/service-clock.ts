/** The time of a service that is a bank: it passes while code waits for it, and no call is under way. */
import type { Bank } from 'vostro'
import type { ServiceOptions } from 'vostro/sandbox'
import { quiet } from '../../src/bank/shell/pushes/event-loop.ts'

/** Several may wait at once, as in real time: the clock moves to the end of a wait when no other code runs, and wakes those that end before. */
export function timeOf(bank: Bank): {
  readonly clock: NonNullable<ServiceOptions['clock']>
  readonly fetch: ServiceOptions['fetch']
} {
  const pending = new Set<Promise<unknown>>()
  let passing: Promise<unknown> = Promise.resolve()
  let steps = 0
  const now = () => bank.world.now
  const settled = async () => {
    do {
      await Promise.allSettled(pending)
      await quiet(() => steps)
    } while (pending.size > 0)
  }
  const wait = async (milliseconds: number) => {
    const end = now() + Math.ceil(milliseconds)
    const nap = bank.clock.sleep(milliseconds)
    steps++
    passing = passing.then(async () => {
      await settled()
      if (now() < end) await bank.clock.advanceAsync({ milliseconds: end - now() })
    })
    await Promise.race([nap, passing.then(() => nap)])
  }
  const fetch = async (request: Request) => {
    const call = bank.fetch(request)
    pending.add(call)
    steps++
    return await call.finally(() => {
      pending.delete(call)
      steps++
    })
  }
  return { clock: { now, wait }, fetch }
}
