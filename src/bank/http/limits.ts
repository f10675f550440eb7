/** Limits (§8): on the length of a request, checked before anything is parsed, and on the number of calls of a client per second, asked when `perform.ts` knows the client. */

import { valuesWith } from '../../core/assumptions/notes.ts'
import { SECOND } from '../../core/kernel/time/instant.ts'
import { type Rejection, reject } from '../../core/rejection.ts'
import type { World } from '../../core/world.ts'
import { bearerOf, clientOf } from '../shell/state/caller.ts'
import { instantOf, type KeptExchange, readable } from '../shell/state/exchange.ts'
import type { State } from '../shell/state/state.ts'
import type { Stage } from './stage.ts'

/** The limited parts of a request, in the order in which they are checked. */
const all = [
  { id: 'limits.pathLength', code: 'path_is_too_long', noun: 'path', advice: 'Check how it is put together' },
  { id: 'limits.queryLength', code: 'query_is_too_long', noun: 'query', advice: 'Ask for less in one request' },
  { id: 'limits.headerLength', code: 'headers_are_too_long', noun: 'headers', advice: 'Send fewer or shorter ones' },
  { id: 'limits.bodyLength', code: 'body_is_too_long', noun: 'body', advice: 'Send less in one request' },
] as const

/** Refuses a request that is too long. */
export const limits: Stage = ({ shell }, call, next) => {
  const { url, body, asking, match } = call
  const values = valuesWith(shell.state.world.settings.assume)
  const lengths = {
    path: url.pathname.length,
    query: url.search.slice('?'.length).length,
    headers: lengthOf(asking.headers),
    body: body.text.length,
  }
  for (const { id, code, noun, advice } of all) {
    const [length, most] = [lengths[noun], values[id]]
    if (length <= most) continue
    const fact = `${noun === 'headers' ? 'they have' : 'it has'} ${length} characters, ${most} are allowed`
    const rejection = reject(code, `Failed to read the ${noun}: ${fact}. ${advice}. (§8)`)
    return next({ ...call, match: { service: match.service, rejection, limit: id }, endpoint: null })
  }
  return next(call)
}

function lengthOf(headers: Headers): number {
  let length = 0
  for (const [name, value] of headers) length += name.length + value.length
  return length
}

type Called = Pick<KeptExchange, 'endpoint' | 'headers' | 'body'>

/**
 * Allows `most` calls of a client within any second of the bank's clock. Calls that this limit refused do not count. Requests for tokens
 * are counted apart. The count is made from the kept requests, so snapshots and forks keep it. (§8)
 */
export function askedTooOften({ world, requests }: State, call: Called, most: number): Rejection | undefined {
  const caller = callerOf(world, call)
  let taken = 0
  for (let number = requests.size - 1; caller !== undefined && number >= 0; number--) {
    const before = requests.get(number)
    if (before === undefined || instantOf(before) <= world.now - SECOND) return undefined
    if (before.status !== 429 && callerOf(world, before) === caller) taken++
    if (taken >= most) {
      return reject(
        'client_asks_too_often',
        `Failed to accept the call: the client has made ${taken} calls within the last second of the bank's clock, and ${most} are allowed. Call again a second later on that clock: advance it, or let the time of the client follow it. (§8)`,
      )
    }
  }
  return undefined
}

function callerOf(world: World, { endpoint, headers, body }: Called): string | undefined {
  if (endpoint === 'requestToken') return `token ${clientOf({ headers, body: readable(body) })}`
  const slot = world.access.tokenKeys.get(bearerOf({ headers }) ?? '')
  return slot === undefined ? undefined : `call ${world.access.tokens.at(slot).partner}`
}
