/**
 * Processes: the partner's code, which can be ended where it reaches the bank, its store or its time. A process that has ended goes no further:
 * nothing that it awaits ever comes. A minute later the code is started again, with the store as it was.
 */

import { MINUTE } from '../../core/kernel/time/instant.ts'
import { type Ends, type Process, ProcessEndedError } from '../scenario.ts'
import { callSiteOf } from './call-site.ts'

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

/** Starts a process with the ends that `endsOf` gives it; `after` delays its next start. */
export async function runProcess<Api>(
  start: (ends: Ends) => Api | Promise<Api>,
  endsOf: (running: Running) => Ends,
  after: (delay: number, act: () => void) => void,
  askedBy: (from: string | undefined) => () => void,
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
          api = new Promise((resolve) => after(MINUTE, () => resolve(begin())))
        }
        return never()
      },
    }
    // It starts when it is known as the one that runs, as it may end with its first call. The start of an ended process never comes; the next is awaited.
    return Promise.resolve().then(() => start(endsOf(running)))
  }
  api = begin()
  await untilStarted()
  const ask: Process<Api>['ask'] = (question) => {
    const answered = askedBy(callSiteOf(ask).line)
    return new Promise((resolve, reject) => {
      const giveUp = (error: ProcessEndedError) => {
        answered()
        reject(error)
      }
      asking.add(giveUp)
      const over = () => {
        asking.delete(giveUp)
        answered()
      }
      Promise.resolve(api).then(question).then(resolve, reject).finally(over)
    })
  }
  return { ask }

  /** Waits for the process that runs now; one that ends meanwhile is followed by another. */
  async function untilStarted(): Promise<void> {
    for (let current: Promise<Api> | undefined; current !== api; ) {
      current = api
      const next = new Promise<void>((resolve) => asking.add(() => resolve()))
      await Promise.race([current, next])
    }
  }
}

/** Lets a function work as long as its process runs; later its calls never settle. */
export function whileRuns<Given extends unknown[], Result>(
  running: Running | undefined,
  end: (...given: Given) => Promise<Result>,
): (...given: Given) => Promise<Result> {
  if (running === undefined) return end
  return async (...given) => {
    if (running.isEnded) return never()
    try {
      return await end(...given)
    } finally {
      // The process ended meanwhile: the answer never comes.
      if (running.isEnded) await never()
    }
  }
}
