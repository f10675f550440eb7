import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { httpPartner } from '../support/drivers/http-partner.ts'
import { outboundWire } from '../support/wire.ts'

it('gets 401 when its token expires in the middle of the day, asks for a new one, and creates the wire once [§5 rule 5]', async () => {
  const bank = createBank({ assume: { 'tokens.lifetimeSeconds': 3_600 } })
  const partner = httpPartner(bank)
  const { accountNumber } = bank.masterAccount
  const first = await partner.createWire(outboundWire(accountNumber, { amount: 100 }))
  bank.clock.advance({ minutes: 59, seconds: 59 })
  const inTime = await partner.createWire(outboundWire(accountNumber, { amount: 200 }))

  bank.clock.advance({ seconds: 1 })
  const late = await partner.createWire(outboundWire(accountNumber, { amount: 300 }))

  expect(bank.requests.map(({ endpoint, status }) => `${endpoint} ${status}`)).toEqual([
    'requestToken 200',
    'createWire 200',
    'createWire 200',
    'createWire 401',
    'requestToken 200',
    'createWire 200',
  ])
  expect(bank.wires.list().results.map(({ id }) => id)).toEqual([first.id, inTime.id, late.id])
})
