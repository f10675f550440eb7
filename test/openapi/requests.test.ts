/** What the document says of requests is what a bank of the same assumptions does with them. */
import { expect, it } from 'vitest'
import { type AssumptionOverrides, type Bank, createBank } from 'vostro'
import { openapi } from 'vostro/server'
import { validatorOf } from '../support/openapi/validator.ts'
import { fullInboundWire, fullOutboundWire } from '../support/wire.ts'

/** Sends a body, and gives whether the bank took it. */
async function isTaken(bank: Bank, url: string, body: object, headers: Record<string, string> = {}): Promise<boolean> {
  const { status } = await bank.fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return status === 200
}

it.each<[string, AssumptionOverrides]>([
  ['the defaults', {}],
  ['other limits', { 'limits.amountMinimum': 500, 'limits.amountMaximum': 70_000 }],
])('says which amounts of a wire the bank takes under %s [§8]', async (_, assume) => {
  const bank = createBank({ assume })
  const isValid = validatorOf(await openapi({ assume }))
  const [least, most] = [assume['limits.amountMinimum'] ?? 1, assume['limits.amountMaximum'] ?? 999_999_999_999]
  const authorization = `Bearer ${bank.tokens.issue().access_token}`
  const amounts = [undefined, null, 0, 1, least - 1, least, most, most + 1, Number.MAX_SAFE_INTEGER]
  const calls = [
    ['CreateWireRequest', '/wires/v1/payments', fullOutboundWire(bank)],
    ['SimulateInboundWireRequest', '/wires/v1/payments/simulations', fullInboundWire(bank)],
  ] as const

  for (const [name, path, right] of calls) {
    for (const businessFunctionCode of ['CTR', 'SVC']) {
      for (const amount of amounts) {
        const body = { ...right, businessFunctionCode, amount, clientIdentifier: undefined }
        const isDocumented = isValid({ $ref: `#/components/schemas/${name}` }, JSON.parse(JSON.stringify(body)))

        const taken = await isTaken(bank, bank.urls.baseUrl + path, body, { authorization })

        expect({ name, businessFunctionCode, amount, taken }).toEqual({
          ...{ name, businessFunctionCode, amount },
          taken: isDocumented,
        })
      }
    }
  }
})

it('says of the amount of a wire which assumption its limit comes from [§8]', async () => {
  const { components } = await openapi({ assume: { 'limits.amountMaximum': 70_000 } })

  expect(components.schemas['CreateWireRequest']).toMatchObject({
    properties: { amount: { maximum: 70_000, 'x-assumption': 'limits.amountMaximum' } },
  })
})

it.each<[string, AssumptionOverrides]>([
  ['the defaults', {}],
  ['an audience that is needed', { 'tokens.withoutAudience': 'refused' }],
])('says which token requests the bank takes under %s, with the client in the header [§2.1]', async (_, assume) => {
  const bank = createBank({ assume })
  const isValid = validatorOf(await openapi({ assume }))
  const { clientId: client_id, clientSecret: client_secret, audience } = bank.partner
  const authorization = `Basic ${btoa(`${client_id}:${client_secret}`)}`
  const right = { grant_type: 'client_credentials', client_id, audience }
  const changes = [
    {},
    { client_id: undefined },
    { client_id: null },
    { audience: undefined },
    { audience: null },
    { grant_type: 'password' },
    { grant_type: undefined },
    { scope: 'wires' },
    { client_id: 7 },
  ]

  for (const change of changes) {
    const body = { ...right, ...change }
    const isDocumented = isValid({ $ref: '#/components/schemas/RequestTokenRequest' }, JSON.parse(JSON.stringify(body)))

    const taken = await isTaken(bank, `${bank.urls.authUrl}/oauth/token`, body, { authorization })

    expect({ change, taken }).toEqual({ change, taken: isDocumented })
  }
})
