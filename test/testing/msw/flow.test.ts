import { HttpResponse, http } from 'msw'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type Bank, createBank, isUsageError } from 'vostro'
import { bankHandlers } from 'vostro/msw'
import { initOf, loanToken, registrationRequest, subledgerRequest, tokenRequest } from '../../support/calls.ts'
import { makeUnsound } from '../../support/unsound.ts'
import { outboundWire } from '../../support/wire.ts'
import { isUnhandled, listening } from './listening.ts'

/** A token, got over the network that MSW makes up. */
async function requestToken(bank: Bank): Promise<string> {
  const response = await fetch(`${bank.urls.authUrl}/oauth/token`, initOf('POST', { body: tokenRequest(bank) }))
  return (await response.json()).access_token
}

it('carries an invoice from the token to the event over real fetch [§6]', async () => {
  const bank = createBank()
  listening(...bankHandlers(bank))
  const { baseUrl } = bank.urls

  const token = await requestToken(bank)
  const registration = { token, body: registrationRequest(bank) }
  await fetch(`${baseUrl}/webhooks/v1/registrations`, initOf('POST', registration))
  const subledger = await fetch(
    `${baseUrl}/core/v1/dda/subaccounts`,
    initOf('POST', { token, body: subledgerRequest(bank) }),
  )
  const { accountNumber } = await subledger.json()
  const body = outboundWire(accountNumber)
  const created = await (await fetch(`${baseUrl}/wires/v1/payments`, initOf('POST', { token, body }))).json()
  bank.clock.advanceToNextBatch()
  const resource = bank.pushes[0]?.notification.resources[0]
  const sent = await (await fetch(`${baseUrl}/${resource}`, initOf('GET', { token }))).json()

  expect(sent).toMatchObject({ id: created.id, accountNumber, status: 'Completed', imad: expect.any(String) })
  expect(bank.requests.map(({ endpoint }) => endpoint)).toEqual([
    'requestToken',
    'registerWebhook',
    'createSubledger',
    'createWire',
    'getWire',
  ])
})

it('answers over MSW what bank.fetch answers [§4]', async () => {
  const [one, other] = [createBank({ seed: 7 }), createBank({ seed: 7 })]
  listening(...bankHandlers(one))
  const url = `${one.urls.baseUrl}/wires/v1/payments`

  const overMsw = await fetch(url, initOf('POST', { token: one.tokens.issue().access_token, body: outboundWire(one) }))
  const inProcess = await other.fetch(
    url,
    initOf('POST', { token: other.tokens.issue().access_token, body: outboundWire(other) }),
  )

  expect(overMsw.status).toBe(inProcess.status)
  expect(await overMsw.text()).toBe(await inProcess.text())
  expect([...overMsw.headers]).toEqual([...inProcess.headers])
})

it('serves the loan service with its query [§4 call 9]', async () => {
  const bank = createBank()
  bank.loans.add({ LoanNumber: 'L-1', LoanAmount: '1500' })
  listening(...bankHandlers(bank))

  const url = `${bank.urls.loanBaseUrl}/loansummary?LoanNumber=L-1&Include=Total`
  const text = await (await fetch(url, initOf('GET', { token: loanToken(bank) }))).text()

  expect(text).toContain('"LoanAmount":1500.000000')
  expect(text).toContain('"Total":1')
})

it.each([
  ['GET', '/nowhere', 404],
  ['DELETE', '/wires/v1/payments', 405],
  ['POST', '/wires/v1/payments', 401],
  ['GET', '', 404],
])('answers %s %s below its address itself, before any other handler [§4]', async (method, path, status) => {
  const bank = createBank()
  listening(...bankHandlers(bank))

  const response = await fetch(bank.urls.baseUrl + path, { method })

  expect(response.status).toBe(status)
  expect(await response.json()).toHaveProperty('errors')
})

it('lets a handler of the test answer first [§7]', async () => {
  const bank = createBank()
  const server = listening(...bankHandlers(bank))
  const token = await requestToken(bank)
  const url = `${bank.urls.baseUrl}/wires/v1/payments`
  server.use(http.post(url, () => HttpResponse.json({ errors: [] }, { status: 429 }), { once: true }))

  const init = initOf('POST', { token, body: outboundWire(bank) })
  const [first, second] = [await fetch(url, init), await fetch(url, init)]

  expect([first.status, second.status]).toEqual([429, 200])
  expect(bank.wires.list().results).toHaveLength(1)
})

it.each(['https://elsewhere.test/', 'https://api.bank.test.evil.example/', 'http://api.bank.test/wires/v1/payments'])(
  'leaves %s unhandled [§4]',
  async (url) => {
    const bank = createBank()
    listening(...bankHandlers(bank))

    expect(await isUnhandled(() => fetch(url))).toBe(true)
    expect(bank.requests).toEqual([])
  },
)

it('waits for no timer, so that it answers while fake timers are in use [§6]', async () => {
  const bank = createBank()
  listening(...bankHandlers(bank))
  vi.useFakeTimers({ now: new Date('2001-01-01T00:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())

  const token = await requestToken(bank)
  const init = initOf('POST', { token, body: outboundWire(bank) })
  const wire = await (await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, init)).json()
  bank.clock.advanceToNextBatch()

  expect(wire.createdAt).toBe('2026-03-02T09:00:00.000-05:00')
  expect(bank.wires.get(wire.id).status).toBe('Completed')
  expect(vi.getTimerCount()).toBe(0)
})

it('answers a defect with 500 and throws it at the next call of the function API [§7]', async () => {
  const bank = createBank()
  listening(...bankHandlers(bank))
  const token = await requestToken(bank)
  makeUnsound(bank)

  const init = initOf('POST', { token, body: outboundWire(bank) })
  const response = await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, init)

  expect(response.status).toBe(500)
  expect(await response.json()).toMatchObject({ errors: [{ code: 9999 }] })
  expect(() => bank.masterAccount).toThrow('Failed to keep the bank sound')
})

it.each([
  ['an unknown service', { bankUrl: 'https://one.test' }],
  ['an invalid address', { baseUrl: 'one.test' }],
  ['a word other than specified', { only: 'published' }],
])('refuses to make handlers with %s [§4]', (_, options) => {
  const make = () => bankHandlers(createBank(), options as Parameters<typeof bankHandlers>[1])

  expect(make).toThrow(expect.toSatisfy(isUsageError))
})

it('refuses to make handlers of an object that is no bank [§4]', () => {
  const make = () => bankHandlers({} as Bank)

  expect(make).toThrow(expect.toSatisfy(isUsageError))
})
