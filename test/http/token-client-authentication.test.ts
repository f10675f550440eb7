import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'

const form = (bank: Bank, authorization: string, more: Record<string, string> = {}) =>
  bank.fetch(`${bank.urls.authUrl}/oauth/token`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams({ grant_type: 'client_credentials', audience: bank.partner.audience, ...more }),
  })

const percent = (text: string) =>
  [...text].map((letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')

it('takes the client from Basic authentication [§5 rule 7]', async () => {
  const bank = createBank()
  const { clientId, clientSecret } = bank.partner

  const response = await form(bank, `Basic ${btoa(`${clientId}:${clientSecret}`)}`)

  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ token_type: 'Bearer' })
})

it('takes Basic authentication beside a JSON body [§5 rule 7]', async () => {
  const bank = createBank()
  const { clientId, clientSecret, audience } = bank.partner

  const response = await bank.fetch(`${bank.urls.authUrl}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials', audience }),
  })

  expect(response.status).toBe(200)
})

it('reads percent-encoded credentials, as OAuth libraries send them [§5 rule 7]', async () => {
  const bank = createBank()
  const { clientId, clientSecret } = bank.partner

  const response = await form(bank, `Basic ${btoa(`${percent(clientId)}:${percent(clientSecret)}`)}`)

  expect(response.status).toBe(200)
})

it('reads the word Basic in any case [§5 rule 7]', async () => {
  const bank = createBank()
  const { clientId, clientSecret } = bank.partner

  const response = await form(bank, `basic ${btoa(`${clientId}:${clientSecret}`)}`)

  expect(response.status).toBe(200)
})

it.each([
  ['another secret', ({ clientId }: Bank['partner']) => `${clientId}:wrong`],
  ['another client', ({ clientSecret }: Bank['partner']) => `nobody:${clientSecret}`],
  ['an empty secret', ({ clientId }: Bank['partner']) => `${clientId}:`],
  ['no colon', ({ clientId }: Bank['partner']) => clientId],
  ['more behind the secret', ({ clientId, clientSecret }: Bank['partner']) => `${clientId}:${clientSecret}:more`],
])('answers 401 access_denied to Basic authentication with %s [§7]', async (_, credentials) => {
  const bank = createBank()
  const before = bank.world

  const response = await form(bank, `Basic ${btoa(credentials(bank.partner))}`)

  expect(response.status).toBe(401)
  expect(await response.json()).toEqual({ error: 'access_denied', error_description: 'Unauthorized' })
  expect(bank.world).toBe(before)
})

it.each([
  ['no base64', 'Basic %%%'],
  ['a stray percent sign', `Basic ${btoa('client%:secret')}`],
  ['another scheme', 'Bearer abc'],
])('misses the client where Authorization has %s [§7]', async (_, authorization) => {
  const bank = createBank()
  const before = bank.world

  const response = await form(bank, authorization)

  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    error: 'invalid_request',
    error_description: expect.stringMatching(/client_id is required.*client_secret is required/),
  })
  expect(bank.world).toBe(before)
})

it('describes the token server to OAuth clients [§5]', async () => {
  const bank = createBank({ authUrl: 'https://login.partner.example/tenant' })

  const response = await bank.fetch('https://login.partner.example/tenant/.well-known/openid-configuration')

  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    issuer: 'https://login.partner.example/tenant',
    token_endpoint: 'https://login.partner.example/tenant/oauth/token',
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    response_types_supported: [],
  })
})
