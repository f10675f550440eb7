import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { httpPartner } from '../support/drivers/http-partner.ts'
import { ways } from '../support/drivers/ways.ts'
import { outboundWire } from '../support/wire.ts'

it('asks for one token and uses it all day, for each service one [§5 rule 4]', async () => {
  const bank = createBank()
  const partner = httpPartner(bank)
  const { accountNumber } = bank.masterAccount

  for (let hour = 0; hour < 8; hour++) {
    await partner.createWire(outboundWire(accountNumber, { amount: 100 }))
    await partner.loanEvents()
    bank.clock.advance({ hours: 1 })
  }

  const tokens = bank.requests.filter(({ endpoint }) => endpoint === 'requestToken')
  expect(tokens.map(({ body }) => body)).toMatchObject([
    { audience: bank.partner.audience },
    { audience: bank.partner.loanAudience },
  ])
  expect(bank.requests).toHaveLength(2 + 16)
})

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

it.each(ways)(
  'creates a wire once through the %s where the token expires between two calls [§5 rule 5]',
  async (_, partnerOf) => {
    const bank = createBank()
    const partner = partnerOf(bank)
    const token = await partner.token()

    bank.clock.advance({ days: 1 })
    const { id } = await partner.createWire(outboundWire(bank.masterAccount.accountNumber, { amount: 100 }))
    bank.clock.advanceToNextBatch()

    expect(await partner.token()).not.toBe(token)
    expect(bank.wires.list().results).toMatchObject([{ id, status: 'Completed' }])
    expect(bank.masterAccount.currentBalance).toBe(99_999_900)
  },
)
