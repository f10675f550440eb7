/**
 * After a 401 the client requests a new token. Found is a token that was answered 401 where no new one followed, or where the
 * old one is sent on; not calls that were under way together, nor one that is made again with the new token. (§5 rule 5)
 */
import type { HttpExchange } from '../../shell/exchange.ts'
import { bearerOf, clientOf, grantsIn, isApiCall } from './caller.ts'
import type { Rule, RuleFinding } from './finding.ts'

export const tokenNotRenewed: Rule = {
  rule: 'token_not_renewed',
  section: '§5 rule 5',
  advice: 'Take a 401 for an expired token: request a new one and make the call again with it.',
  find: ({ exchanges }) => {
    const refused = exchanges.filter((exchange) => isApiCall(exchange) && exchange.status === 401)
    return [...new Set(refused.map(bearerOf))].flatMap((token) => judge(token, exchanges))
  },
}

function judge(token: string | undefined, exchanges: readonly HttpExchange[]): RuleFinding[] {
  const clients = new Map(grantsIn(exchanges).map((grant) => [grant.token, grant.client]))
  const owner = clients.get(token ?? '')
  const mayBeOwner = (client: string | undefined) => owner === undefined || client === undefined || client === owner
  const isRefused = (exchange: HttpExchange) =>
    isApiCall(exchange) && exchange.status === 401 && bearerOf(exchange) === token
  /** A request for a token, or a call with one that came some other way. */
  const isRenewal = (exchange: HttpExchange) => {
    if (!isApiCall(exchange)) return exchange.endpoint === 'requestToken' && mayBeOwner(clientOf(exchange))
    const bearer = bearerOf(exchange)
    return bearer !== undefined && bearer !== token && mayBeOwner(clients.get(bearer))
  }
  const first = exchanges.findIndex(isRefused)
  const renewal = exchanges.findIndex((exchange, index) => index > first && isRenewal(exchange))
  if (renewal === -1) {
    const requests = exchanges.filter(isRefused).map(({ id }) => id)
    const times = requests.length === 1 ? 'A call was' : `${requests.length} calls with one token were`
    return [{ fact: `${times} answered 401, and no new token was requested afterwards.`, requests }]
  }
  const isMadeAgain = (exchange: HttpExchange, index: number) =>
    exchanges.slice(index + 1).some((later) => callOf(later) === callOf(exchange) && bearerOf(later) !== token)
  const requests = exchanges
    .filter((exchange, index) => index > renewal && isRefused(exchange) && !isMadeAgain(exchange, index))
    .map(({ id }) => id)
  const fact = `A token that had been answered 401 was sent again after a new one was requested: ${requests.length} of these calls got 401 too.`
  return requests.length === 0 ? [] : [{ fact, requests }]
}

function callOf({ method, url, body }: HttpExchange): string {
  return JSON.stringify([method, url, body])
}
