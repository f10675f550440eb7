/** Row by row of the specification's record tables: each field is there, of its type, once the record is complete. */
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { fullInboundWire, fullOutboundWire } from '../support/wire.ts'
import { call } from './call.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const timestamp = /^2026-03-02T\d\d:\d\d:\d\d\.\d{3}-05:00$/
const text = expect.any(String)
const matching = (form: RegExp) => expect.stringMatching(form)
const party = expect.objectContaining({ idCode: text, identifier: text, name: text })

it.each([
  ['access_token', matching(/^\S{20,}$/)],
  ['expires_in', 86_400],
  ['token_type', 'Bearer'],
])('answers a token request with %s [§2.1]', async (field, expected) => {
  const bank = createBank()
  const { clientId, clientSecret, audience } = bank.partner

  const response = await bank.fetch(`${bank.urls.authUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      audience,
    }),
  })

  expect(await response.json()).toMatchObject({ [field]: expected })
})

const wireRows: [string, unknown][] = [
  ['id', matching(uuid)],
  ['accountNumber', matching(/^2\d{9}$/)],
  ['coreTransactionId', matching(uuid)],
  ['referenceId', matching(/^W[0-9A-Z]{11}$/)],
  ['fedBatchId', matching(uuid)],
  ['fedBatchSequence', 1],
  ['direction', 'Outbound'],
  ['paymentType', 'Transfer'],
  ['source', 'Api'],
  ['status', 'Completed'],
  ['posting', 'Posted'],
  ['amount', 10_000],
  ['currency', 'usd'],
  ['purpose', 'Invoice 4711'],
  ['imad', '20260302SIMULATE000001'],
  ['omad', '20260302SIMULATE000002'],
  ['businessFunctionCode', 'CTR'],
  ['typeCode', '1000'],
  ['senderRoutingNumber', '012345672'],
  ['senderName', 'VOSTRO TEST BANK'],
  ['senderReference', matching(/^[0-9A-Z]{16}$/)],
  ['receiverRoutingNumber', '011000138'],
  ['receiverName', 'Example Receiving Bank'],
  ['originatingFi', party],
  ['originator', party],
  ['beneficiaryFi', party],
  ['beneficiary', party],
  ['beneficiaryReference', 'INVOICE 4711'],
  ['receiptDate', '0302'],
  ['receiptTime', '1000'],
  ['wasReversed', false],
  ['isInternational', false],
  ['createdAt', matching(timestamp)],
  ['processedAt', matching(timestamp)],
  ['completedAt', matching(timestamp)],
  ['postedAt', matching(timestamp)],
  ['lastModifiedAt', matching(timestamp)],
  ['effectiveDate', '2026-03-02T00:00:00.000-05:00'],
  ['originalPaymentId', matching(uuid)],
  ['partnerId', matching(uuid)],
  ['productId', matching(uuid)],
  ['postingCode', 'OK'],
]

it.each(wireRows)('shows %s of a completed wire payment [§2.4]', async (field, expected) => {
  const bank = createBank()
  const { id } = bank.wires.create(fullOutboundWire(bank))
  bank.clock.advanceToNextBatch()

  const { body } = await call(bank, 'GET', `${bank.urls.baseUrl}/wires/v1/payments/${id}`)

  expect(body).toMatchObject({ [field]: expected })
})

it('shows no field of a completed wire payment that the specification does not name [§2.4]', async () => {
  const bank = createBank()
  const { id } = bank.wires.create(fullOutboundWire(bank))
  bank.clock.advanceToNextBatch()

  const { body } = await call(bank, 'GET', `${bank.urls.baseUrl}/wires/v1/payments/${id}`)

  expect(Object.keys(body as object)).toEqual(wireRows.map(([field]) => field))
})

it('answers an inbound simulation with a wire payment record whose direction is Inbound [§2.5]', async () => {
  const bank = createBank()

  const { body } = await call(
    bank,
    'POST',
    `${bank.urls.baseUrl}/wires/v1/payments/simulations`,
    fullInboundWire(bank, { amount: 25_000 }),
  )

  expect(body).toMatchObject({
    direction: 'Inbound',
    senderRoutingNumber: '021000021',
    senderName: 'Example Sending Bank',
    amount: 25_000,
  })
})

it.each([
  ['id', matching(uuid)],
  ['eventName', 'Wire.Payment.Received'],
  ['status', 'Pending'],
  ['partnerId', matching(uuid)],
  ['createdAt', matching(timestamp)],
  ['resources', [matching(/^wires\/v1\/payments\/[0-9a-f-]{36}$/)]],
  ['details', []],
])('pushes a notification with %s [§2.7]', (field, expected) => {
  const bank = createBank()
  bank.webhooks.register({
    partnerId: bank.partner.id,
    eventName: 'Wire.Payment.Received',
    registrationType: 'Push',
    callbackUrl: 'https://partner.test/hooks',
  })

  bank.wires.simulateInbound(fullInboundWire(bank))

  expect(bank.pushes).toMatchObject([{ outcome: 'captured', notification: { [field]: expected } }])
})

it.each([
  ['Offset', 1],
  ['Total', 0],
  ['Results', [expect.objectContaining({ LoanNumber: 'L-2' })]],
  ['Meta', {}],
])('answers a loan summary query with %s [§2.10]', async (field, expected) => {
  const bank = createBank()
  bank.loans.add({ LoanNumber: 'L-1' })
  bank.loans.add({ LoanNumber: 'L-2' })

  const { body } = await call(bank, 'GET', `${bank.urls.loanBaseUrl}/LoanSummary?OrderBy=LoanNumber&Skip=1`)

  expect(body).toEqual(expect.objectContaining({ [field]: expected }))
})
