/**
 * A correct small client: one attempt per call, and another one with a new token where the bank answers 401. Trying again is up to its
 * users, with `retried`.
 */
import type { Environment } from './environment.ts'

/** What the bank says of a payment, as far as partners look at it. */
export interface Wire {
  readonly id: string
  readonly accountNumber: string
  readonly direction: 'Outbound' | 'Inbound'
  readonly status: string
  readonly posting: 'Pending' | 'Posted'
  readonly amount: number
  readonly beneficiaryReference?: string
  readonly createdAt: string
  readonly wasReversed: boolean
}

/** An event as it is pushed. */
export interface Notification {
  readonly id: string
  readonly eventName: string
  readonly resources: readonly string[]
}

/** An answer that is none. */
export class AnswerError extends Error {
  readonly status: number

  constructor(call: string, status: number) {
    super(`${call} answered ${status}`)
    this.status = status
  }
}

export function createClient({ fetch, baseUrl, authUrl, clientId, clientSecret, audience, partnerId }: Environment) {
  let token: string | undefined

  async function tokenOf(): Promise<string> {
    if (token !== undefined) return token
    const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, audience }
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${authUrl}/oauth/token`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new AnswerError('the token server', response.status)
    const { access_token } = (await response.json()) as { access_token: string }
    token = access_token
    return access_token
  }

  async function call<T>(
    method: string,
    path: string,
    more: { body?: object; key?: string | undefined; isRepeated?: boolean },
  ): Promise<T> {
    const headers = { authorization: `Bearer ${await tokenOf()}`, 'content-type': 'application/json' }
    const response = await fetch(`${baseUrl}/${path}`, {
      method,
      headers: more.key === undefined ? headers : { ...headers, 'idempotency-key': more.key },
      ...(more.body ? { body: JSON.stringify(more.body) } : {}),
    })
    if (response.status === 401) {
      token = undefined
      if (!more.isRepeated) return await call(method, path, { ...more, isRepeated: true })
    }
    if (!response.ok) throw new AnswerError(`${method} ${path}`, response.status)
    return (await response.json()) as T
  }

  const post = <T>(path: string, body: object, key?: string) => call<T>('POST', path, { body, key })
  return {
    post,
    get: <T>(path: string) => call<T>('GET', path, {}),
    register: (eventName: string, callbackUrl: string) =>
      retried(() =>
        post(
          'webhooks/v1/registrations',
          { partnerId, eventName, registrationType: 'Push', callbackUrl },
          `register ${eventName}`,
        ),
      ),
  }
}

/** Tries again whatever failed, be it refused, unanswered or unreadable. */
export async function retried<T>(attempt: () => Promise<T>, times = 5): Promise<T> {
  for (let time = 1; ; time++) {
    try {
      return await attempt()
    } catch (error) {
      if (time === times) throw error
    }
  }
}
