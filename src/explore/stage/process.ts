/**
 * Processes: the partner's code, which can be ended where it reaches the bank, its store or the clock. Nothing that an ended process awaits
 * ever settles. A minute later the code is started again, with the store as it was. `callerNow` tells which process makes a request.
 */

import { contextOf } from '../../bank/shell/host/context.ts'
import { MINUTE } from '../../core/kernel/time/instant.ts'
import { type Ends, type Process, ProcessEndedError } from '../types.ts'
import { callSiteOf } from './call-site.ts'
import type { GivenToParts } from './given-to-parts.ts'
import type { Waits } from './waits.ts'

/** A process from one start to its end. */
export interface Running {
  readonly isEnded: boolean
  /** Resolves when it ends. */
  readonly ended: Promise<void>
  /** Ends the process, and returns a promise that never settles. */
  end(): Promise<never>
}

/** What the scenario asks of a process; `running` is set when the process begins with it. */
interface ScenarioCall {
  running?: Running
}

/** The process whose code runs. Its calls may reach the bank by MSW, without the `fetch` that the process is given. */
const runningProcess = contextOf<ScenarioCall>('process', { isLong: true })

/** What makes a call of the bank: a process, unless the scenario itself does, and the call site in its code. */
interface Caller {
  readonly running: Running | undefined
  readonly path: number | undefined
}

const caller = contextOf<Caller>('caller')

/** Calls the bank as this caller. */
export const callAs = <Result>(given: Caller, call: () => Result): Result => caller.run(given, call)

/** The caller of the request that reaches the bank now. */
export function callerNow(): Caller {
  const { running = runningProcess.current?.running, path } = caller.current ?? {}
  return { running, path }
}

/** A new promise each time, because a shared one would keep everything that ever waited for it in memory. */
export const never = (): Promise<never> => new Promise(() => {})

/** `endsOf` makes the functions (ends) through which the process reaches the bank, its store and the clock. */
export async function runProcess<Api>(
  { clock, waits }: Pick<GivenToParts, 'clock'> & { readonly waits: Waits },
  start: (ends: Ends) => Api | Promise<Api>,
  endsOf: (running: Running) => Ends,
): Promise<Process<Api>> {
  let api: Promise<Api>
  let present: Running
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
            reject(new ProcessEndedError('A change of this run ended the process while it was at work. (§7)'))
          asking.clear()
          api = new Promise((resolve) => clock.wakeAfter(MINUTE, () => resolve(begin())))
        }
        return never()
      },
    }
    present = running
    // `start` is called only after `api` is assigned, because its first call may end the process, and `end` assigns `api` anew. The promise
    // returned here then never settles, and the new one is awaited.
    return runningProcess.run({ running }, () => Promise.resolve().then(() => start(endsOf(running))))
  }
  api = begin()
  await untilStarted()
  const ask: Process<Api>['ask'] = (question) => {
    const answered = waits.beginAsk(callSiteOf(ask).line)
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
      const asked: ScenarioCall = {}
      // Noted in a step of its own: so the stack of a question has no lines but the partner's.
      const begins = (given: Api) => {
        asked.running = present
        return given
      }
      const answer = runningProcess.run(asked, () => Promise.resolve(api).then(begins).then(question))
      answer.then(resolve, reject).finally(over)
    })
  }
  return { ask }

  /** If the process ends meanwhile, waits for the one that follows it. */
  async function untilStarted(): Promise<void> {
    for (let current: Promise<Api> | undefined; current !== api; ) {
      current = api
      const next = new Promise<void>((resolve) => asking.add(() => resolve()))
      await Promise.race([current, next])
    }
  }
}

/** Wraps a function of a process. Once the process has ended, its calls never settle. */
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
      if (running.isEnded) await never()
    }
  }
}
