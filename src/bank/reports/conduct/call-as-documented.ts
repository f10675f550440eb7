/** Rules on how calls are made: unknown parameters, the deprecated call, and calls that ignore Retry-After. (§4, §8, §9) */
import { unreadParameters } from '../../../contract/endpoints.ts'
import { count } from '../../../core/kernel/count.ts'
import { groupBy } from '../../../core/kernel/group-by.ts'
import { SECOND } from '../../../core/kernel/time/instant.ts'
import { bearerOf } from '../../shell/state/caller.ts'
import { type HttpExchange, instantOf } from '../../shell/state/exchange.ts'
import type { Rule } from './finding.ts'

/** The bank ignores a misspelt parameter, so a client may ask for the second page and always get the first one. (§4) */
export const parameterNotRead: Rule = {
  rule: 'parameter_not_read',
  section: '§4',
  advice: 'Send the names that the call is documented to take.',
  find: ({ exchanges }) => {
    const unread = exchanges.flatMap(({ id, endpoint, url }) =>
      endpoint === null ? [] : unreadParameters(endpoint, url).map((name) => ({ id, endpoint, name })),
    )
    const groups = groupBy(unread, ({ endpoint, name }) => JSON.stringify([endpoint, name]))
    return [...groups.values()].map((group) => {
      const [{ endpoint, name }] = group as [(typeof group)[number]]
      const fact = `The call ${endpoint} does not read the parameter "${name}".`
      return { fact, requests: group.map(({ id }) => id) }
    })
  },
}

/** Loan events replace this query. Each use is a finding, whatever the answer was. (§9) */
export const loanSummaryQueried: Rule = {
  rule: 'loan_summary_queried',
  section: '§9',
  advice: 'Register for the loan events, such as LoanStatusUpdated, and store what they report.',
  find: ({ exchanges }) => {
    const requests = exchanges.filter(({ isDeprecated }) => isDeprecated).map(({ id }) => id)
    const times = requests.length === 1 ? 'once' : `${requests.length} times`
    return requests.length === 0 ? [] : [{ fact: `The deprecated loan summary was queried ${times}.`, requests }]
  },
}

/**
 * Finds a call that came again too early and was refused again. An early call that succeeded is no finding, because its client may have
 * waited by another clock than the bank's. (§8)
 */
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
      const fact = `The call ${first.endpoint} was refused with Retry-After: ${first.retryAfter}, and came again ${times} before these seconds had passed.`
      return [{ fact, requests: early.map(({ id }) => id) }]
    }),
}

const callOf = (call: HttpExchange) => JSON.stringify([call.method, call.url, bearerOf(call), call.body])

function isEarly(before: HttpExchange | undefined, call: HttpExchange): boolean {
  if (before?.retryAfter === undefined || call.retryAfter === undefined) return false
  return instantOf(call) < instantOf(before) + before.retryAfter * SECOND
}
