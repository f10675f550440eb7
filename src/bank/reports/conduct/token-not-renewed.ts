/**
 * After a 401 the client requests a new token. This rule finds a token that was answered 401 where the client requested no new one, or sent
 * the old one again. It leaves out calls that were under way together, and a call that is made again with the new token. (§5 rule 5)
 */

import { groupBy } from '../../../core/kernel/group-by.ts'
import { bearerOf, clientOf } from '../../shell/state/caller.ts'
import type { HttpExchange } from '../../shell/state/exchange.ts'
import { grantsIn, isApiCall } from './caller.ts'
import type { Rule, RuleFinding } from './finding.ts'

export const tokenNotRenewed: Rule = {
  rule: 'token_not_renewed',
  section: '§5 rule 5',
  advice: 'Take a 401 for an expired token: request a new one and make the call again with it.',
  find: ({ exchanges }) => {
    const calls = callsIn(exchanges)
    const refused = groupBy(
      calls.filter(({ isRefused }) => isRefused),
      ({ bearer }) => bearer ?? '',
    )
    const owners = new Map(grantsIn(exchanges).map((grant) => [grant.token, grant.client]))
    const signs = signsIn(exchanges, owners)
    const lastCalls = lastCallsIn(calls)
    return [...refused.values()].flatMap((own) => unrenewedTokens(own, signs, owners, lastCalls))
  },
}

/** A call with a token, or without. */
interface Call {
  readonly id: string
  readonly index: number
  readonly bearer: string | undefined
  readonly isRefused: boolean
  /** The call without its token: the same where it is made again. */
  readonly text: string
}

function callsIn(exchanges: readonly HttpExchange[]): Call[] {
  return exchanges.flatMap((exchange, index) => {
    if (!isApiCall(exchange)) return []
    const { id, method, url, body, status } = exchange
    const text = JSON.stringify([method, url, body])
    return [{ id, index, bearer: bearerOf(exchange), isRefused: status === 401, text }]
  })
}

function unrenewedTokens(
  refused: readonly Call[],
  signs: Signs,
  owners: ReadonlyMap<string, string>,
  lastCalls: ReadonlyMap<string, LastCalls>,
): RuleFinding[] {
  const [{ bearer: token, index: first }] = refused as [Call]
  const renewal = signs.next(token, owners.get(token ?? ''), first)
  if (renewal === undefined) {
    const which = token === undefined ? 'without a token' : 'with one token'
    const times = refused.length === 1 ? 'A call was' : `${refused.length} calls ${which} were`
    return [
      {
        fact: `${times} answered 401, and no new token was requested afterwards.`,
        requests: refused.map(({ id }) => id),
      },
    ]
  }
  const isMadeAgain = ({ text, index }: Call) => {
    const { last, lastOther } = lastCalls.get(text) as LastCalls
    return (last.bearer === token ? (lastOther?.index ?? -1) : last.index) > index
  }
  const requests = refused.filter((call) => call.index > renewal && !isMadeAgain(call)).map(({ id }) => id)
  const again = requests.length === 1 ? 'a call with it was' : `${requests.length} calls with it were`
  const fact = `A token that had been answered 401 was sent again after a new one was requested: ${again} answered 401 too.`
  return requests.length === 0 ? [] : [{ fact, requests }]
}

/** The last call of a text, and the last with another token than that call's. */
interface LastCalls {
  readonly last: Call
  readonly lastOther: Call | undefined
}

function lastCallsIn(calls: readonly Call[]): Map<string, LastCalls> {
  const found = new Map<string, LastCalls>()
  for (const call of calls) {
    const before = found.get(call.text)
    const lastOther = before && (before.last.bearer === call.bearer ? before.lastOther : before.last)
    found.set(call.text, { last: call, lastOther })
  }
  return found
}

/** A sign that a client has a new token: it asks for one, or calls with one. */
interface Sign {
  readonly index: number
  /** Undefined for a call whose token was not granted over HTTP. */
  readonly client: string | undefined
  readonly bearer: string | undefined
}

interface Signs {
  /** The first sign after `index` that the owner of `token` has another token. Where its owner is unknown, any owner counts. */
  next(token: string | undefined, owner: string | undefined, index: number): number | undefined
}

function signsIn(exchanges: readonly HttpExchange[], owners: ReadonlyMap<string, string>): Signs {
  const all: Sign[] = exchanges.flatMap((exchange, index): Sign[] => {
    if (exchange.endpoint === 'requestToken') return [{ index, client: clientOf(exchange), bearer: undefined }]
    const bearer = isApiCall(exchange) ? bearerOf(exchange) : undefined
    return bearer === undefined ? [] : [{ index, client: owners.get(bearer), bearer }]
  })
  const known = groupBy(all, ({ client }) => JSON.stringify(client ?? null))
  // Calls with the token itself show no new one, and so are passed over.
  const after = (signs: readonly Sign[], token: string | undefined, index: number) => {
    let place = firstAfter(signs, index)
    while (token !== undefined && signs[place]?.bearer === token) place++
    return signs[place]?.index
  }
  return {
    next: (token, owner, index) => {
      if (owner === undefined) return after(all, token, index)
      const [own, other] = [JSON.stringify(owner), 'null'].map((key) => after(known.get(key) ?? [], token, index))
      return own === undefined || other === undefined ? (own ?? other) : Math.min(own, other)
    },
  }
}

/** The place of the first sign after an index, by binary search. */
function firstAfter(signs: readonly Sign[], index: number): number {
  let [low, high] = [0, signs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((signs[middle] as Sign).index > index) high = middle
    else low = middle + 1
  }
  return low
}
