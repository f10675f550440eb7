/** Who called: the client of each token that was granted over HTTP, and the token of each call. (§2.1, §5) */
import { type Instant, parseInstant } from '../../core/kernel/time/instant.ts'
import type { HttpExchange } from '../../shell/exchange.ts'

/** A token that a client was granted over HTTP. */
export interface Grant {
  /** Its place in the log. */
  readonly index: number
  readonly id: string
  readonly client: string
  readonly audience: string
  readonly token: string
  readonly from: Instant
  readonly until: Instant
}

/** Every token that was granted, in order; a request that was refused or not answered granted none. */
export function grantsIn(exchanges: readonly HttpExchange[]): Grant[] {
  return exchanges.flatMap((exchange, index) => {
    if (exchange.endpoint !== 'requestToken') return []
    const { access_token, expires_in } = fieldsOf(exchange.answer)
    if (typeof access_token !== 'string' || typeof expires_in !== 'number') return []
    const from = instantOf(exchange)
    const grant = { from, until: from + expires_in * 1_000, token: access_token, id: exchange.id, index }
    return [{ ...grant, client: clientOf(exchange), audience: String(askedIn(exchange)['audience']) }]
  })
}

/** The client that asked for a token: its id, from the body or the Authorization header; empty where there is none. */
export function clientOf(exchange: HttpExchange): string {
  const id = askedIn(exchange)['client_id']
  if (typeof id === 'string') return id
  const credentials = /^basic +(\S+)$/i.exec(exchange.headers['authorization'] ?? '')?.[1] ?? ''
  try {
    return decodeURIComponent(atob(credentials).split(':')[0] ?? '')
  } catch {
    // No base64, or no percent encoding: the client stays unknown.
    return ''
  }
}

/** The bearer token of a call; undefined where it carried none. */
export function bearerOf({ headers }: HttpExchange): string | undefined {
  return /^bearer +(\S+)$/i.exec(headers['authorization']?.trim() ?? '')?.[1]
}

/** Whether a request was a call of an API, and not of the token server. */
export function isApiCall({ endpoint }: HttpExchange): boolean {
  return endpoint !== 'requestToken' && endpoint !== 'discoverTokenServer'
}

/** When a request came. */
export function instantOf({ at }: { readonly at: string }): Instant {
  return parseInstant(at) ?? 0
}

/** The fields of a body or answer; none where it is no object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** A token request, as JSON or as a form. */
function askedIn({ body }: HttpExchange): Readonly<Record<string, unknown>> {
  return typeof body === 'string' ? Object.fromEntries(new URLSearchParams(body)) : fieldsOf(body)
}
