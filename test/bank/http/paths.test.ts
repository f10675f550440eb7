/** The published forms of each path: with or without the service before the version, in any case, with a slash at the end. (§4) */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { bankingToken, loanToken, registrationRequest, send, subledgerRequest } from '../../support/calls.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

const payments = ['/wires/v1/payments', '/Wires/v1/payments', '/WIRES/V1/PAYMENTS', '/v1/payments', '/V1/Payments/']
const subledgers = [
  '/core/v1/dda/subaccounts',
  '/Core/v1/DDA/SubAccounts',
  '/v1/dda/subaccounts',
  '/v1/dda/subaccounts/',
]
const restrictions = ['/core/v1/dda/accounts/#/restrictions', '/Core/V1/DDA/Accounts/#/Restrictions/']

const calls: [
  section: string,
  endpoint: string,
  method: string,
  paths: readonly string[],
  body?: (bank: Bank) => object,
][] = [
  ['§4 call 2', 'createWire', 'POST', payments, outboundWire],
  ['§4', 'listWires', 'GET', payments],
  ['§4 call 3', 'getWire', 'GET', payments.map((path) => `${path.replace(/\/$/, '')}/@`)],
  ['§4', 'cancelWire', 'POST', payments.map((path) => `${path.replace(/\/$/, '')}/@/cancel/`)],
  [
    '§4 call 4',
    'simulateInboundWire',
    'POST',
    ['/wires/v1/payments/simulations', '/V1/payments/Simulations/'],
    inboundWire,
  ],
  [
    '§4 call 5',
    'registerWebhook',
    'POST',
    ['/webhooks/v1/registrations', '/Webhooks/V1/Registrations/'],
    registrationRequest,
  ],
  ['§4 call 6', 'createRestriction', 'POST', restrictions, () => ({ appliesTo: 'All' })],
  ['§4 call 7', 'createSubledger', 'POST', subledgers, subledgerRequest],
  ['§4 call 8', 'listSubledgers', 'GET', subledgers],
  ['§4 call 9', 'getLoanSummary', 'GET', ['LoanSummary', 'loansummary', 'LoanSummary/']],
  [
    '§4 call 10',
    'getLoanEvents',
    'GET',
    ['Webhook/GetEvents', 'Webhooks/GetEvents', 'webhooks/getevents', 'Webhook/GetEvents/'],
  ],
]

it.each(
  calls.flatMap(([section, endpoint, method, paths, body]) =>
    paths.map((path) => ({ section, endpoint, method, path, body })),
  ),
)('takes for $endpoint: $method $path [$section]', async ({ endpoint, method, path, body }) => {
  const bank = createBank()
  const { id } = bank.wires.create(outboundWire(bank))
  bank.clock.advance({ seconds: 5 })
  const isOfLoans = !path.startsWith('/')
  const place = path.replace('#', bank.masterAccount.accountNumber).replace('@', id)

  const response = await send(bank, method, isOfLoans ? `${bank.urls.loanBaseUrl}/${place}` : place, {
    token: isOfLoans ? loanToken(bank) : bankingToken(bank),
    ...(body ? { body: body(bank) } : {}),
  })

  expect(response.status).toBe(200)
  expect(bank.requests.at(-1)?.endpoint).toBe(endpoint)
})
