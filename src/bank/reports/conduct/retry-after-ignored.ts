/**
 * A client waits for as long as Retry-After says. This rule finds a call that came again sooner, and was refused again. It leaves out a
 * call that was taken, as its client may have waited by another clock than the bank's. (§8)
 */

import { count } from '../../../core/kernel/count.ts'
import { groupBy } from '../../../core/kernel/group-by.ts'
import { SECOND } from '../../../core/kernel/time/instant.ts'
import { bearerOf } from '../../shell/state/caller.ts'
import { type HttpExchange, instantOf } from '../../shell/state/exchange.ts'
import type { Rule } from './finding.ts'

export const retryAfterIgnored: Rule = {
  rule: 'retry_after_ignored',
  section: '§8',
  advice: 'Wait for as many seconds as Retry-After says, and then ask again.',
  find: ({ exchanges }) =>
    [...groupBy(exchanges, callOf).values()].flatMap((calls) => {
      const early = calls.filter((call, index) => isEarly(calls[index - 1], call))
      const [first] = early
      if (first === undefined) return []
      const times = count(early.length, 'time')
      const fact = `The call ${first.endpoint} was refused with Retry-After: ${first.retryAfter}, and came again ${times} before that had passed.`
      return [{ fact, requests: early.map(({ id }) => id) }]
    }),
}

/** A text that only equal calls share. */
const callOf = (call: HttpExchange) => JSON.stringify([call.method, call.url, bearerOf(call), call.body])

function isEarly(before: HttpExchange | undefined, call: HttpExchange): boolean {
  if (before?.retryAfter === undefined || call.retryAfter === undefined) return false
  return instantOf(call) < instantOf(before) + before.retryAfter * SECOND
}
