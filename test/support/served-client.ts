/** A client of a served bank, as a partner's code in any language would be: token, calls and control by plain HTTP. */

import type { Told } from './vostro-process.ts'
import { outboundWire } from './wire.ts'

/** What a client has at hand. */
export interface ServedClient {
  /** The answer to a call of the banking API, as JSON. */
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    further?: Record<string, string>,
  ) => Promise<{ status: number; body: unknown }>
  /** The id of a new wire of 100.00. */
  readonly pay: () => Promise<string>
  /** The status of a wire. */
  readonly statusOf: (id: string) => Promise<unknown>
}

/** A client with a token. */
export async function clientOf(told: Told): Promise<ServedClient> {
  const { clientId: client_id, clientSecret: client_secret, audience, baseUrl, masterAccountNumber } = told
  const credentials = { grant_type: 'client_credentials', client_id, client_secret, audience }
  const issued = await postJson(`${told.authUrl}/oauth/token`, credentials)
  const { access_token } = (await issued.json()) as { access_token: string }
  const call: ServedClient['call'] = async (method, path, body, further) => {
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json', ...further }
    const answer = await fetch(baseUrl + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json() }
  }
  return {
    call,
    pay: async () => {
      const { body } = await call('POST', '/wires/v1/payments', outboundWire(masterAccountNumber))
      return (body as { id: string }).id
    },
    statusOf: async (id) => ((await call('GET', `/wires/v1/payments/${id}`)).body as { status: string }).status,
  }
}

/** A control call, with its answer as JSON. */
export async function control(told: Told, method: string, path: string, body?: unknown): Promise<unknown> {
  const { controlUrl, controlToken } = told
  const answer = await fetch(controlUrl + path, {
    method,
    headers: { 'content-type': 'application/json', ...(controlToken && { authorization: `Bearer ${controlToken}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return text === '' ? undefined : JSON.parse(text)
}

function postJson(url: string, body: unknown): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
}
