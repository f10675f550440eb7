/**
 * After a 401 the client requests a new token. This rule finds a token that was answered 401 where the client requested no new one, or sent
 * the old one again. It leaves out calls that were under way together, and a call that is made again with the new token. (§5 rule 5)
 */

import { groupBy } from '../../../core/kernel/group-by.ts'
import { bearerOf, clientOf, grantsIn, isApiCall } from '../../shell/state/caller.ts'
import type { HttpExchange } from '../../shell/state/exchange.ts'
import type { Rule, RuleFinding } from './finding.ts'

export const tokenNotRenewed: Rule = {
  rule: 'token_not_renewed',
  section: '§5 rule 5',
  advice: 'Take a 401 for an expired token: request a new one and make the call again with it.',
  find: ({ exchanges }) => {
    const calls = callsIn(exchanges)
    const refused = calls.filter(({ isRefused }) => isRefused)
    const byToken = groupBy(refused, ({ bearer }) => bearer ?? '')
    const [renewals, lastCalls] = [renewalsOf(calls), lastCallsIn(calls)]
    return [...byToken.values()].flatMap((own) => unrenewedTokens(own, renewals, lastCalls))
  },
}

/** A call with a token, or without; or a request for one. */
interface Call {
  readonly id: string
  readonly index: number
  readonly bearer: string | undefined
  /** The client that asks for a token, or that has this one; undefined where the token was not granted over HTTP. */
  readonly client: string | undefined
  /** Whether it shows that its client has a token, or will have one. */
  readonly isSign: boolean
  readonly isRefused: boolean
  /** The call without its token: the same where it is made again. */
  readonly text: string
}

function callsIn(exchanges: readonly HttpExchange[]): Call[] {
  const owners = new Map(grantsIn(exchanges).map(({ token, client }) => [token, client]))
  return exchanges.flatMap((exchange, index) => {
    const { id, method, url, body, status, endpoint } = exchange
    const isRequest = endpoint === 'requestToken'
    if (!isRequest && !isApiCall(exchange)) return []
    const bearer = isRequest ? undefined : bearerOf(exchange)
    const client = isRequest ? clientOf(exchange) : owners.get(bearer ?? '')
    const isSign = isRequest || bearer !== undefined
    const text = JSON.stringify([method, url, body])
    return [{ id, index, bearer, client, isSign, isRefused: !isRequest && status === 401, text }]
  })
}

function unrenewedTokens(
  refused: readonly Call[],
  renewals: ReadonlyMap<Call, number>,
  lastCalls: ReadonlyMap<string, Latest>,
): RuleFinding[] {
  const [first] = refused as [Call]
  const renewal = renewals.get(first)
  if (renewal === undefined) {
    const which = first.bearer === undefined ? 'without a token' : 'with one token'
    const times = refused.length === 1 ? 'A call was' : `${refused.length} calls ${which} were`
    const fact = `${times} answered 401, and no new token was requested afterwards.`
    return [{ fact, requests: refused.map(({ id }) => id) }]
  }
  const isMadeAgain = ({ text, index, bearer }: Call) => (otherThan(bearer, lastCalls.get(text))?.index ?? -1) > index
  const requests = refused.filter((call) => call.index > renewal && !isMadeAgain(call)).map(({ id }) => id)
  const again = requests.length === 1 ? 'a call with it was' : `${requests.length} calls with it were`
  const fact = `A token that had been answered 401 was sent again after a new one was requested: ${again} answered 401 too.`
  return requests.length === 0 ? [] : [{ fact, requests }]
}

/** The latest of some calls, and the latest with another token than that one's. */
interface Latest {
  readonly last: Call
  readonly other: Call | undefined
}

function latest(last: Call, before: Latest | undefined): Latest {
  return { last, other: otherThan(last.bearer, before) }
}

/** The latest call that has another token; null stands for no token at all. */
function otherThan(bearer: string | undefined | null, given: Latest | undefined): Call | undefined {
  return given?.last.bearer === bearer ? given?.other : given?.last
}

function lastCallsIn(calls: readonly Call[]): Map<string, Latest> {
  const found = new Map<string, Latest>()
  for (const call of calls) found.set(call.text, latest(call, found.get(call.text)))
  return found
}

/** The place of the first sign, after each refused call, that its client has another token. Where the client is unknown, any one's counts. */
function renewalsOf(calls: readonly Call[]): Map<Call, number> {
  const renewals = new Map<Call, number>()
  /** The signs after a call, by client: the latest of them is the next. */
  const signs = new Map<string | symbol | undefined, Latest>()
  for (const call of [...calls].reverse()) {
    const { client, bearer = null, isSign, isRefused } = call
    const asked = client === undefined ? [ANY] : [client, undefined]
    const places = isRefused ? asked.flatMap((each) => otherThan(bearer, signs.get(each))?.index ?? []) : []
    if (places.length > 0) renewals.set(call, Math.min(...places))
    if (isSign) for (const each of [client, ANY]) signs.set(each, latest(call, signs.get(each)))
  }
  return renewals
}

const ANY = Symbol('any client')
