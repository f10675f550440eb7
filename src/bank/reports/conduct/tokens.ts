/** Rules on tokens: a client keeps a token while it is valid, and requests a new one after a 401. (§5 rules 4 and 5) */

import { groupBy } from '../../../core/kernel/group-by.ts'
import { fieldsOf } from '../../../core/kernel/json.ts'
import { bearerOf, clientOf, tokenRequestOf } from '../../shell/state/caller.ts'
import { type HttpExchange, instantOf } from '../../shell/state/exchange.ts'
import type { Evidence, Rule, RuleFinding } from './finding.ts'

/**
 * Finds a client that requests a new token after a single call, although the old one is still valid. Ignores a client that renews a token
 * shortly before it expires, that requests two tokens before its first call, or that runs in two processes. (§5 rule 4)
 */
export const tokenRequestedPerCall: Rule = {
  rule: 'token_requested_per_call',
  section: '§5 rule 4',
  advice: 'Keep the token and send it with every call until it expires or a call is answered 401.',
  find: ({ exchanges }) => {
    const groups = groupBy(grantsIn(exchanges), ({ client, audience }) => JSON.stringify([client, audience]))
    return [...groups.values()].flatMap((grants) => unusedGrants(grants, exchanges))
  },
}

function unusedGrants(grants: readonly Grant[], exchanges: Evidence['exchanges']): RuleFinding[] {
  const uses = new Map<string, number[]>(grants.map(({ token }) => [token, []]))
  exchanges.forEach((exchange, index) => {
    uses.get(bearerOf(exchange) ?? '')?.push(index)
  })
  const needless = grants.slice(1).filter((grant, index) => {
    const before = grants[index] as Grant
    const [use, ...others] = uses.get(before.token) ?? []
    if (use === undefined || others.length > 0 || use > grant.index) return false
    return exchanges[use]?.status !== 401 && grant.from < before.until - marginOf(before)
  })
  // If the client reuses tokens, a single needless token may come from a second process or a restart.
  const isReused = [...uses.values()].some(({ length }) => length > 1)
  if (needless.length === 0 || (needless.length === 1 && isReused)) return []
  const { client, audience } = grants[0] as Grant
  const fact = `The client "${client}" requested ${grants.length} tokens for "${audience}", ${needless.length} of them after a single call with a token that was still valid.`
  return [{ fact, requests: needless.map(({ id }) => id) }]
}

/** How long before its end a token may be renewed: a tenth of its life, but at least a minute, or half its life if that is shorter. */
function marginOf({ from, until }: Grant): number {
  const life = until - from
  return Math.max(life / 10, Math.min(60_000, life / 2))
}

/**
 * Finds a token that was answered 401 and whose client requested no new token, or sent the old one again afterwards. Ignores calls that ran
 * in parallel, and a call that was repeated with the new token. (§5 rule 5)
 */
export const tokenNotRenewed: Rule = {
  rule: 'token_not_renewed',
  section: '§5 rule 5',
  advice: 'Treat a 401 as the sign of an expired token: request a new token, and make the call again with it.',
  find: ({ exchanges }) => {
    const calls = callsIn(exchanges)
    const refused = calls.filter(({ isRefused }) => isRefused)
    const byToken = groupBy(refused, ({ bearer }) => bearer ?? '')
    const [renewals, lastCalls] = [renewalsOf(calls), lastCallsIn(calls)]
    return [...byToken.values()].flatMap((own) => unrenewedTokens(own, renewals, lastCalls))
  },
}

/** A call of the API, with or without a token, or a request for a token. */
interface TokenCall {
  readonly id: string
  readonly index: number
  readonly bearer: string | undefined
  /** The client that requests or sends the token. Undefined if the token was not granted over HTTP. */
  readonly client: string | undefined
  /** True if the call sends or requests a token: a sign that its client has a token or is about to have one. */
  readonly isSign: boolean
  readonly isRefused: boolean
  /** The call without its token. A repeated call has the same text. */
  readonly text: string
}

