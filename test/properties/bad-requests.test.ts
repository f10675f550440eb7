import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Bank, createBank, parseWorld, replay } from 'vostro'
import { always } from './history.ts'

it('answers any method on any path of any of its addresses, and never breaks [§7]', async () => {
  const bank = createBank()
  const token = bank.tokens.issue().access_token
  const segment = fc.oneof(
    fc.constantFrom(
      'wires',
      'Wires',
      'v1',
      'payments',
      'simulations',
      'core',
      'dda',
      'subaccounts',
      'accounts',
      'oauth',
    ),
    fc.constantFrom(
      'token',
      'webhooks',
      'registrations',
      'LoanSummary',
      'Webhook',
      'GetEvents',
      'restrictions',
      'cancel',
    ),
    fc.constantFrom('', '.', '..', '%', '%zz', '%2e', '__proto__', 'constructor', ';', '//', '\u00e9', '{id}'),
    fc.webSegment(),
    fc.string({ maxLength: 12 }),
  )
  const origin = fc.constantFrom(bank.urls.baseUrl, bank.urls.authUrl, bank.urls.loanBaseUrl, 'https://other.example')
  const path = fc.array(segment, { maxLength: 6 }).map((segments) => segments.join('/'))
  const query = fc.option(fc.webQueryParameters(), { nil: '' })
  const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'QUERY', 'get', 'purge')
  await fc.assert(
    fc.asyncProperty(method, origin, path, query, async (verb, address, below, search) => {
      const url = new URL(`${address}/${below.replaceAll(/[?#]/g, '')}?${search}`)
      const before = bank.world

      const response = await bank.fetch(url, { method: verb, headers: { authorization: `Bearer ${token}` } })

      expectAnswered(bank, response, before)
    }),
    always(1_000),
  )
})

it('answers any query of the loan summary with the envelope or an error [§4 call 9]', async () => {
  const bank = createBank()
  bank.loans.add({ LoanAmount: '12.5', FICO: 700, NoteDate: '2026-03-02T00:00:00Z', Rails: [{ Amount: '3' }] })
  const token = bank.tokens.issue({ audience: bank.partner.loanAudience }).access_token
  const name = fc.oneof(
    fc.constantFrom('Skip', 'Take', 'OrderBy', 'OrderByDesc', 'Include', 'Meta', 'jsconfig', 'id'),
    fc.constantFrom('FICO', 'LoanAmount', 'NoteDate', 'notedate', 'Rails', '__proto__', 'toString'),
    fc.string({ maxLength: 6 }),
  )
  const value = fc.oneof(
    fc.constantFrom(
      '',
      '0',
      '1',
      '-1',
      '1e3',
      '999999999999999',
      '700',
      '12.50',
      '/Date(0)/',
      'Total',
      'dh:ut',
      '-FICO,Id',
    ),
    fc.string({ maxLength: 8 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 5 }), async (parameters) => {
      const url = `${bank.urls.loanBaseUrl}/LoanSummary?${new URLSearchParams(parameters)}`
      const before = bank.world

      const response = await bank.fetch(url, { headers: { authorization: `Bearer ${token}` } })

      expectAnswered(bank, response, before)
      expect(bank.world).toBe(before)
    }),
    always(500),
  )
})

/** Answered as documented; where refused, nothing changed; where accepted, the bank is sound. */
function expectAnswered(bank: Bank, response: Response, before: Bank['world']): void {
  expect(response.status).toBeLessThan(500)
  if (response.status >= 400) expect(bank.world).toBe(before)
  if (bank.world === before) return
  expect(parseWorld(JSON.stringify(bank.world))).toEqual(bank.world)
  expect(replay(JSON.parse(JSON.stringify(bank.journal))).world).toEqual(bank.world)
}
