import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { get, send, tokenRequest } from '../../support/calls.ts'

it('issues a bearer token for client credentials sent as JSON [§4 call 1]', async () => {
  const bank = createBank()

  const response = await send(bank, 'POST', `${bank.urls.authUrl}/oauth/token`, { body: tokenRequest(bank) })

  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toEqual({
    access_token: expect.stringMatching(/^[0-9A-Za-z]{48}$/),
    expires_in: 86_400,
    token_type: 'Bearer',
  })
})

it('says in expires_in how long the token lasts [§8]', async () => {
  const bank = createBank({ assume: { 'tokens.lifetimeSeconds': 90 } })

  const response = await send(bank, 'POST', `${bank.urls.authUrl}/oauth/token`, { body: tokenRequest(bank) })
  const { access_token, expires_in } = await response.json()
  bank.clock.advance({ seconds: 89 })
  const before = await get(bank, access_token, '/core/v1/dda/subaccounts')
  bank.clock.advance({ seconds: 1 })
  const after = await get(bank, access_token, '/core/v1/dda/subaccounts')

  expect(expires_in).toBe(90)
  expect([before.status, after.status]).toEqual([200, 401])
})

it('takes the request as a form too [§2.1]', async () => {
  const bank = createBank()

  const response = await bank.fetch(`${bank.urls.authUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(tokenRequest(bank)),
  })

  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ token_type: 'Bearer' })
})

it('overlooks what OAuth clients send beside the four fields [§2.1]', async () => {
  const bank = createBank({ assume: { 'errors.unknownFields': 'refused' } })

  const body = { ...tokenRequest(bank), scope: 'wires' }
  const response = await send(bank, 'POST', `${bank.urls.authUrl}/oauth/token`, { body })

  expect(response.status).toBe(200)
})

it.each(['/oauth/token/', '/OAuth/Token', '//oauth/token'])('answers at %s as well [§4 call 1]', async (path) => {
  const bank = createBank()

  const response = await send(bank, 'POST', bank.urls.authUrl + path, { body: tokenRequest(bank) })

  expect(response.status).toBe(200)
})

it.each([
  ['another client_id', { client_id: 'nobody' }, 401, 'access_denied', 'Unauthorized'],
  ['another client_secret', { client_secret: 'wrong' }, 401, 'access_denied', 'Unauthorized'],
  ['an unsupported grant', { grant_type: 'password' }, 400, 'unsupported_grant_type', 'grant_type is "password"'],
  ['an unknown audience', { audience: 'https://other.test' }, 403, 'access_denied', '"https://other.test" is not one'],
  ['no grant_type', { grant_type: undefined }, 400, 'invalid_request', 'grant_type is required'],
  ['no client_id', { client_id: undefined }, 400, 'invalid_request', 'client_id is required'],
  ['no client_secret', { client_secret: undefined }, 400, 'invalid_request', 'client_secret is required'],
  ['a number as client_id', { client_id: 17 }, 400, 'invalid_request', 'client_id must be string'],
] as const)('refuses %s with an OAuth error object [§7]', async (_, changes, status, error, description) => {
  const bank = createBank()
  const before = bank.world

  const body = { ...tokenRequest(bank), ...changes }
  const response = await send(bank, 'POST', `${bank.urls.authUrl}/oauth/token`, { body })

  expect(response.status).toBe(status)
  expect(await response.json()).toEqual({ error, error_description: expect.stringContaining(description) })
  expect(bank.world).toBe(before)
})

it('lists every missing field of a token request at once [§2.1]', async () => {
  const bank = createBank()

  const response = await send(bank, 'POST', `${bank.urls.authUrl}/oauth/token`, { body: {} })
  const { error_description } = await response.json()

  for (const field of ['grant_type', 'client_id', 'client_secret']) {
    expect(error_description).toContain(`${field} is required`)
  }
})

it.each([
  ['malformed JSON', '{"grant_type":', 'application/json', 'as JSON'],
  ['an empty body', '', 'application/json', 'it is empty'],
  ['plain text', 'grant_type=client_credentials', 'text/plain', '"text/plain"'],
  ['an array', '[]', 'application/json', 'must be object'],
  ['null', 'null', 'application/json', 'must be object'],
  ['a string', '"client_credentials"', 'application/json', 'must be object'],
  ['an empty form', '', 'application/x-www-form-urlencoded', 'grant_type is required'],
  [
    'a form with a parameter twice',
    'grant_type=client_credentials&client_id=a&client_secret=b&client_id=a',
    'application/x-www-form-urlencoded',
    'client_id is in the form twice',
  ],
])('refuses %s in place of a token request [§2.1]', async (_, text, type, description) => {
  const bank = createBank()
  const before = bank.world

  const headers = { 'content-type': type }
  const response = await send(bank, 'POST', `${bank.urls.authUrl}/oauth/token`, { text, headers })

  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    error: 'invalid_request',
    error_description: expect.stringContaining(description),
  })
  expect(bank.world).toBe(before)
})

it('refuses a request that has no Content-Type at all [§2.1]', async () => {
  const bank = createBank()

  const body = new TextEncoder().encode(JSON.stringify(tokenRequest(bank)))
  const response = await bank.fetch(`${bank.urls.authUrl}/oauth/token`, { method: 'POST', body })

  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: 'invalid_request' })
})

it.each(['/oauth/token', '/connect/token'])(
  'issues at %s a token without an audience, which opens every service [§2.1][§5]',
  async (path) => {
    const bank = createBank({ assume: { 'tokens.audience': 'perService' } })
    const { audience: _, ...body } = tokenRequest(bank)

    const response = await send(bank, 'POST', bank.urls.authUrl + path, { body })
    const { access_token } = await response.json()

    const headers = { authorization: `Bearer ${access_token}` }
    expect((await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { headers })).status).toBe(200)
    expect((await bank.fetch(`${bank.urls.loanBaseUrl}/Webhook/GetEvents`, { headers })).status).toBe(200)
    expect(bank.assumptions.used()).toContainEqual(expect.objectContaining({ id: 'tokens.withoutAudience' }))
  },
)

it('refuses a token request without an audience where the catalogue says so [§2.1]', async () => {
  const bank = createBank({ assume: { 'tokens.withoutAudience': 'refused' } })
  const before = bank.world

  const { audience: _, ...body } = tokenRequest(bank)
  const response = await send(bank, 'POST', `${bank.urls.authUrl}/oauth/token`, { body })

  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    error: 'invalid_request',
    error_description: expect.stringContaining('the audience is missing'),
  })
  expect(bank.world).toBe(before)
})
