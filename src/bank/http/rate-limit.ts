/**
 * The rate limit: how many calls a client may make within any second of the bank's clock; the token server has a count of its own. The
 * count is made from the requests that the bank keeps, without those that the limit refused, so a snapshot and a fork know it. (§8)
 */
import { SECOND } from '../../core/kernel/time/instant.ts'
import { type Rejection, reject } from '../../core/rejection.ts'
import type { World } from '../../core/world.ts'
import { bearerOf, clientOf } from '../shell/state/caller.ts'
import { instantOf, type KeptExchange, readable } from '../shell/state/exchange.ts'
import { itemOf, sizeOf } from '../shell/state/log.ts'
import type { State } from '../shell/state/state.ts'

type Called = Pick<KeptExchange, 'endpoint' | 'headers' | 'body'>

/** The refusal of a call beyond the limit; undefined where it is within the limit, or its client is unknown. */
export function askedTooOften({ world, requests }: State, call: Called, most: number): Rejection | undefined {
  const caller = callerOf(world, call)
  let taken = 0
  for (let number = sizeOf(requests) - 1; caller !== undefined && number >= 0; number--) {
    const before = itemOf(requests, number)
    if (before === undefined || instantOf(before) <= world.now - SECOND) return undefined
    if (before.status !== 429 && callerOf(world, before) === caller) taken++
    if (taken >= most) {
      return reject(
        'client_asks_too_often',
        `Failed to take the call: the client has made ${taken} calls within the last second of the bank's clock, and ${most} are allowed. Call again a second later on that clock: advance it, or let it follow the client. (§8)`,
      )
    }
  }
  return undefined
}

/** A text for the count that a call belongs to: that of its client's tokens, or of its partner's other calls. */
function callerOf(world: World, { endpoint, headers, body }: Called): string | undefined {
  if (endpoint === 'requestToken') return `token ${clientOf({ headers, body: readable(body) })}`
  const slot = world.access.tokenKeys.get(bearerOf({ headers }) ?? '')
  return slot === undefined ? undefined : `call ${world.access.tokens.at(slot).partner}`
}
