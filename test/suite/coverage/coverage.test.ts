/** The coverage of a bank: calls and their outcomes, steps, posting codes, events, faults, the calendar. */
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { coverageOf } from 'vostro/test'
import { metNothing, metTogether } from '../../../src/suite/coverage/met.ts'
import { coverageFrom, pageFrom } from '../../../src/suite/coverage/report.ts'

const HOOK = 'https://partner.example/hooks'

it('counts each axis on its own, without a total [§7]', () => {
  const bank = createBank()
  bank.wires.expect({ amount: 7 }).toEnd('Rejected', { postingCode: 'NSF' })
  for (const amount of [5, 6, 7]) bank.wires.create(bank.wires.plausible({ amount }))
  bank.clock.advanceToNextBatch()
  const { met, text } = coverageOf(bank)

  expect(met.steps).toEqual({
    'wire: Created → Pending': 2,
    'wire: Created → Rejected': 1,
    'wire: Pending → Completed': 2,
  })
  expect(met.postings).toEqual({ 'NSF of a wire': 1 })
  expect(met.calls).toEqual({})
  expect(met.calendar).toEqual({ 'a batch with wires': 1 })
  expect(text).toMatch(/^axis +met +never met\ncalls +0 +\d+\n/)
  expect(text).toMatch(/^steps +3 +\d+$/m)
  expect(text).toMatch(/^steps: .*\n {2}met {4}wire: Created → Pending \(2\), wire: Created → Rejected \(1\)/m)
  expect(text).not.toMatch(/%|in all|bank\.clock/)
})

it.each([
  ['a weekend', '2026-03-06T18:50:00-05:00', 1],
  ['a weekend', '2026-03-14T18:50:00-04:00', 2],
  ['a holiday that is kept on the Monday after', '2027-07-02T18:50:00-04:00', 1],
  ['the day on which clocks go forward', '2026-03-06T18:50:00-05:00', 1],
])('counts %s once each time it comes, in steps of a day from %s [§3]', (name, now, times) => {
  const bank = createBank({ now })
  for (let day = 0; day < 7; day++) bank.clock.advance({ days: 1 })

  expect(coverageOf(bank).met.calendar[name]).toBe(times)
})

it('counts the outcomes of each call: done, repeated, refused, unanswered [§4]', async () => {
  const bank = createBank()
  const authorization = `Bearer ${bank.tokens.issue().access_token}`
  const create = async (headers: Record<string, string>) =>
    bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(bank.wires.plausible()),
    })
  await create({ 'idempotency-key': 'invoice 1' })
  await create({ 'idempotency-key': 'invoice 1' })
  await create({ authorization: 'Bearer none' })
  bank.faults.inject('lostAnswer', { endpoint: 'createWire', nth: 1 })
  await expect(create({})).rejects.toThrow()

  const { calls, faults } = coverageOf(bank).met
  expect(calls).toEqual({
    'createWire: done': 1,
    'createWire: repeated': 1,
    'createWire: 401': 1,
    'createWire: no answer': 1,
  })
  expect(faults).toEqual({ lostAnswer: 1 })
})

it('counts a refusal by its code, whatever body the service sends [§7]', async () => {
  const bank = createBank()
  const { clientId: client_id, clientSecret: client_secret } = bank.partner
  const asked = { grant_type: 'client_credentials', client_id, client_secret, audience: 'none' }
  const headers = { 'content-type': 'application/json' }
  await bank.fetch(`${bank.urls.authUrl}/oauth/token`, { method: 'POST', headers, body: JSON.stringify(asked) })
  await bank.fetch(`${bank.urls.authUrl}/oauth/token`, { method: 'POST', headers, body: '{' })
  await bank.fetch(`${bank.urls.loanBaseUrl}/LoanSummary`)

  expect(coverageOf(bank).met.refusals).toEqual({ audience_is_unknown: 1, body_is_not_json: 1, token_is_missing: 1 })
  expect(bank.requests.some((request) => 'refusal' in request)).toBe(false)
})

