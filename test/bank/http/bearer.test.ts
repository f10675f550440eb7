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

const perService = { assume: { 'tokens.audience': 'perService' } } as const

it.each(calls)('lets $name in with a token for its service [§5 rule 3]', async ({ call, tokenFor }) => {
  const bank = createBank(perService)

  const response = await make(bank, call, { token: tokenFor(bank) })

  expect(response.status).toBe(answerTo(bank, call))
})

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

type Row = (typeof calls)[number]
/** A good token that something happens to before it is sent. */
const after = (happen: (bank: Bank, token: string) => void) => (bank: Bank, row: Row) => {
  const token = row.tokenFor(bank)
  happen(bank, token)
  return `Bearer ${token}`
}

/** What is sent as Authorization, the section and the code of the refusal, and what the bank is told beforehand. */
type Refused = [string, string, number, (bank: Bank, row: Row) => string | undefined, object?]
const another = (_: Bank, { tokenFor }: Row) => `Bearer ${tokenFor(createBank({ seed: 2 }))}`
const other = (bank: Bank, { otherFor }: Row) => `Bearer ${otherFor(bank)}`
const refused: Refused[] = [
  ['missing', '§5 rule 3', 3000, () => undefined],
  ['expired on the virtual clock', '§5 rule 5', 3002, after((bank) => bank.clock.advance({ seconds: 86_400 }))],
  ['revoked', '§7', 3003, after((bank, token) => bank.tokens.revoke(token))],
  ['the token of another bank', '§7', 3001, another],
  ['a token for the other audience, where each service has one', '§5', 3004, other, perService],
  ...malformed.map(([what, of]): Refused => [what, '§5 rule 3', 3001, (bank, { tokenFor }) => of(tokenFor(bank))]),
]
const refusedCalls = calls.flatMap((row) =>
  refused.map(([what, section, code, sent, options]) => ({ name: row.name, row, what, section, code, sent, options })),
)

it.each(refusedCalls)(
  'answers 401 to $name whose Authorization is $what [$section]',
  async ({ row, code, sent, options }) => {
    const bank = createBank({ seed: 1, ...options })
    row.tokenFor(bank)
    const authorization = sent(bank, row)
    const before = bank.world

    const response = await make(bank, row.call, authorization === undefined ? {} : { headers: { authorization } })

    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="bank"')
    expect(await response.json()).toEqual(unauthorized(bank, row.call, code))
    expect(bank.world).toBe(before)
  },
)

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
