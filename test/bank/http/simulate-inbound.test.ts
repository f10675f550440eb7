import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { bankingToken, get, post } from '../../support/calls.ts'
import { inboundWire } from '../../support/wire.ts'
import { inboundRecord } from '../../support/wire-record.ts'

it('simulates an inbound wire and answers with the record on Hold [§4 call 4]', async () => {
  const bank = createBank({ now: '2026-03-02T09:00:00-05:00' })
  const token = bankingToken(bank)

  const response = await post(
    bank,
    token,
    '/wires/v1/payments/simulations',
    inboundWire(bank, { amount: 2_500, beneficiaryReference: 'ORDER 9' }),
  )
  const wire = await response.json()

  expect(response.status).toBe(200)
  expect(wire).toEqual({ ...inboundRecord(bank, wire.id), amount: 2_500, beneficiaryReference: 'ORDER 9' })
})

it('emits Wire.Payment.Received with the id that the simulation answered [§6]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)

  const { id } = await (await post(bank, token, '/wires/v1/payments/simulations', inboundWire(bank))).json()

  expect(bank.events).toMatchObject([
    { eventName: 'Wire.Payment.Received', status: 'Pending', resources: [`wires/v1/payments/${id}`], details: [] },
  ])
})

it('shows the inbound wire Completed at a later look-up [§3]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const { id } = await (
    await post(bank, token, '/wires/v1/payments/simulations', inboundWire(bank, { amount: 2_500 }))
  ).json()
  bank.clock.advance({ minutes: 1 })

  const later = await (await get(bank, token, `/v1/payments/${id}`)).json()

  expect(later).toMatchObject({ id, status: 'Completed', posting: 'Posted', direction: 'Inbound' })
  expect(bank.masterAccount.currentBalance).toBe(100_002_500)
})

it('reads a GET of payments/simulations as the known path with a method that it does not serve [§4 call 4]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)

  const response = await get(bank, token, '/wires/v1/payments/simulations')

  expect(response.status).toBe(405)
  expect(await response.json()).toEqual({
    errors: [{ code: 2007, message: expect.stringContaining('served for POST only') }],
  })
})
