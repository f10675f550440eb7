/** The scene of a run: what the scenario works with, each end of it passing by the stage. */

import type { PushHandler } from '../../bank/shell/pushes/receiver.ts'
import { durationFrom } from '../../bank/shell/state/options.ts'
import type { Ends, Scene } from '../scenario.ts'
import { endsWhile, type Running, runProcess } from './process.ts'
import { intent } from './requests.ts'
import type { Stage } from './stage.ts'
import { type StoreCall, type Verdict, wrapStore } from './store.ts'

export function createScene(stage: Stage): Scene {
  return {
    ...endsOf(stage, undefined),
    bank: stage.bank,
    books: (view) => {
      stage.books = view
    },
    eventually: (check) => void stage.checks.push(check),
    process: (start) =>
      runProcess(start, {
        endsOf: (running) => endsWhile(running, endsOf(stage, running)),
        after: stage.after,
      }),
  }
}

function endsOf(stage: Stage, running: Running | undefined): Ends {
  const { bank } = stage
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
      bank.webhooks.connect(callbackUrl, receiver(stage, running, handler), options)
    },
    store: (client) => {
      stage.hasStore = true
      return wrapStore(client, storeCall(stage, running))
    },
    intend: (name, act) => intent.run(name, act),
    sleep: (duration) => stage.pass(durationFrom(duration, 'sleep for')),
    every: (duration, tick) => {
      let isUnderWay = false
      const over = () => {
        isUnderWay = false
      }
      const tickOnce = () => {
        if (isUnderWay) return
        isUnderWay = true
        // An error ends the tick: a scheduler of the partner's would log it.
        Promise.resolve().then(tick).then(over, over)
      }
      const timer = stage.timers.every(tickOnce, durationFrom(duration, 'tick every'))
      return () => stage.timers.clear(timer)
    },
  }
}

function receiver(stage: Stage, running: Running | undefined, handler: PushHandler): PushHandler {
  const { plan, log, delivered } = stage
  return async (request) => {
    if (stage.world.now < stage.receiverDownUntil) throw new TypeError('connect ECONNREFUSED: a change of this run')
    const nth = delivered.length
    const twin = plan.once('twins', nth) ? request.clone() : undefined
    const [response] = await Promise.all([handler(request), twin && handler(twin)])
    log.note(response?.status)
    if (running && plan.once('crashOnPush', nth)) {
      running.end()
      throw new TypeError('socket hang up: the process has ended')
    }
    await stage.look()
    return response
  }
}

function storeCall(stage: Stage, running: Running | undefined): StoreCall {
  const { plan, log, known, activity } = stage
  const none: Verdict = { nth: 0 }
  const ended = (nth: number): Verdict => ({ nth, neverEnds: true })
  const failure = (nth: number, fact: string): Verdict => ({ nth, fails: new Error(`${fact}: a change of this run`) })
  return {
    known,
    during: (work) => activity.during(work, running?.ended),
    before: (method, given) => {
      if (stage.isLooking) return none
      if (running?.isEnded) return ended(0)
      const nth = log.add('store', labelOf(method, given), { isOfProcess: running !== undefined })
      log.note(given)
      activity.note()
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
