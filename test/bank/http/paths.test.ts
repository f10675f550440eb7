import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import {
  bankingToken,
  get,
  getLoans,
  loanToken,
  post,
  registrationRequest,
  subledgerRequest,
} from '../../support/calls.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

const prefixes = ['/wires/v1/payments', '/Wires/v1/payments', '/WIRES/V1/PAYMENTS', '/v1/payments', '/V1/Payments']
const forms = prefixes.flatMap((path) => [path, `${path}/`])

it.each(forms)('creates a wire at %s [§4 call 2]', async (path) => {
  const bank = createBank()
  const token = bankingToken(bank)

  const response = await post(bank, token, path, outboundWire(bank))

  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ direction: 'Outbound', status: 'Created' })
})

it.each(prefixes)('looks a wire up below %s [§4 call 3]', async (path) => {
  const bank = createBank()
  const { id } = bank.wires.create(outboundWire(bank))
  const token = bankingToken(bank)

  const responses = [await get(bank, token, `${path}/${id}`), await get(bank, token, `${path}/${id}/`)]

  for (const response of responses) expect(await response.json()).toMatchObject({ id })
})

it.each(prefixes)('simulates an inbound wire below %s and takes simulations for no id [§4 call 4]', async (path) => {
  const bank = createBank()
  const token = bankingToken(bank)

  for (const segment of ['simulations', 'Simulations', 'simulations/']) {
    const response = await post(bank, token, `${path}/${segment}`, inboundWire(bank))
    expect(await response.json()).toMatchObject({ direction: 'Inbound', status: 'Hold' })
  }
})

it.each(forms)('lists wires at %s [§4]', async (path) => {
  const bank = createBank()
  const { id } = bank.wires.create(outboundWire(bank))
  const token = bankingToken(bank)

  const response = await get(bank, token, `${path}?pageSize=1`)

  expect(await response.json()).toMatchObject({ results: [{ id }], pageSize: 1 })
})

it.each(prefixes)('cancels a wire below %s [§3]', async (path) => {
  const bank = createBank()
  const { id } = bank.wires.create(outboundWire(bank))
  bank.clock.advance({ seconds: 5 })
  const token = bankingToken(bank)

  const response = await post(bank, token, `${path}/${id}/cancel/`, undefined)

  expect(await response.json()).toMatchObject({ id, status: 'Canceled' })
})

it.each(['/webhooks/v1/registrations', '/Webhooks/V1/Registrations', '/webhooks/v1/registrations/'])(
  'registers a webhook at %s [§4 call 5]',
  async (path) => {
    const bank = createBank()
    const token = bankingToken(bank)

    const response = await post(bank, token, path, registrationRequest(bank))

    expect(response.status).toBe(200)
  },
)

it.each(['/core/v1/dda/accounts/#/restrictions', '/Core/V1/DDA/Accounts/#/Restrictions/'])(
  'places a restriction at %s [§4 call 6]',
  async (path) => {
    const bank = createBank()
    const token = bankingToken(bank)

    const address = path.replace('#', bank.masterAccount.accountNumber)
    const response = await post(bank, token, address, { appliesTo: 'All' })

    expect(response.status).toBe(200)
  },
)

it.each(['/core/v1/dda/subaccounts', '/Core/v1/DDA/SubAccounts', '/v1/dda/subaccounts', '/v1/dda/subaccounts/'])(
  'opens and lists subledgers at %s [§4 call 8]',
  async (path) => {
    const bank = createBank()
    const token = bankingToken(bank)

    const opened = await (await post(bank, token, path, subledgerRequest(bank))).json()
    const listed = await (await get(bank, token, path)).json()

    expect(opened.accountNumber).toMatch(/^3/)
    expect(listed.results).toEqual([opened])
  },
)

it.each(['/LoanSummary', '/loansummary', '/LoanSummary/'])('summarizes loans at %s [§4 call 9]', async (path) => {
  const bank = createBank()
  const token = loanToken(bank)

  const response = await getLoans(bank, token, path)

  expect(await response.json()).toMatchObject({ Results: [] })
})

it.each(['/Webhook/GetEvents', '/Webhooks/GetEvents', '/webhooks/getevents', '/Webhook/GetEvents/'])(
  'names the loan events at %s [§4 call 10]',
  async (path) => {
    const bank = createBank()
    const token = loanToken(bank)

    const response = await getLoans(bank, token, path)

    expect(await response.json()).toHaveLength(5)
  },
)
