/** Identifies the caller of a request by its token, or by the credentials of a client. (§2.1, §5) */

import { fieldsOf } from '../../../core/kernel/json.ts'
import { credentialsIn } from './basic-credentials.ts'
import type { HttpExchange } from './exchange.ts'

type Called = Pick<HttpExchange, 'headers' | 'body'>

/** The id of the client that requests a token, from the body or the Authorization header; empty if there is none. */
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
