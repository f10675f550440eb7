/**
 * Processes: the partner's code, which can be ended where it reaches the bank, its store or its time. What has ended goes on with
 * nothing: whatever it still awaits never comes. A minute later it is started again, with the store as it was.
 */

import type { PushHandler } from '../../bank/shell/pushes/receiver.ts'
import { MINUTE } from '../../core/kernel/time/instant.ts'
import { type Ends, type Process, ProcessEndedError } from '../scenario.ts'

/** A promise that never settles: a new one each time, as one for all would keep everything that ever waited for it. */
export const never = (): Promise<never> => new Promise(() => {})

/** A process from one start to its end. */
export interface Running {
  readonly isEnded: boolean
  /** Resolves when it ends. */
  readonly ended: Promise<void>
  /** Ends it, and gives a promise that never settles. */
  end(): Promise<never>
}

interface Around {
  /** The ends by which it reaches the bank, its store and its time, as long as it runs. */
  readonly endsOf: (running: Running) => Ends
  readonly after: (delay: number, act: () => void) => void
}

export async function runProcess<Api>(
  start: (ends: Ends) => Api | Promise<Api>,
  around: Around,
): Promise<Process<Api>> {
  let api: Promise<Api>
  const asking = new Set<(error: ProcessEndedError) => void>()
  const begin = (): Promise<Api> => {
    let isEnded = false
    let noteEnd = () => {}
    const ended = new Promise<void>((resolve) => {
      noteEnd = resolve
    })
    const running: Running = {
      ended,
      get isEnded() {
        return isEnded
      },
      end: () => {
        if (!isEnded) {
          isEnded = true
          noteEnd()
          for (const reject of asking)
            reject(new ProcessEndedError('The process ended while it was at work: a change of this run. (§7)'))
          asking.clear()
          api = new Promise((resolve) => around.after(MINUTE, () => resolve(begin())))
        }
        return never()
      },
    }
    // Not before it is known as the one that runs: it may end with its first call. One that has ended never comes; the next is waited for.
    return Promise.resolve().then(() => start(around.endsOf(running)))
  }
  api = begin()
  await untilStarted()
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        asking.add(reject)
        const over = () => asking.delete(reject)
        Promise.resolve(api).then(question).then(resolve, reject).finally(over)
      }),
  }

  /** Waits for the process that runs now; one that ends meanwhile is followed by another. */
  async function untilStarted(): Promise<void> {
    for (let current: Promise<Api> | undefined; current !== api; ) {
      current = api
      const next = new Promise<void>((resolve) => asking.add(() => resolve()))
      await Promise.race([current, next])
    }
  }
}

/** The ends of a process: they work as long as it runs. */
export function endsWhile(running: Running, ends: Ends): Ends {
  const alive =
    <Given extends unknown[], Result>(end: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      if (running.isEnded) return never()
      try {
        return await end(...given)
      } finally {
        // Nothing that it still awaits comes.
        if (running.isEnded) await never()
      }
    }
  return {
    fetch: alive(ends.fetch),
    sleep: alive(ends.sleep),
    store: ends.store,
    intend: ends.intend,
    connect: (callbackUrl, handler, options) => {
      const connected: PushHandler = (request) => {
        if (running.isEnded) throw new TypeError('connect ECONNREFUSED: the process has ended')
        return handler(request)
      }
      ends.connect(callbackUrl, connected, options)
    },
    every: (duration, tick) => {
      const stop = ends.every(duration, () => (running.isEnded ? stop() : tick()))
      return stop
    },
  }
}
