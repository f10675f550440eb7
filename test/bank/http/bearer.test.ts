import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { bankingCalls, bankingToken, type Call, loanCalls, loanToken, make, unknownId } from '../../support/calls.ts'

const calls: { name: string; call: Call; tokenFor: (bank: Bank) => string; otherFor: (bank: Bank) => string }[] = [
  ...bankingCalls.map((call) => ({ name: call.name, call, tokenFor: bankingToken, otherFor: loanToken })),
  ...loanCalls.map((call) => ({ name: call.name, call, tokenFor: loanToken, otherFor: bankingToken })),
]

/** What a good token leads to: the wire of some calls is none that exists. */
const answerTo = (bank: Bank, { url }: Call) => (url(bank).includes(unknownId) ? 404 : 200)

/** The refusal, in the form of the service that was asked. */
const unauthorized = (bank: Bank, { url }: Call, code: number) =>
  url(bank).startsWith(bank.urls.loanBaseUrl)
    ? { ResponseStatus: { ErrorCode: 'Unauthorized', Message: expect.stringContaining('authenticate'), Errors: [] } }
    : { errors: [{ code, message: expect.stringContaining('authenticate') }] }

it.each(calls)('lets $name in with a token for its service [§5 rule 3]', async ({ call, tokenFor }) => {
  const bank = createBank({ assume: { 'tokens.audience': 'perService' } })

  const response = await make(bank, call, { token: tokenFor(bank) })

  expect(response.status).toBe(answerTo(bank, call))
})

it.each(calls)('answers 401 to $name without a token [§5 rule 3]', async ({ call }) => {
  const bank = createBank()
  const before = bank.world

  const response = await make(bank, call)

  expect(response.status).toBe(401)
  expect(response.headers.get('www-authenticate')).toBe('Bearer realm="bank"')
  expect(await response.json()).toEqual(unauthorized(bank, call, 3000))
  expect(bank.world).toBe(before)
})

it.each(calls)('answers 401 to $name with a token that has expired on the virtual clock [§5 rule 5]', async (row) => {
  const bank = createBank()
  const token = row.tokenFor(bank)
  bank.clock.advance({ seconds: 86_400 })
  const before = bank.world

  const response = await make(bank, row.call, { token })

  expect(response.status).toBe(401)
  expect(await response.json()).toEqual(unauthorized(bank, row.call, 3002))
  expect(bank.world).toBe(before)
})

it.each(calls)('answers 401 to $name with a token that was revoked [§7]', async ({ call, tokenFor }) => {
  const bank = createBank()
  const token = tokenFor(bank)
  bank.tokens.revoke(token)
  const before = bank.world

  const response = await make(bank, call, { token })

  expect(response.status).toBe(401)
  expect(await response.json()).toEqual(unauthorized(bank, call, 3003))
  expect(bank.world).toBe(before)
})

it.each(calls)('answers 401 to $name with the token of another bank [§7]', async ({ call, tokenFor }) => {
  const bank = createBank({ seed: 1 })
  const token = tokenFor(createBank({ seed: 2 }))
  tokenFor(bank)
  const before = bank.world

  const response = await make(bank, call, { token })

  expect(response.status).toBe(401)
  expect(await response.json()).toEqual(unauthorized(bank, call, 3001))
  expect(bank.world).toBe(before)
})

it.each(calls)(
  'answers 401 to $name with a token for the other audience, where each service has one [§5]',
  async ({ call, otherFor }) => {
    const bank = createBank({ assume: { 'tokens.audience': 'perService' } })
    const token = otherFor(bank)
    const before = bank.world

    const response = await make(bank, call, { token })

    expect(response.status).toBe(401)
    expect(await response.json()).toEqual(unauthorized(bank, call, 3004))
    expect(bank.world).toBe(before)
  },
)

it.each(calls)('lets $name in with the other audience, as one opens every service [§5]', async ({ call, otherFor }) => {
  const bank = createBank()
  const token = otherFor(bank)

  const response = await make(bank, call, { token })

  expect(response.status).toBe(answerTo(bank, call))
})

const malformed: [string, (token: string) => string][] = [
  ['the bare token', (token) => token],
  ['the scheme Basic', (token) => `Basic ${token}`],
  ['the scheme Token', (token) => `Token ${token}`],
  ['nothing behind Bearer', () => 'Bearer'],
  ['two tokens', (token) => `Bearer ${token} ${token}`],
  ['a comma behind the token', (token) => `Bearer ${token},`],
  ['half of a token', (token) => `Bearer ${token.slice(0, 24)}`],
  ['the token in lower case', (token) => `Bearer ${token.toLowerCase()}`],
  ['an empty text', () => ''],
]
const malformedCalls = calls.flatMap((row) => malformed.map(([what, written]) => ({ ...row, what, written })))

it.each(malformedCalls)('answers 401 to $name whose Authorization is $what [§5 rule 3]', async (row) => {
  const bank = createBank()
  const authorization = row.written(row.tokenFor(bank))
  const before = bank.world

  const response = await make(bank, row.call, { headers: { authorization } })

  expect(response.status).toBe(401)
  expect(await response.json()).toEqual(unauthorized(bank, row.call, 3001))
  expect(bank.world).toBe(before)
})

it.each(['bearer', 'BEARER', 'Bearer  '])('reads the scheme written as "%s" [§5 rule 3]', async (scheme) => {
  const bank = createBank()
  const authorization = `${scheme} ${bankingToken(bank)}`

  const response = await bank.fetch(`${bank.urls.baseUrl}/core/v1/dda/subaccounts`, { headers: { authorization } })

  expect(response.status).toBe(200)
})

it('looks at the token before it looks at the body [§5 rule 3]', async () => {
  const bank = createBank()

  const response = await make(bank, bankingCalls[0]!, { text: '{"amount":' })

  expect(response.status).toBe(401)
})
