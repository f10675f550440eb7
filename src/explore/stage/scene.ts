/** The scene of a run: what the scenario works with, each end of it passing by the stage. */

import type { PushHandler } from '../../bank/shell/pushes/receiver.ts'
import { durationFrom } from '../../bank/shell/state/options.ts'
import type { Ends, Scene } from '../scenario.ts'
import { endsWhile, type Running, runProcess } from './process.ts'
import type { Stage } from './stage.ts'
import { type Known, type StoreCall, type Verdict, wrapStore } from './store.ts'

/** The books and the final checks that the scenario has named. */
export interface Wanted {
  books: Parameters<Scene['books']>[0] | undefined
  readonly checks: Parameters<Scene['eventually']>[0][]
}

export interface Around {
  readonly stage: Stage
  /** The methods of stores, as the first clean run has shown them. */
  readonly known: Known
  /** Called after each push that a receiver has taken. */
  readonly pushed: () => Promise<void>
}

export function createScene(around: Around, wanted: Wanted): Scene {
  const { stage } = around
  const ends = endsOf(around, undefined)
  return {
    ...ends,
    bank: stage.bank,
    books: (view) => {
      wanted.books = view
    },
    eventually: (check) => void wanted.checks.push(check),
    process: (start) =>
      runProcess(start, {
        endsOf: (running) => endsWhile(running, endsOf(around, running)),
        after: stage.time.after,
      }),
  }
}

function endsOf(around: Around, running: Running | undefined): Ends {
  const { stage } = around
  const { bank, time } = stage
  return {
    fetch: (input, init) => {
      const before = stage.caller
      stage.caller = running
      try {
        // The stage looks at the caller before anything is awaited.
        return bank.fetch(input, init)
      } finally {
        stage.caller = before
      }
    },
    connect: (callbackUrl, handler, options = {}) => {
      if (running) stage.hasReceivingProcess = true
      bank.webhooks.connect(callbackUrl, receiver(around, running, handler), options)
    },
    store: (client) => {
      stage.hasStore = true
      return wrapStore(client, storeCall(around, running))
    },
    intend: stage.intents.run,
    sleep: (duration) => time.pass(durationFrom(duration, 'sleep for')),
    every: (duration, tick) => {
      let isUnderWay = false
      return time.each(durationFrom(duration, 'tick every'), () => {
        if (isUnderWay) return
        isUnderWay = true
        const over = () => {
          isUnderWay = false
        }
        // An error ends the tick: a scheduler of the partner's would log it.
        Promise.resolve().then(tick).then(over, over)
      })
    },
  }
}

function receiver({ stage, pushed }: Around, running: Running | undefined, handler: PushHandler): PushHandler {
  return async (request) => {
    const nth = stage.receive()
    const twin = stage.plan.once('twins', nth) ? request.clone() : undefined
    const [response] = await Promise.all([handler(request), twin && handler(twin)])
    stage.log.note(response?.status)
    if (running && stage.plan.once('crashOnPush', nth)) {
      running.end()
      throw new TypeError('socket hang up: the process has ended')
    }
    await pushed()
    return response
  }
}

function storeCall({ stage, known }: Around, running: Running | undefined): StoreCall {
  const { plan, log, time } = stage
  const none: Verdict = { nth: 0 }
  const ended = (nth: number): Verdict => ({ nth, neverEnds: true })
  const failure = (nth: number, fact: string): Verdict => ({ nth, fails: new Error(`${fact}: a change of this run`) })
  return {
    known,
    during: (work) => time.activity.during(work, running?.ended),
    before: (method, given) => {
      if (stage.isLooking) return none
      if (running?.isEnded) return ended(0)
      const nth = log.add('store', labelOf(method, given), { isOfProcess: running !== undefined })
      log.note(given)
      time.activity.note()
      if (plan.at('crashBeforeStore', nth)) {
        running?.end()
        return ended(nth)
      }
      return plan.at('storeFails', nth) ? failure(nth, 'The store has failed, and done nothing') : { nth }
    },
    after: ({ nth }, method, given, result) => {
      if (nth === 0) return none
      log.noteCall('store', nth, method, given, result)
      if (running?.isEnded) return ended(nth)
      if (plan.at('crashAfterStore', nth)) {
        running?.end()
        return ended(nth)
      }
      return plan.at('storeAnswerLost', nth) ? failure(nth, 'The store has done it, and its answer was lost') : { nth }
    },
  }
}

/** So many characters of a statement identify it. */
const IDENTIFYING = 40

/** The label of a call of a store: its method, and the statement where it is given one. */
function labelOf(method: string, [first]: readonly unknown[]): string {
  const statement = typeof first === 'string' && /\s/.test(first) ? first.trim().replace(/\s+/g, ' ') : ''
  if (statement === '') return method
  return `${method}(${statement.length > IDENTIFYING ? `${statement.slice(0, IDENTIFYING)}…` : statement})`
}
