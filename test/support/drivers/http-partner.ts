/**
 * A partner whose code calls the bank over HTTP, as the specification wants it: a token is kept and reused, and a new one is
 * asked for only when a call gets 401 (§5 rules 4, 5). It knows addresses and credentials, nothing else of the bank.
 */
import type { Bank } from 'vostro'
import { CALLBACK_URL, type Partner } from './partner.ts'

/** An answer that is not 200. */
class HttpError extends Error {
  readonly status: number
  readonly body: unknown

  constructor(request: string, status: number, body: unknown) {
    super(`${request} answered ${status}: ${JSON.stringify(body)}`)
    this.status = status
    this.body = body
  }
}

type Service = 'banking' | 'loans'

export function httpPartner({ fetch, urls, partner }: Pick<Bank, 'fetch' | 'urls' | 'partner'>): Partner {
  const audiences = { banking: partner.audience, loans: partner.loanAudience }
  const bases = { banking: urls.baseUrl, loans: urls.loanBaseUrl }
  const kept = new Map<Service, string>()

  async function requestToken(service: Service): Promise<string> {
    const response = await fetch(`${urls.authUrl}/oauth/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'client_credentials',
        client_id: partner.clientId,
        client_secret: partner.clientSecret,
        audience: audiences[service],
      }),
    })
    const { access_token } = (await read(response, 'the token request')) as { access_token: string }
    kept.set(service, access_token)
    return access_token
  }

  async function call<T>(service: Service, method: string, path: string, body?: unknown, key?: string): Promise<T> {
    const send = (token: string) =>
      fetch(bases[service] + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    let response = await send(kept.get(service) ?? (await requestToken(service)))
    if (response.status === 401) response = await send(await requestToken(service))
    return (await read(response, `${method} ${path}`)) as T
  }

  return {
    token: async () => kept.get('banking') ?? (await requestToken('banking')),
    createWire: (request, options) => call('banking', 'POST', '/wires/v1/payments', request, options?.idempotencyKey),
    getWire: (id) => call('banking', 'GET', `/wires/v1/payments/${id}`),
    simulateInbound: (request) => call('banking', 'POST', '/wires/v1/payments/simulations', request),
    registerWebhook: (eventName) =>
      call('banking', 'POST', '/webhooks/v1/registrations', {
        partnerId: partner.id,
        eventName,
        registrationType: 'Push',
        callbackUrl: CALLBACK_URL,
      }),
    createSubledger: (request) => call('banking', 'POST', '/core/v1/dda/subaccounts', request),
    listSubledgers: (query) => call('banking', 'GET', `/core/v1/dda/subaccounts${search(query)}`),
    createRestriction: (accountNumber, request) =>
      call('banking', 'POST', `/core/v1/dda/accounts/${accountNumber}/restrictions`, request),
    loanSummary: (query) => call('loans', 'GET', `/LoanSummary${search(query)}`),
    loanEvents: () => call('loans', 'GET', '/Webhook/GetEvents'),
  }
}

async function read(response: Response, request: string): Promise<unknown> {
  const body: unknown = await response.json()
  if (!response.ok) throw new HttpError(request, response.status, body)
  return body
}

function search(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}
