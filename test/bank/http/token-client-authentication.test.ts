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

it.each([
  ['as they are', 'Basic', (text: string) => text],
  ['percent-encoded, as OAuth libraries send them', 'Basic', percent],
  ['behind the word basic in small letters', 'basic', (text: string) => text],
])('takes the credentials of Basic authentication %s [§5 rule 7]', async (_, scheme, written) => {
  const bank = createBank()
  const { clientId, clientSecret } = bank.partner

  const response = await form(bank, `${scheme} ${btoa(`${written(clientId)}:${written(clientSecret)}`)}`)

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

it.each([
  ['another secret', ({ clientId }: Bank['partner']) => `${clientId}:wrong`],
  ['another client', ({ clientSecret }: Bank['partner']) => `nobody:${clientSecret}`],
  ['a stray percent sign', () => 'client%:secret'],
  ['an empty secret', ({ clientId }: Bank['partner']) => `${clientId}:`],
  ['no colon', ({ clientId }: Bank['partner']) => clientId],
  ['more behind the secret', ({ clientId, clientSecret }: Bank['partner']) => `${clientId}:${clientSecret}:more`],
])('answers 401 access_denied to Basic authentication with %s [§7]', async (_, credentials) => {
  const bank = createBank()
  const before = bank.world

  const response = await form(bank, `Basic ${btoa(credentials(bank.partner))}`)

  expect(response.status).toBe(401)
  expect(response.headers.get('www-authenticate')).toBe('Basic realm="bank"')
  expect(await response.json()).toEqual({ error: 'access_denied', error_description: 'Unauthorized' })
  expect(bank.world).toBe(before)
})

it.each([
  ['no base64', 'Basic %%%'],
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

it.each([
  ['client_id', 'differs from the one in the Authorization header', () => ({ client_id: 'another' })],
  ['client_secret', 'is in the Authorization header, too', () => ({ client_secret: 'another' })],
  [
    'client_secret',
    'is in the Authorization header, too',
    ({ clientId, clientSecret }: Bank['partner']) => ({ client_id: clientId, client_secret: clientSecret }),
  ],
])('refuses a body whose %s %s [§7]', async (name, fact, more) => {
  const bank = createBank()
  const { clientId, clientSecret } = bank.partner
  const authorization = `Basic ${btoa(`${clientId}:${clientSecret}`)}`

  const both = await form(bank, authorization, more(bank.partner))
  const same = await form(bank, authorization, { client_id: clientId })

  expect(both.status).toBe(400)
  expect(await both.json()).toEqual({
    error: 'invalid_request',
    error_description: `Failed to issue a token: ${name} ${fact}: send it there or in the body (RFC 6749 §2.3)`,
  })
  expect(same.status).toBe(200)
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

it.each([
  ['an empty audience', { audience: '' }],
  ['an empty client', { client_id: '', client_secret: '' }],
])('reads %s beside Basic authentication as left out, in a form and in JSON [§2.1]', async (_, more) => {
  const bank = createBank()
  const { clientId, clientSecret } = bank.partner
  const authorization = `Basic ${btoa(`${clientId}:${clientSecret}`)}`
  const nulls = Object.fromEntries(Object.keys(more).map((name) => [name, null]))

  const answers = [await form(bank, authorization, more as Record<string, string>)]
  for (const left of [more, nulls]) {
    const body = JSON.stringify({ grant_type: 'client_credentials', ...left })
    const headers = { authorization, 'content-type': 'application/json' }
    answers.push(await bank.fetch(`${bank.urls.authUrl}/oauth/token`, { method: 'POST', headers, body }))
  }

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
})

it.each(['100%', 'grün & süß', 'a b+c:d'])(
  'reads the secret %j of Basic authentication, encoded as OAuth has it; and sent as it is where it cannot be decoded [§5 rule 7]',
  async (clientSecret) => {
    const bank = createBank({ partner: { clientId: 'a client', clientSecret } })
    const basic = (text: string) => `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}`
    const encoded = [bank.partner.clientId, clientSecret].map(encodeURIComponent).join(':')

    const answers = [await form(bank, basic(encoded))]
    if (clientSecret === '100%') answers.push(await form(bank, basic(`a client:${clientSecret}`)))

    expect(answers.every(({ status }) => status === 200)).toBe(true)
  },
)

it('describes itself where clients of RFC 8414 look, at an address with a path too [§5]', async () => {
  const bank = createBank({ authUrl: 'https://id.bank.test/tenant' })

  const inserted = await bank.fetch('https://id.bank.test/.well-known/oauth-authorization-server/tenant')
  const appended = await bank.fetch('https://id.bank.test/tenant/.well-known/oauth-authorization-server')
  const elsewhere = await bank.fetch('https://id.bank.test/.well-known/oauth-authorization-server/other')

  expect(await inserted.json()).toMatchObject({ issuer: 'https://id.bank.test/tenant' })
  expect([appended.status, elsewhere.status]).toEqual([200, 404])
})
