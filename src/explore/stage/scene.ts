/** The scene of a run: the functions that its scenario is given. Each reports its calls to the stage. */

import type { PushHandler } from '../../bank/shell/pushes/receiver.ts'
import { durationFrom } from '../../bank/shell/state/options.ts'
import { snapshot } from '../../time/timers.ts'
import type { Ends, Scene } from '../scenario.ts'
import { callSiteOf } from './call-site.ts'
import { runProcess, whileRuns } from './process.ts'
import { intent } from './requests.ts'
import type { Running, Stage } from './stage.ts'
import { wrapStore } from './store.ts'

export function createScene(stage: Stage): Scene {
  return {
    ...endsOf(stage, undefined),
    bank: stage.bank,
    books: (view, { within, reversed } = {}) => {
      stage.books = view
      stage.booksRule = { reversed }
      if (within !== undefined) stage.booksWithin = durationFrom(within, 'show the books within')
    },
    eventually: (check) => void stage.checks.push(check),
    within: (duration, check) => void stage.promised.push({ within: durationFrom(duration, 'check within'), check }),
    process: (start) => runProcess(stage, start, (running) => endsOf(stage, running)),
  }
}

function endsOf(stage: Stage, running: Running | undefined): Ends {
  const { bank } = stage
  const fetch: Ends['fetch'] = (input, init) => {
    const before = [stage.caller, stage.path] as const
    stage.caller = running
    stage.path = callSiteOf(fetch).path
    try {
      // The stage reads the caller before anything is awaited.
      return bank.fetch(input, init)
    } finally {
      ;[stage.caller, stage.path] = before
    }
  }
  return {
    fetch: whileRuns(running, fetch),
    connect: (callbackUrl, handler, options = {}) => {
      if (running) stage.hasReceivingProcess = true
      bank.webhooks.connect(callbackUrl, receiver(stage, running, callbackUrl, handler), options)
    },
    store: (client) => {
      stage.hasStore = true
      return wrapStore(client, { stage, running })
    },
    intend: (name, act) => intent.run(name, act),
    reach: (name) => stage.reach(name),
    sleep: whileRuns(running, (duration) => stage.pass(durationFrom(duration, 'sleep for'))),
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
      const timer = stage.timers.every(tickOnce, durationFrom(duration, 'tick every'))
      return () => void timer.close()
    },
  }
}

function receiver(stage: Stage, running: Running | undefined, url: string, handler: PushHandler): PushHandler {
  const { plan, log, delivered, refusing } = stage
  const { href } = new URL(url)
  const inContext = snapshot()
  const take: PushHandler = (request, context) => {
    if (running?.isEnded) throw new TypeError('connect ECONNREFUSED: the process has ended')
    return inContext(() => handler(request, context))
  }
  return async (request, context) => {
    refusing.delete(href)
    if (stage.world.now < stage.receiverDownUntil) throw new TypeError('connect ECONNREFUSED: a change of this run')
    const nth = delivered.length
    const twin = plan.once('twins', nth) ? request.clone() : undefined
    // A receiver that never answers refuses the push, too, so its address is added before the answer.
    if (!running?.isEnded && stage.world.now >= stage.struckUntil) refusing.add(href)
    for (const begin of stage.atNextPush.splice(0)) begin()
    const [response] = await Promise.all([take(request, context), twin && take(twin, context)])
    if (response?.ok || running?.isEnded || stage.world.now < stage.struckUntil) refusing.delete(href)
    log.note(response?.status)
    if (running && plan.once('crashOnPush', nth)) {
      running.end()
      throw new TypeError('socket hang up: the process has ended')
    }
    await stage.look()
    return response
  }
}
