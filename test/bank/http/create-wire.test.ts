import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { bankingToken, post } from '../../support/calls.ts'
import { fullOutboundWire, outboundWire } from '../../support/wire.ts'
import { outboundRecord } from '../../support/wire-record.ts'

it('originates a wire from its least request and answers with the record [§4 call 2]', async () => {
  const bank = createBank({ seed: 7, now: '2026-03-02T09:00:00-05:00' })
  const token = bankingToken(bank)

  const response = await post(bank, token, '/wires/v1/payments', outboundWire(bank))
  const wire = await response.json()

  expect(response.status).toBe(200)
  expect(wire).toEqual(outboundRecord(bank, wire.id))
})

it('keeps what a full request says in the record [§2.3]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)

  const response = await post(bank, token, '/wires/v1/payments', fullOutboundWire(bank))

  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    receiverName: 'Example Receiving Bank',
    beneficiaryFi: { idCode: 'F', identifier: '011000138', name: 'Example Receiving Bank', address1: '1 Main Street' },
    beneficiary: {
      idCode: 'D',
      identifier: '12345678',
      name: 'Example Supplier',
      address1: '2 Side Street',
      address2: 'Floor 3',
      address3: 'Springfield',
    },
    originator: {
      idCode: 'D',
      identifier: bank.masterAccount.accountNumber,
      name: 'Test Partner',
      address1: '3 Back Lane',
      address2: '',
    },
    beneficiaryReference: 'INVOICE 4711',
    purpose: 'Invoice 4711',
  })
})

it('accepts a wire for more than there is, which ends in Rejected and not in an HTTP error [§7]', async () => {
  const bank = createBank({ masterAccount: { balance: 9_999 } })
  const token = bankingToken(bank)

  const response = await post(bank, token, '/wires/v1/payments', outboundWire(bank))
  const wire = await response.json()
  bank.clock.advance({ minutes: 1 })

  expect([response.status, wire.status]).toEqual([200, 'Created'])
  expect(bank.wires.get(wire.id)).toMatchObject({ status: 'Rejected', posting: 'Pending', postingCode: 'NSF' })
})

it.each([
  ['a suffix of JSON', 'application/vnd.bank+json'],
  ['a charset', 'application/json; charset=utf-8'],
  ['capital letters', 'Application/JSON'],
])('reads a Content-Type with %s [§4 call 2]', async (_, type) => {
  const bank = createBank()
  const token = bankingToken(bank)

  const response = await post(bank, token, '/wires/v1/payments', outboundWire(bank), { 'content-type': type })

  expect(response.status).toBe(200)
})
