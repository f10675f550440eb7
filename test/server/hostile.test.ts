/** Whatever comes in, an answer goes out: no defect, and no word of one bank at another. (§4, §8) */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { isNoAnswer } from '../../src/bank/http/no-answer.ts'
import { controlCalls } from '../../src/server/control/control-calls.ts'
import { anyText } from '../support/any-text.ts'
import { thoroughly } from '../support/thorough.ts'
import { inboundWire } from '../support/wire.ts'
import { ORIGIN, serverFor } from './client.ts'

const ID = '00112233445566ff'
const word = fc.oneof(
  fc.constantFrom(
    ...Object.values(controlCalls).map(({ path }) => `/_vostro${path}`),
    `/_vostro/banks/${ID}`,
    `/banks/${ID}/api`,
    `/.well-known/oauth-authorization-server/banks/${ID}/auth`,
    '/api/wires/v1/payments',
    '/auth/oauth/token',
    '/loans/LoanSummary',
    '//',
    '/%',
    '/%2e%2e',
    '?last=-1',
    '?partner=',
    '?__proto__=1',
  ),
  fc.webPath(),
)
const text = fc.oneof(
  anyText,
  fc.json(),
  fc.constantFrom(
    '{"__proto__":{"id":"1"}}',
    '{"id":{}}',
    '{"fault":"status","nth":{}}',
    `client_id=x~${ID}&grant_type=client_credentials`,
    `{"client_id":["x~${ID}"],"audience":7}`,
    'null',
    '[]',
    '"x"',
    '7',
    '{"hours":1e308}',
    '{"to":"9999-12-31T23:59:59Z"}',
  ),
)
const authorization = fc.constantFrom(
  '',
  'Bearer',
  `Bearer ${ID}~`,
  `Bearer ${ID}~x`,
  'Basic',
  'Basic %%%',
  `Basic ${btoa(`x~${ID}`)}`,
  `Basic ${btoa(`x%7E${ID}:\xff`)}`,
)
const request = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PURGE'),
  path: fc.array(word, { minLength: 1, maxLength: 3 }),
  body: text,
  type: fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'text/plain', ''),
  authorization,
  bank: fc.constantFrom('', ID, 'main', 'template', '../main', '%00'),
})

it('answers any request without a defect [§4]', async () => {
  const { call } = serverFor()

  const property = fc.asyncProperty(request, async ({ method, path, body, type, authorization, bank }) => {
    // The stream of a page that follows the bank has no end.
    fc.pre(!path.join('').includes('trace/events'))
    const headers = {
      ...(type && { 'content-type': type }),
      ...(authorization && { authorization }),
      ...(bank && { 'vostro-bank': bank }),
    }
    const answer = await call(method, path.join(''), { headers, ...(method === 'GET' ? {} : { body }) })

    expect(answer.status).toBeLessThan(500)
    expect(answer.status).toBeGreaterThanOrEqual(200)
  })

  await fc.assert(property, { seed: 7, numRuns: thoroughly(1_500, 300) })
  expect((await call('GET', '/_vostro/clock')).status).toBe(200)
})

it('withholds an answer if a fault does, after the operation is stored [§7]', async () => {
  const waited: string[] = []
  const { call, token, server } = serverFor({ beforeTelling: () => void waited.push('waited') })
  const { body: bank } = await call('GET', '/_vostro')
  const access = await token(bank)
  await call('POST', '/_vostro/faults', { body: { fault: 'networkError', endpoint: 'listWires', uses: 1 } })
  const before = waited.length

  const failed = await call('GET', '/api/wires/v1/payments', { token: access }).catch((error: unknown) => error)
  const again = await call('GET', '/api/wires/v1/payments', { token: access })

  expect(isNoAnswer(failed)).toBe(true)
  expect(waited.length).toBe(before + 2)
  expect(again.status).toBe(200)
  expect(server.addresses.baseUrl).toBe(`${ORIGIN}/api`)
})

it('leaves banks of the process outside the server unchanged [§1]', () => {
  const own = createBank()
  const { server } = serverFor()

  expect(server.banks.map(({ bank }) => bank)).not.toContain(own)
  expect(own.world.webhooks.connections).toEqual([])
})

it("leaves the first bank's due operations unchanged when another bank is opened [§1]", async () => {
  const { call, server } = serverFor()
  const [{ bank } = { bank: createBank() }] = server.banks
  bank.webhooks.register({
    eventName: 'Wire.Payment.Received',
    callbackUrl: 'http://127.0.0.1:9/pushes',
    partnerId: bank.partner.id,
  })
  bank.wires.simulateInbound(inboundWire(bank))
  const { world } = bank

  expect((await call('POST', '/_vostro/banks')).status).toBe(200)
  await server.banks[0]?.inTurn(async () => {})

  expect(bank.world).toBe(world)
})

it('tells clients of a service nothing about the ids of other banks [§5]', async () => {
  const { call } = serverFor()
  const { body: bank } = await call('POST', '/_vostro/banks')
  const nearly = `${bank.id.slice(0, -1)}x`

  const ofService = await call('GET', `/banks/${nearly}/api/wires/v1/payments`)

  expect(ofService.body.error.code).toBe('bank_not_found')
  expect(ofService.body.error.message).not.toContain(bank.id)
})

it.each([
  ['PUT', '/policies/{productId}', 'allowed', 1],
  ['POST', '/loans', 'Rails', 1],
])('refuses a body with 130,000 mistakes: %s %s [§8]', async (method, path, field, item) => {
  const { server, call } = serverFor()
  const [{ record }] = server.banks as [(typeof server.banks)[0]]
  const list = Array.from({ length: 130_000 }, () => item)

  const address = record.controlUrl + path.replace('{productId}', record.productId)
  const { status, body } = await call(method, address, { body: { [field]: list } })

  expect(status).toBe(400)
  expect(body).toMatchObject({ error: { message: expect.stringContaining('has more mistakes than can be listed') } })
})
