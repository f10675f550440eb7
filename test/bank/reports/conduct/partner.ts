/** Partners for the conduct report: well and badly behaved clients of `bank.fetch`, and faults put into the request log. */
import type { Bank } from 'vostro'
import { initOf, tokenRequest } from '../../../support/calls.ts'
import { sealed } from '../../../support/sealed.ts'
import { outboundWire } from '../../../support/wire.ts'

/** Returns a client that keeps its token, as the specification wants, until the test makes it request another. */
export function clientOf(bank: Bank, audience = bank.partner.audience, { clientId, clientSecret } = bank.partner) {
  let token: string | undefined
  const askForToken = async () => {
    const body = { ...tokenRequest(bank), audience, client_id: clientId, client_secret: clientSecret }
    const response = await bank.fetch(`${bank.urls.authUrl}/oauth/token`, initOf('POST', { body }))
    token = ((await response.json()) as { access_token: string }).access_token
    return token
  }
  const send = async (method: string, url: string, body?: unknown, headers: Record<string, string> = {}) => {
    const sending = { token: token ?? (await askForToken()), headers, ...(body === undefined ? {} : { body }) }
    return bank.fetch(url.startsWith('http') ? url : bank.urls.baseUrl + url, initOf(method, sending))
  }
  return {
    askForToken,
    get: (url: string) => send('GET', url),
    post: (url: string, body: unknown, headers?: Record<string, string>) => send('POST', url, body, headers),
    /** Pays 100.00, by default with a new idempotency key. */
    pay: (changes: object = {}, headers: Record<string, string> = { 'idempotency-key': `k-${bank.requests.length}` }) =>
      send('POST', '/wires/v1/payments', outboundWire(bank, { ...changes }), headers),
    /** Pays, and resolves with the id of the payment. */
    payFor: async (reference: string) => {
      const body = outboundWire(bank, { beneficiaryReference: reference })
      return ((await (await send('POST', '/wires/v1/payments', body)).json()) as { id: string }).id
    },
  }
}

/** The path of a payment. */
export const at = (id: string) => `/wires/v1/payments/${id}`

/** Changes the status of a call in the request log. The status 0 stands for no answer. */
export function answerWith(bank: Bank, status: number, call = 'createWire'): void {
  const snapshot = JSON.parse(JSON.stringify(bank.snapshot())) as { requests: { endpoint: string; status: number }[] }
  const last = snapshot.requests.findLast(({ endpoint }) => endpoint === call)
  if (last) Object.assign(last, { status, answer: null })
  bank.restore(JSON.stringify(sealed(snapshot)))
}

/** Registers for the events of sent and rejected wires. */
export function registerForWires(bank: Bank): void {
  for (const eventName of ['Wire.Payment.Sent', 'Wire.Payment.Rejected']) {
    const callbackUrl = 'https://partner.example/hooks'
    bank.webhooks.register({ partnerId: bank.partner.id, eventName, registrationType: 'Push', callbackUrl })
  }
}
