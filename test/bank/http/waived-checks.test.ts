import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { bankingToken, bodyCalls, make, messagesOf, post } from '../../support/calls.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

it.each(bodyCalls)('overlooks a field of $name that no schema knows [§4]', async (call) => {
  const bank = createBank()
  const token = bankingToken(bank)

  const response = await make(bank, call, { token, body: { ...call.body(bank), surprise: 1, __typename: 'x' } })

  expect(response.status).toBe(200)
  expect(JSON.stringify(bank.world)).not.toContain('surprise')
})

it('overlooks unknown fields inside a party, and answers without them [§4]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)

  const beneficiary = { idCode: 'D', identifier: '1', name: 'Supplier', city: 'Springfield' }
  const response = await post(bank, token, '/wires/v1/payments', outboundWire(bank, { beneficiary }))
  const wire = await response.json()

  expect(wire.beneficiary).toEqual({ idCode: 'D', identifier: '1', name: 'Supplier' })
})

it('overlooks a field with the name of a prototype [§4]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)

  const text = JSON.stringify(outboundWire(bank)).replace('{', '{"__proto__":{"amount":1},"constructor":{},')
  const response = await make(bank, bodyCalls[0]!, { token, text })

  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ amount: 10_000 })
})

it('still finds what is wrong beside a field that it overlooks [§7]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)

  const body = { ...outboundWire(bank), surprise: 1, receiverRoutingNumber: '011000144', amount: 0 }
  const messages = await messagesOf(await post(bank, token, '/wires/v1/payments', body))

  expect(messages).toEqual([expect.stringContaining('receiverRoutingNumber'), expect.stringContaining('amount')])
})

it.each(bodyCalls)('refuses a field of $name that no schema knows where that is assumed [§4]', async (call) => {
  const bank = createBank({ assume: { 'errors.unknownFields': 'refused' } })
  const token = bankingToken(bank)
  const before = bank.world

  const response = await make(bank, call, { token, body: { ...call.body(bank), surprise: 1, amuont: 2 } })

  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    errors: [{ code: 1000, message: expect.stringContaining('has no field surprise, amuont') }],
  })
  expect(bank.world).toBe(before)
})

it('names the place of an unknown field that it refuses [§4]', async () => {
  const bank = createBank({ assume: { 'errors.unknownFields': 'refused' } })
  const token = bankingToken(bank)

  const beneficiary = { idCode: 'D', identifier: '1', name: 'Supplier', city: 'Springfield' }
  const response = await post(bank, token, '/wires/v1/payments', outboundWire(bank, { beneficiary }))

  expect(await messagesOf(response)).toEqual([expect.stringContaining('beneficiary has no field city')])
})

it('accepts wrong check digits of routing numbers where they are assumed to be ignored [§2.3]', async () => {
  const bank = createBank({ assume: { 'wires.routingNumberCheck': 'ignored' } })
  const token = bankingToken(bank)

  const beneficiaryFi = { idCode: 'F', identifier: '999999998', name: 'Receiving Test Bank' }
  const out = outboundWire(bank, { receiverRoutingNumber: '011000144', beneficiaryFi })
  const back = inboundWire(bank, { senderRoutingNumber: '999999998' })

  const wire = await (await post(bank, token, '/wires/v1/payments', out)).json()
  const inbound = await (await post(bank, token, '/wires/v1/payments/simulations', back)).json()

  expect(wire).toMatchObject({ receiverRoutingNumber: '011000144', beneficiaryFi })
  expect(inbound).toMatchObject({ senderRoutingNumber: '999999998' })
})
