/** The caller of a request, by what the request carries: a token, or the credentials of a client. (§2.1, §5) */
import { credentialsIn } from '../../../core/access/basic-credentials.ts'
import { fieldsOf } from '../../../core/kernel/json.ts'
import { type HttpExchange, instantOf } from './exchange.ts'

type Called = Pick<HttpExchange, 'headers' | 'body'>

/** The client that asked for a token: its id, from the body or the Authorization header; empty where there is none. */
export function clientOf(called: Called): string {
  const id = tokenRequestOf(called)['client_id']
  if (typeof id === 'string' && id !== '') return id
  return credentialsIn(called.headers['authorization'] ?? '')?.client_id ?? ''
}

export function bearerOf({ headers }: Pick<HttpExchange, 'headers'>): string | undefined {
  return /^bearer +(\S+)$/i.exec(headers['authorization']?.trim() ?? '')?.[1]
}

/** The fields of a token request, which is sent as JSON or as a form. */
export function tokenRequestOf({ body }: Pick<HttpExchange, 'body'>): Readonly<Record<string, unknown>> {
  return typeof body === 'string' ? Object.fromEntries(new URLSearchParams(body)) : fieldsOf(body)
}

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
