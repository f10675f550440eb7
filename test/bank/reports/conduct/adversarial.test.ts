/** Cases that a conduct report easily gets wrong: counts of one, advice that was followed, reconciliations, long logs. */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { createNotRepeatable } from '../../../../src/bank/reports/conduct/create-not-repeatable.ts'
import type { Rule } from '../../../../src/bank/reports/conduct/finding.ts'
import { tokenNotRenewed } from '../../../../src/bank/reports/conduct/tokens.ts'
import type { HttpExchange } from '../../../../src/bank/shell/state/exchange.ts'
import { registrationRequest } from '../../../support/calls.ts'
import { at, clientOf, registerForWires } from './partner.ts'

const factsOf = (bank: Bank, rule: string) =>
  bank
    .conduct()
    .filter((finding) => finding.rule === rule)
    .map(({ fact }) => fact)

it('counts the look-ups of one day if a client polls on several days [§6]', async () => {
  const bank = createBank({ release: 'manual' })
  const client = clientOf(bank)
  const id = await client.payFor('A')

  for (let day = 0; day < 3; day++) {
    for (let look = 0; look < 4; look++) await client.get(at(id))
    bank.clock.advance({ hours: 23 })
    await client.askForToken()
  }

  expect(factsOf(bank, 'wire_polled')).toEqual([
    `The wire "${id}" was looked up 4 times while it was under way, with nothing pushed in between.`,
  ])
})

it('advises a registered client to wait for the push, not to register [§6]', async () => {
  const bank = createBank({ release: 'manual' })
  registerForWires(bank)
  const client = clientOf(bank)
  const id = await client.payFor('A')

  for (let look = 0; look < 4; look++) await client.get(at(id))

  expect(bank.conduct()).toMatchObject([
    { rule: 'wire_polled', advice: expect.stringContaining('Wait for the push of Wire.Payment.Sent') },
  ])
})

it.each([
  [
    1,
    [500],
    '1 of 1 attempt to push 1 event to "https://partner.example/hooks" failed; Wire.Payment.Sent was answered 500.',
  ],
  [
    2,
    [500, 200],
    '1 of 2 attempts to push 2 events to "https://partner.example/hooks" failed; Wire.Payment.Sent was answered 500.',
  ],
  [
    2,
    [500, 503],
    '2 of 2 attempts to push 2 events to "https://partner.example/hooks" failed; the first, Wire.Payment.Sent, was answered 500.',
  ],
])(
  'counts the pushes to a receiver, and names the first of several failures: %i, answered %j [§6]',
  async (pings, statuses, fact) => {
    const bank = createBank()
    const { id, callbackUrl } = bank.webhooks.register({ ...registrationRequest(bank), registrationType: 'Push' })
    bank.webhooks.ping(id) // captured: nobody is connected
    let calls = 0
    bank.webhooks.connect(callbackUrl, () => new Response('', { status: statuses[calls++] as number }))

    for (let ping = 0; ping < pings; ping++) bank.webhooks.ping(id)
    await bank.settled()

    expect(factsOf(bank, 'push_not_accepted')).toEqual([fact])
  },
)

it.each<[string, Rule, (number: number) => Partial<HttpExchange>]>([
  [
    'token_not_renewed, each call with another token',
    tokenNotRenewed,
    (n) => ({ headers: { authorization: `Bearer ${n}` } }),
  ],
  ['token_not_renewed, all calls with one', tokenNotRenewed, () => ({ headers: { authorization: 'Bearer one' } })],
  ['create_not_repeatable, one create again and again', createNotRepeatable, () => ({ status: 500 })],
  [
    'create_not_repeatable, with another key each time',
    createNotRepeatable,
    (n) => ({ status: 500, headers: { key: `${n}` } }),
  ],
])('reads each request as often in a long log as in a short one: %s [§5]', (_, rule, fieldsOf) => {
  const looksAt = (size: number) => {
    let looks = 0
    const exchanges = Array.from({ length: size }, (_, number): HttpExchange => {
      const exchange = {
        id: `r${number}`,
        at: '2026-03-02T09:00:00.000-05:00',
        method: 'POST',
        url: 'https://api.bank.test/wires/v1/payments',
        endpoint: 'createWire',
        isDeprecated: false,
        headers: {},
        body: { amount: 100 },
        status: 401,
        answer: null,
        ...fieldsOf(number),
      } as unknown as HttpExchange
      return new Proxy(exchange, {
        get: (target, name) => {
          looks++
          return Reflect.get(target, name)
        },
      })
    })
    rule.find({ exchanges, pushes: [], registered: new Set(), idempotencyHeader: 'key' })
    return looks
  }

  expect(looksAt(4_000) / looksAt(1_000)).toBeLessThan(4.1)
})

it('names the client by the id that the token server knows [§5]', async () => {
  const bank = createBank({ partner: { clientId: '50%' } })
  const { authUrl, baseUrl } = bank.urls
  const { clientSecret, audience } = bank.partner
  for (let call = 0; call < 3; call++) {
    const asked = await bank.fetch(`${authUrl}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`50%:${clientSecret}`)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'client_credentials', audience }),
    })
    const { access_token } = (await asked.json()) as { access_token: string }
    await bank.fetch(`${baseUrl}/wires/v1/payments`, { headers: { authorization: `Bearer ${access_token}` } })
  }

  expect(factsOf(bank, 'token_requested_per_call')).toEqual([
    expect.stringMatching(/^The client "50%" requested 3 tokens/),
  ])
})
