/** The caller of a request, by what the request carries: a token, or the credentials of a client. (§2.1, §5) */
import { credentialsIn } from '../../../core/access/basic-credentials.ts'
import { fieldsOf } from '../../../core/kernel/json.ts'
import type { HttpExchange } from './exchange.ts'

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
