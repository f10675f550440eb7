import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { bankingToken, bodyCalls, initOf, make, messagesOf, post } from '../../support/calls.ts'
import { outboundWire } from '../../support/wire.ts'

const bodies = [
  { what: 'malformed JSON', text: '{"amount": 1', code: 1001, fact: 'as JSON' },
  { what: 'two JSON values', text: '{} {}', code: 1001, fact: 'as JSON' },
  { what: 'an empty body', text: '', code: 1001, fact: 'it is empty' },
  { what: 'blanks', text: '  ', code: 1001, fact: 'as JSON' },
  { what: 'an array', text: '[]', code: 1000, fact: 'must be object, received array' },
  { what: 'an array of one', text: '[{}]', code: 1000, fact: 'must be object, received array' },
  { what: 'null', text: 'null', code: 1000, fact: 'must be object, received null' },
  { what: 'a string', text: '"wire"', code: 1000, fact: 'must be object, received string' },
  { what: 'a number', text: '17', code: 1000, fact: 'must be object, received number' },
  { what: 'true', text: 'true', code: 1000, fact: 'must be object, received boolean' },
]
const badCalls = bodyCalls.flatMap((call) => bodies.map((body) => ({ name: call.name, call, ...body })))

it.each(badCalls)('answers 400 to $name with $what [§7]', async ({ call, text, code, fact }) => {
  const bank = createBank()
  const token = bankingToken(bank)
  const before = bank.world

  const response = await make(bank, call, { token, text })

  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ errors: [{ code, message: expect.stringContaining(fact) }] })
  expect(bank.world).toBe(before)
})

const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'application/jsonp', 'json', '']
const typedCalls = bodyCalls.flatMap((call) => types.map((type) => ({ name: call.name, call, type })))

it.each(typedCalls)('answers 400 to $name with the Content-Type "$type" [§7]', async ({ call, type }) => {
  const bank = createBank()
  const token = bankingToken(bank)
  const before = bank.world

  const response = await make(bank, call, { token, headers: { 'content-type': type } })

  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    errors: [{ code: 1002, message: expect.stringContaining(`its Content-Type is "${type}"`) }],
  })
  expect(bank.world).toBe(before)
})

it.each(['gzip', 'BR'])(
  'answers 400 to a body that is compressed, and names its encoding: %s [§2.1]',
  async (encoding) => {
    const bank = createBank()
    const token = bankingToken(bank)
    const before = bank.world
    const init = initOf('POST', { token, body: outboundWire(bank), headers: { 'content-encoding': encoding } })

    const response = await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, {
      ...init,
      body: gzipSync(String(init.body)),
    })

    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      errors: [{ code: 1001, message: expect.stringContaining(`its Content-Encoding is "${encoding.toLowerCase()}"`) }],
    })
    expect(bank.world).toBe(before)
  },
)

it('names the encoding of a token request in a form, and takes "identity" as no encoding [§5]', async () => {
  const bank = createBank()
  const { clientId, clientSecret } = bank.partner
  const form = `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`
  const ask = (encoding: string, body: BodyInit) =>
    bank.fetch(`${bank.urls.authUrl}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': encoding },
      body,
    })

  const [compressed, plain] = [await ask('gzip', gzipSync(form)), await ask('identity', form)]

  expect([compressed.status, plain.status]).toEqual([400, 200])
  expect(await compressed.json()).toMatchObject({
    error_description: expect.stringContaining('Content-Encoding is "gzip"'),
  })
})

it.each(bodyCalls)('accepts $name as it is documented, so that each refusal above has one cause [§4]', async (call) => {
  const bank = createBank()
  const token = bankingToken(bank)

  const response = await make(bank, call, { token })

  expect(response.status).toBe(200)
})

it('reads a body that begins with a byte order mark [§4 call 2]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)

  const response = await make(bank, bodyCalls[0]!, { token, text: `\uFEFF${JSON.stringify(outboundWire(bank))}` })

  expect(response.status).toBe(200)
})

it.each(bodyCalls)('survives a body for $name that is nested without end [§7]', async (call) => {
  const bank = createBank()
  const token = bankingToken(bank)
  const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const text = JSON.stringify(call.body(bank)).replace('{', `{"extra":${nested},`)

  const response = await make(bank, call, { token, text })

  expect([200, 400]).toContain(response.status)
  expect(bank.masterAccount.currentBalance).toBe(100_000_000)
})

it('lists the problems of all fields at once, in the order of the schema [§7]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const before = bank.world

  const response = await post(bank, token, '/wires/v1/payments', {
    accountNumber: '2000000000',
    businessFunctionCode: 'ZZZ',
    receiverRoutingNumber: '011000144',
    beneficiaryFi: { idCode: 'F', identifier: '999999998', name: '' },
    beneficiary: { idCode: 'X', identifier: 17 },
    beneficiaryReference: 'longer than sixteen characters',
    amount: -1,
    purpose: 5,
  })
  const messages = await messagesOf(response)

  expect(response.status).toBe(400)
  expect(messages.map((message) => message.split(': ')[1]?.split(' ')[0])).toEqual([
    'accountNumber',
    'businessFunctionCode',
    'receiverRoutingNumber',
    'beneficiaryFi.name',
    'beneficiaryFi.identifier',
    'beneficiary.idCode',
    'beneficiary.identifier',
    'beneficiary.name',
    'beneficiaryReference',
    'amount',
    'purpose',
  ])
  expect(bank.world).toBe(before)
})
