/** A token belongs to one bank: which banks issue different tokens, and which tokens a bank refuses. (§5) */
import { expect, it } from 'vitest'
import { type Bank, type BankOptions, createBank } from 'vostro'

/** The status with which a call to the banking API is answered. */
const knock = async (bank: Bank, token: string) =>
  (await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { headers: { authorization: `Bearer ${token}` } })).status

const others: [string, BankOptions][] = [
  ['another seed', { seed: 8 }],
  ['another first instant', { seed: 7, now: '2026-03-02T09:00:00.001-05:00' }],
  ['another zone', { seed: 7, timeZone: 'America/Chicago' }],
  ['another release', { seed: 7, release: 'manual' }],
  ['another address', { seed: 7, baseUrl: 'https://elsewhere.test', partner: { audience: 'https://api.bank.test' } }],
  ['another partner', { seed: 7, partner: { id: '00000000-0000-4000-8000-000000000001' } }],
  ['another client', { seed: 7, partner: { clientId: 'another client' } }],
  ['another secret', { seed: 7, partner: { clientSecret: 'another secret' } }],
  ['another account', { seed: 7, masterAccount: { balance: 1 } }],
  ['another assumption', { seed: 7, assume: { 'wires.reviewSeconds': 6 } }],
]

it.each(others)('answers 401 to the token of a bank with %s, and issues another one [§5]', async (_, options) => {
  const [bank, other] = [createBank({ seed: 7 }), createBank(options)]
  const { access_token } = other.tokens.issue()
  const own = bank.tokens.issue().access_token

  expect(own).not.toBe(access_token)
  expect(await knock(bank, access_token)).toBe(401)
  expect(await knock(bank, own)).toBe(200)
})

it('issues equal tokens in banks of the same options, each accepted by the bank that issued its own [§5]', async () => {
  const [bank, other] = [createBank({ seed: 7 }), createBank({ seed: 7 })]

  const { access_token } = bank.tokens.issue()
  const before = await knock(other, access_token)
  const { access_token: same } = other.tokens.issue()

  expect(same).toBe(access_token)
  expect([before, await knock(other, access_token)]).toEqual([401, 200])
})

const circumstances: [string, (bank: Bank, other: string) => string][] = [
  ['another partner', (bank, other) => bank.as(other).tokens.issue().access_token],
  ['another audience', (bank) => bank.tokens.issue({ audience: bank.partner.loanAudience }).access_token],
  [
    'a later instant',
    (bank) => {
      bank.clock.advance({ milliseconds: 1 })
      return bank.tokens.issue().access_token
    },
  ],
]

it.each(circumstances)(
  'knows nothing after a restore of a token that was issued later, and issues another one for %s [§5]',
  async (_, issue) => {
    const bank = createBank({ seed: 7 })
    const { id } = bank.partners.add()
    const before = bank.snapshot()
    const old = bank.tokens.issue().access_token
    bank.restore(before)

    const token = issue(bank, id)

    expect(token).not.toBe(old)
    expect([await knock(bank, old), await knock(bank, token)]).toEqual([401, 200])
  },
)

it('answers 401 to a token from before a reset, until an equal token is issued again [§5]', async () => {
  const bank = createBank({ seed: 7 })
  const { access_token } = bank.tokens.issue()
  bank.reset()

  const [refused, again] = [await knock(bank, access_token), bank.tokens.issue().access_token]

  expect([refused, again]).toEqual([401, access_token])
})

it('accepts in a fork a token that was issued before it, but no token that the original issued later [§5]', async () => {
  const bank = createBank({ seed: 7 })
  const { access_token } = bank.tokens.issue()
  const fork = bank.fork()
  const later = bank.tokens.issue().access_token

  expect([await knock(fork, access_token), await knock(fork, later)]).toEqual([200, 401])
})

it('issues no token twice, of many at one instant [§5]', () => {
  const bank = createBank({ seed: 7 })

  const tokens = Array.from({ length: 500 }, () => bank.tokens.issue().access_token)

  expect(new Set(tokens).size).toBe(500)
  expect(tokens.every((token) => /^[0-9A-Za-z]{48}$/.test(token))).toBe(true)
})

it('refuses to revoke the token of another partner, as if there were none [§5]', async () => {
  const bank = createBank({ seed: 7 })
  const other = bank.as(bank.partners.add().id)
  const { access_token } = bank.tokens.issue()
  const world = bank.world

  expect(() => other.tokens.revoke(access_token)).toThrow(
    expect.objectContaining({
      code: 'token_is_invalid',
      message: expect.stringContaining('no such token to this partner'),
    }),
  )
  expect(bank.world).toBe(world)
  expect(await knock(bank, access_token)).toBe(200)
})
