/** Tests OAuth client libraries with the bank's token server: discovery, client credentials, and a new token after the old one expires. */
import * as oauth from 'openid-client'
import { ClientCredentials } from 'simple-oauth2'
import { expect } from 'vitest'
import type { Bank } from 'vostro'
import { test } from 'vostro/vitest'

/** A partner's client. It keeps its token until the bank answers 401, and then requests a new one. */
function clientWith(bank: Bank, requestToken: () => Promise<string>) {
  let token: Promise<string> | undefined
  const call = async (path: string): Promise<Response> => {
    token ??= requestToken()
    return fetch(bank.urls.baseUrl + path, { headers: { authorization: `Bearer ${await token}` } })
  }
  return {
    get: async (path: string): Promise<Response> => {
      const first = await call(path)
      if (first.status !== 401) return first
      token = undefined
      return call(path)
    },
  }
}

/** openid-client finds the token server by its discovery document. */
async function withOpenidClient(bank: Bank): Promise<() => Promise<string>> {
  const { clientId, clientSecret, audience } = bank.partner
  const authentication = oauth.ClientSecretBasic(clientSecret)
  const config = await oauth.discovery(new URL(bank.urls.authUrl), clientId, undefined, authentication)
  return async () => (await oauth.clientCredentialsGrant(config, { audience })).access_token
}

/** simple-oauth2 needs the address of the token server. */
async function withSimpleOauth2(bank: Bank): Promise<() => Promise<string>> {
  const { clientId: id, clientSecret: secret, audience } = bank.partner
  const auth = { tokenHost: bank.urls.authUrl, tokenPath: '/oauth/token' }
  const credentials = new ClientCredentials({ client: { id, secret }, auth })
  return async () => {
    const { token } = await credentials.getToken({ audience } as object as Parameters<typeof credentials.getToken>[0])
    return token['access_token'] as string
  }
}

test.for([
  ['openid-client, with discovery', withOpenidClient],
  ['simple-oauth2', withSimpleOauth2],
] as const)('gets a token with %s, and another one on 401 when a day has passed', async ([, library], { bank }) => {
  const client = clientWith(bank, await library(bank))

  const first = await client.get('/wires/v1/payments')
  bank.clock.advance({ hours: 25 })
  const later = await client.get('/wires/v1/payments')

  expect([first.status, later.status]).toEqual([200, 200])
  const calls = bank.requests.map(({ endpoint, status }) => `${endpoint} ${status}`)
  expect(calls.filter((call) => !call.startsWith('discover'))).toEqual([
    'requestToken 200',
    'listWires 200',
    'listWires 401',
    'requestToken 200',
    'listWires 200',
  ])
})

test('reports a wrong secret with openid-client', async ({ bank }) => {
  const authentication = oauth.ClientSecretBasic('wrong')
  const { clientId, audience } = bank.partner
  const config = await oauth.discovery(new URL(bank.urls.authUrl), clientId, undefined, authentication)

  const refused = oauth.clientCredentialsGrant(config, { audience })

  await expect(refused).rejects.toMatchObject({ status: 401, code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE' })
})
