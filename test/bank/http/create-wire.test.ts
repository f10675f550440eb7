import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { bankingToken, post } from '../../support/calls.ts'
import { outboundWire } from '../../support/wire.ts'

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
