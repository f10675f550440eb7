/** The form of a token: an opaque text, or a JWT with the usual claims. (§5) */
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { bankingToken, get } from '../../support/calls.ts'

it('issues an opaque token by default [§5]', () => {
  const bank = createBank({ seed: 7 })

  expect(bankingToken(bank)).toMatch(/^[A-Za-z0-9]{48}$/)
})

it('issues a JWT with the usual claims on the virtual clock, by an assumption [§5]', async () => {
  const bank = createBank({ seed: 7, assume: { 'tokens.form': 'jwt' } })
  const { access_token, expires_in } = bank.tokens.issue({ audience: bank.partner.audience })

  const [header, payload, signature] = access_token.split('.')
  const read = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  const iat = Date.parse(bank.clock.now) / 1_000

  expect(read(header)).toEqual({ alg: 'RS256', typ: 'JWT' })
  expect(read(payload)).toEqual({
    iss: `${bank.urls.authUrl}/`,
    sub: `${bank.partner.clientId}@clients`,
    aud: bank.partner.audience,
    iat,
    exp: iat + expires_in,
  })
  expect(signature).toMatch(/^[A-Za-z0-9]{48}$/)
  expect((await get(bank, access_token, '/wires/v1/payments')).status).toBe(200)
  expect(bankingToken(bank)).not.toBe(access_token)
  bank.tokens.revoke(access_token)
  expect((await get(bank, access_token, '/wires/v1/payments')).status).toBe(401)
})
