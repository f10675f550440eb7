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

it('takes one token again and again until it expires [§5 rule 4]', () => {
  const bank = createBank({ seed: 7 })
  const { access_token } = bank.tokens.issue()

  bank.clock.advance({ seconds: 86_399, milliseconds: 999 })

  expect(knock(bank, `Bearer ${access_token}`)).toBe(0)
  expect(knock(bank, `Bearer ${access_token}`)).toBe(0)
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