it('counts what happened to the pushes of an event [§6]', async () => {
  const bank = createBank()
  bank.webhooks.register({
    partnerId: bank.partner.id,
    eventName: 'Wire.Payment.Sent',
    registrationType: 'Push',
    callbackUrl: HOOK,
  })
  let answers = 0
  bank.webhooks.connect(HOOK, () => new Response('', { status: ++answers === 1 ? 503 : 200 }))
  bank.faults.inject('duplicate', { event: 'Wire.Payment.Sent', nth: 2 })
  for (const amount of [5, 6]) bank.wires.create(bank.wires.plausible({ amount }))
  await bank.clock.advanceAsync({ hours: 2 })

  expect(Object.keys(coverageOf(bank).met.events).sort()).toEqual([
    'Wire.Payment.Sent: delivered',
    'Wire.Payment.Sent: failed and tried again',
    'Wire.Payment.Sent: out of order',
    'Wire.Payment.Sent: twice',
  ])
})

it('adds the coverage of several banks [§7]', () => {
  const [one, other] = [createBank(), createBank()]
  one.accounts.setStatus(one.masterAccount.accountNumber, 'Dormant')
  other.accounts.setStatus(other.masterAccount.accountNumber, 'Dormant')
  other.accounts.setStatus(other.masterAccount.accountNumber, 'Closed')

  const met = metTogether(coverageOf(one).met, coverageOf(other).met)

  expect(met.steps).toEqual({ 'account: Dormant': 2, 'account: Closed': 1 })
  expect(coverageFrom(met).unmet.some(({ name }) => name === 'account: Closed')).toBe(false)
})

it('makes a page with a table of all rows and folded lines of code, without a script [§7]', () => {
  const bank = createBank()
  bank.accounts.setStatus(bank.masterAccount.accountNumber, 'Dormant')
  const page = pageFrom(coverageOf(bank).met)

  expect(page).toContain('<td>1 ×</td><td>account: Dormant</td>')
  expect(page).toContain('<td><a href="#restrictions">restrictions</a></td><td>0</td><td>6</td>')
  expect(page).toContain('<details><summary>account: Closed</summary><code>bank.accounts.setStatus(')
  expect(page).not.toMatch(/<script|https?:\/\/(?!partner\.example)/)
})

it('lists first the rows never met of the calls and events that the tests use [§7]', async () => {
  const bank = createBank()
  for (const path of ['wires/v1/payments', 'webhooks/v1/registrations'])
    await bank.fetch(`${bank.urls.baseUrl}/${path}`)
  const { unmet, text } = coverageOf(bank)
  const calls = unmet.filter(({ axis }) => axis === 'calls').map(({ name }) => name)

  expect(calls.slice(0, 3)).toEqual(['listWires: done', 'listWires: no answer', 'listWires: 400'])
  expect(calls.findLastIndex((name) => name.startsWith('listWires: '))).toBeLessThan(10)
  expect(text).toMatch(/never {2}listWires: done, listWebhooks: done, listWires: no answer,/)
})

it('meets a late push with its line, one payment and the time that the page names [§6]', async () => {
  const bank = createBank()
  const { line } = coverageOf(bank).unmet.find(({ name }) => name === 'Wire.Payment.Sent: late') ?? {}
  const [, passes] = /<code>await (bank[^<]*)<\/code>/.exec(pageFrom(metNothing)) ?? []
  bank.webhooks.connect(HOOK, () => new Response(), { events: ['Wire.Payment.Sent'] })
  await new Function('bank', `bank.wires.create(bank.wires.plausible())\n${line}\nreturn ${passes}`)(bank)

  expect(coverageOf(bank).met.events).toEqual({ 'Wire.Payment.Sent: delivered': 1, 'Wire.Payment.Sent: late': 1 })
})

it('says on a line where it goes, and what else it needs [§7]', () => {
  const lines = new Map(coverageOf(createBank()).unmet.map(({ name, line }) => [name, line]))
  const noteOn = (name: string) => lines.get(name)?.split(' // ')[1]

  expect(noteOn('wire: Hold → Pending')).toBe('after your code has paid: id is its payment')
  expect(noteOn('createWire: no answer')).toBe('before your code calls createWire')
  expect(noteOn('createWire: repeated')).toBe(
    'before your code calls createWire, and tries again with the same idempotency key',
  )
  expect(noteOn('Wire.Payment.Sent: out of order')).toBe(
    'after your code has paid twice, with your receiver of Wire.Payment.Sent connected',
  )
  expect(noteOn('account_not_found')).toBe('what the bank answers: let your code make this call')
  expect(noteOn('account: Dormant')).toBeUndefined()
})
