/** The scene of a run: the functions that its scenario is given. Each passes its calls on to a part of the run. */
import { timeToPass } from '../../bank/shell/pushes/time-driver.ts'
import { durationFrom } from '../../bank/shell/state/options.ts'
import type { Ends, Scene } from '../types.ts'
import { callSiteOf } from './call-site.ts'
import { callAs, type Running, runProcess, whileRuns } from './process.ts'
import { intent } from './requests.ts'
import type { Stage } from './stage.ts'
import { wrapStore } from './store.ts'

export function createScene(stage: Stage): Scene {
  return {
    ...endsOf(stage, undefined),
    bank: stage.bank,
    books: (view, { within, reversed } = {}) =>
      stage.books.show(view, within === undefined ? undefined : durationFrom(within, 'show the books within'), {
        reversed,
      }),
    eventually: (check) => stage.checks.addAtEnd(check),
    within: (duration, check) => stage.checks.addWithin(durationFrom(duration, 'check within'), check),
    process: (start) => runProcess(stage, start, (running) => endsOf(stage, running)),
  }
}

function endsOf(stage: Stage, running: Running | undefined): Ends {
  const { bank, clock } = stage
  const fetch: Ends['fetch'] = (input, init) =>
    callAs({ running, path: callSiteOf(fetch).path }, () => bank.fetch(input, init))
  return {
    fetch: whileRuns(running, fetch),
    connect: (callbackUrl, handler, options = {}) =>
      bank.webhooks.connect(callbackUrl, stage.pushes.receiver(callbackUrl, handler, running), options),
    store: (client) => {
      stage.books.noteStore()
      return wrapStore(client, { stage, running })
    },
    intend: (name, act) => intent.run(name, act),
    reach: (name) => stage.log.reach(name),
    sleep: whileRuns(running, (duration) => timeToPass(clock, durationFrom(duration, 'sleep for'))),
    every: (duration, tick) => {
      let isUnderWay = false
      const over = () => {
        isUnderWay = false
      }
      const tickOnce = () => {
        if (running?.isEnded) timer.close()
        if (running?.isEnded || isUnderWay) return
        isUnderWay = true
        // An error ends only this tick, because a scheduler would log it and go on.
        Promise.resolve().then(tick).then(over, over)
      }
      const timer = clock.timers.every(tickOnce, durationFrom(duration, 'tick every'))
      return () => void timer.close()
    },
  }
}
