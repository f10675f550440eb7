/** The tokens that were granted over HTTP, with their clients; and when each call was. (§2.1, §5) */
import { fieldsOf } from '../../../core/kernel/json.ts'
import { type Instant, parseInstant } from '../../../core/kernel/time/instant.ts'
import { clientOf, tokenRequestOf } from '../../shell/state/caller.ts'
import type { HttpExchange } from '../../shell/state/exchange.ts'

export type Grant = ReturnType<typeof grantsIn>[number]

/** Every token that was granted, in order; a request that was refused or not answered granted none. */
export function grantsIn(exchanges: readonly HttpExchange[]) {
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

export function isApiCall({ endpoint }: HttpExchange): boolean {
  return endpoint !== 'requestToken' && endpoint !== 'discoverTokenServer'
}

export function instantOf({ at }: { readonly at: string }): Instant {
  return parseInstant(at) ?? 0
}
