/** A conversation as a generated SDK of the service holds it: discovery, Basic credentials, a form without an audience, all ten calls. */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { fullInboundWire, fullOutboundWire } from '../support/wire.ts'

interface Discovered {
  readonly token_endpoint: string
}

/** A client that discovers the token server once, keeps its token, and asks for another one after a 401. */
function sdkClient(bank: Bank) {
  const { clientId, clientSecret } = bank.partner
  const statuses: number[] = []
  let token: string | undefined
  const authorize = async (): Promise<string> => {
    const metadata = await bank.fetch(`${bank.urls.authUrl}/.well-known/oauth-authorization-server`)
    const { token_endpoint } = (await metadata.json()) as Discovered
    const answer = await bank.fetch(token_endpoint, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    statuses.push(answer.status)
    return ((await answer.json()) as { access_token: string }).access_token
  }
  const once = async (method: string, url: string, body?: object): Promise<Response> => {
    token ??= await authorize()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await bank.fetch(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    statuses.push(answer.status)
    return answer
  }
  return {
    statuses,
    async call(method: string, url: string, body?: object): Promise<Record<string, unknown>> {
      const answer = await once(method, url, body)
      if (answer.status !== 401) return (await answer.json()) as Record<string, unknown>
      token = undefined
      return (await (await once(method, url, body)).json()) as Record<string, unknown>
    },
  }
}

it('serves all ten calls of a client that uses discovery, Basic authentication and a form without an audience [§4][§5 rule 5]', async () => {
  const bank = createBank()
  const { baseUrl, loanBaseUrl } = bank.urls
  const { accountNumber } = bank.masterAccount
  const client = sdkClient(bank)

  const wire = await client.call('POST', `${baseUrl}/wires/v1/payments`, fullOutboundWire(bank))
  await client.call('POST', `${baseUrl}/wires/v1/payments/simulations`, fullInboundWire(bank))
  await client.call('POST', `${baseUrl}/webhooks/v1/registrations`, {
    partnerId: bank.partner.id,
    eventName: 'Wire.Payment.Sent',
    registrationType: 'Push',
    callbackUrl: 'https://partner.example/hooks',
  })
  await client.call('POST', `${baseUrl}/core/v1/dda/accounts/${accountNumber}/restrictions`, {
    appliesTo: 'All',
    rail: 'Ach',
  })
  await client.call('POST', `${baseUrl}/core/v1/dda/subaccounts`, {
    masterAccountNumber: accountNumber,
    title: 'Customer 17',
  })
  await client.call('GET', `${baseUrl}/core/v1/dda/subaccounts`)
  await client.call('GET', `${loanBaseUrl}/LoanSummary`)
  await client.call('GET', `${loanBaseUrl}/Webhook/GetEvents`)
  bank.clock.advance({ days: 1, seconds: 1 })
  const later = await client.call('GET', `${baseUrl}/wires/v1/payments/${wire['id']}`)

  expect(later).toMatchObject({ id: wire['id'], status: 'Completed', posting: 'Posted' })
  expect(client.statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 200, 401, 200, 200])
  expect(bank.pushes).toMatchObject([{ eventName: 'Wire.Payment.Sent', outcome: 'captured' }])
})