function callsIn(exchanges: readonly HttpExchange[]): TokenCall[] {
  const owners = ownersOf(exchanges)
  return exchanges.flatMap((exchange, index) => {
    const { id, method, url, body, status, endpoint } = exchange
    const isRequest = endpoint === 'requestToken'
    if (endpoint === 'discoverTokenServer') return []
    const bearer = isRequest ? undefined : bearerOf(exchange)
    const client = isRequest ? clientOf(exchange) : owners.get(bearer ?? '')
    const isSign = isRequest || bearer !== undefined
    const text = JSON.stringify([method, url, body])
    return [{ id, index, bearer, client, isSign, isRefused: !isRequest && status === 401, text }]
  })
}

function unrenewedTokens(
  refused: readonly TokenCall[],
  renewals: ReadonlyMap<TokenCall, number>,
  lastCalls: ReadonlyMap<string, Latest>,
): RuleFinding[] {
  const [first] = refused as [TokenCall]
  const renewal = renewals.get(first)
  if (renewal === undefined) {
    const which = first.bearer === undefined ? 'without a token' : 'with one token'
    const times = refused.length === 1 ? 'A call was' : `${refused.length} calls ${which} were`
    const fact = `${times} answered 401, and no new token was requested afterwards.`
    return [{ fact, requests: refused.map(({ id }) => id) }]
  }
  const isMadeAgain = ({ text, index, bearer }: TokenCall) =>
    (otherThan(bearer, lastCalls.get(text))?.index ?? -1) > index
  const requests = refused.filter((call) => call.index > renewal && !isMadeAgain(call)).map(({ id }) => id)
  const again = requests.length === 1 ? 'a call with it was' : `${requests.length} calls with it were`
  const fact = `A token that had been answered 401 was sent again after a new one was requested: ${again} answered 401 too.`
  return requests.length === 0 ? [] : [{ fact, requests }]
}

/** The latest of some calls, and the latest of them whose token is not that of `last`. */
interface Latest {
  readonly last: TokenCall
  readonly other: TokenCall | undefined
}

function latest(last: TokenCall, before: Latest | undefined): Latest {
  return { last, other: otherThan(last.bearer, before) }
}

/** Returns the latest call whose token is not `bearer`. If `bearer` is undefined, the call has a token; if null, it is any call. */
function otherThan(bearer: string | undefined | null, given: Latest | undefined): TokenCall | undefined {
  return given?.last.bearer === bearer ? given?.other : given?.last
}

function lastCallsIn(calls: readonly TokenCall[]): Map<string, Latest> {
  const found = new Map<string, Latest>()
  for (const call of calls) found.set(call.text, latest(call, found.get(call.text)))
  return found
}

/**
 * For each refused call, the index of the first later sign that its client has another token. If the client of the call is unknown, a sign
 * of any client will do. A sign of an unknown client will do for every call.
 */
function renewalsOf(calls: readonly TokenCall[]): Map<TokenCall, number> {
  const renewals = new Map<TokenCall, number>()
  /** The signs after the present call, by client. Calls are read backwards, so the sign that was added last is the nearest. */
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

/** The client of each token that was granted over HTTP. */
export function ownersOf(exchanges: readonly HttpExchange[]): ReadonlyMap<string, string> {
  return new Map(grantsIn(exchanges).map(({ token, client }) => [token, client]))
}

type Grant = ReturnType<typeof grantsIn>[number]

function grantsIn(exchanges: readonly HttpExchange[]) {
  return exchanges.flatMap((exchange, index) => {
    const { access_token: token, expires_in: seconds } = fieldsOf(exchange.answer)
    if (exchange.endpoint !== 'requestToken' || typeof token !== 'string' || typeof seconds !== 'number') return []
    const from = instantOf(exchange)
    const audience = String(tokenRequestOf(exchange)['audience'])
    return [
      { id: exchange.id, index, client: clientOf(exchange), audience, token, from, until: from + seconds * 1_000 },
    ]
  })
}
