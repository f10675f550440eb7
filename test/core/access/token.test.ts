import { expect, it } from 'vitest'
import { createBank, transition } from 'vostro'
import { authenticate } from '../../../src/core/access/authenticate.ts'
import { AssumptionNotes } from '../../../src/core/assumptions/notes.ts'
import { readingOf } from '../../../src/core/turn.ts'
import type { Bank } from '../../../src/index.ts'

const knock = (bank: Bank, authorization: string | null, service: 'banking' | 'loans' = 'banking') =>
  authenticate(readingOf(bank.world, { kind: 'clock' }, new AssumptionNotes('test')), { authorization, service })

it('issues a bearer token that lasts 86400 seconds [§5 rule 2]', () => {
  const bank = createBank({ seed: 7 })

  const token = bank.tokens.issue()

  expect(token).toEqual({ access_token: expect.stringMatching(/^\w{48}$/), expires_in: 86_400, token_type: 'Bearer' })
})

it('issues a token for client credentials and an audience [§5 rule 1]', () => {
  const { partner, world } = createBank({ seed: 7 })
  const request = {
    grant_type: 'client_credentials',
    client_id: partner.clientId,
    client_secret: partner.clientSecret,
    audience: partner.audience,
  }

  const issued = transition(world, 'tokens.issue', request, { kind: 'clock' })

  expect(issued).toMatchObject({ output: { token_type: 'Bearer', expires_in: 86_400 } })
})

it.each([
  [{ grant_type: 'password' }, 'grant_type_is_unsupported'],
  [{ client_id: 'nobody' }, 'client_is_unknown'],
  [{ client_secret: 'wrong' }, 'client_is_unknown'],
  [{ client_secret: '' }, 'client_is_unknown'],
  [{ audience: 'https://elsewhere.example' }, 'audience_is_unknown'],
])('refuses the token request %o: %s [§2.1]', (changes, code) => {
  const { partner, world } = createBank({ seed: 7 })
  const request = {
    grant_type: 'client_credentials',
    client_id: partner.clientId,
    client_secret: partner.clientSecret,
    audience: partner.audience,
    ...changes,
  }

  expect(transition(world, 'tokens.issue', request, { kind: 'clock' })).toMatchObject({ isRejection: true, code })
})

it('opens the service with the header Authorization: Bearer [§5 rule 3]', () => {
  const bank = createBank({ seed: 7 })

  const { access_token } = bank.tokens.issue()

  expect(knock(bank, `Bearer ${access_token}`)).toBe(0)
  expect(knock(bank, `bearer ${access_token}`)).toBe(0)
})

it.each([
  [null, 'token_is_missing'],
  ['', 'token_is_invalid'],
  ['Bearer', 'token_is_invalid'],
  ['Bearer nonsense', 'token_is_invalid'],
  ['Basic dXNlcjpwYXNz', 'token_is_invalid'],
])('refuses the Authorization header "%s": %s [§7]', (header, code) => {
  expect(knock(createBank({ seed: 7 }), header)).toMatchObject({ isRejection: true, code })
})

it('takes one token again and again until it expires [§5 rule 4]', () => {
  const bank = createBank({ seed: 7 })
  const { access_token } = bank.tokens.issue()

  bank.clock.advance({ seconds: 86_399, milliseconds: 999 })

  expect(knock(bank, `Bearer ${access_token}`)).toBe(0)
  expect(knock(bank, `Bearer ${access_token}`)).toBe(0)
})

it('answers an expired token with 401, and a new one opens the service [§5 rule 5]', async () => {
  const bank = createBank({ seed: 7 })
  const call = (token: string) =>
    bank.fetch(`${bank.urls.baseUrl}/core/v1/dda/subaccounts`, { headers: { authorization: `Bearer ${token}` } })
  const old = bank.tokens.issue().access_token

  bank.clock.advance({ seconds: 86_400 })
  const refused = await call(old)
  const answered = await call(bank.tokens.issue().access_token)

  expect([refused.status, answered.status]).toEqual([401, 200])
  expect(knock(bank, `Bearer ${old}`)).toMatchObject({
    code: 'token_has_expired',
    message:
      'Failed to authenticate: the token expired at 2026-03-03T09:00:00.000-05:00, and it is 2026-03-03T09:00:00.000-05:00. Request a new one. (§5)',
  })
})

it('lets a token last as long as the bank is told [§8]', () => {
  const bank = createBank({ seed: 7, assume: { 'tokens.lifetimeSeconds': 60 } })

  const { access_token, expires_in } = bank.tokens.issue()
  bank.clock.advance({ seconds: 59 })
  const before = knock(bank, `Bearer ${access_token}`)
  bank.clock.advance({ seconds: 1 })

  expect(expires_in).toBe(60)
  expect(before).toBe(0)
  expect(knock(bank, `Bearer ${access_token}`)).toMatchObject({ code: 'token_has_expired' })
})

it('copies a token out for manual use, and revokes it at once [§5 rule 6]', () => {
  const bank = createBank({ seed: 7 })
  const [first, second] = [bank.tokens.issue(), bank.tokens.issue()]

  bank.tokens.revoke(first.access_token)

  expect(knock(bank, `Bearer ${first.access_token}`)).toMatchObject({ code: 'token_was_revoked' })
  expect(knock(bank, `Bearer ${second.access_token}`)).toBe(0)
  expect(() => bank.tokens.revoke('nonsense')).toThrow(
    expect.objectContaining({ code: 'token_is_invalid', status: 401 }),
  )
})

it('issues the partner its credentials, its id and a master account number [§5 rule 7]', () => {
  const { partner, masterAccount } = createBank({ seed: 7, partner: { name: 'Example Payroll' } })

  expect(partner).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    productId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'Example Payroll',
    clientId: expect.stringMatching(/^\w{32}$/),
    clientSecret: expect.stringMatching(/^\w{64}$/),
    audience: 'https://api.bank.test',
    loanAudience: 'https://loans.bank.test',
  })
  expect(masterAccount).toMatchObject({ accountNumber: expect.stringMatching(/^2\d{9}$/), partnerId: partner.id })
})

it('opens one service with one audience, or both where audiences are shared [§5]', () => {
  const [strict, shared] = (['perService', 'shared'] as const).map((audience) => {
    const bank = createBank({ seed: 7, assume: { 'tokens.audience': audience } })
    const banking = `Bearer ${bank.tokens.issue().access_token}`
    const loans = `Bearer ${bank.tokens.issue({ audience: bank.partner.loanAudience }).access_token}`
    return [
      knock(bank, banking, 'banking'),
      knock(bank, banking, 'loans'),
      knock(bank, loans, 'loans'),
      knock(bank, loans),
    ]
  })

  const refusal = expect.objectContaining({ code: 'token_has_another_audience' })
  expect(strict).toEqual([0, refusal, 0, refusal])
  expect(shared).toEqual([0, 0, 0, 0])
})
