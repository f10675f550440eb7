import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { httpPartner } from '../support/drivers/http-partner.ts'
import { ways } from '../support/drivers/ways.ts'
import { outboundWire } from '../support/wire.ts'

it.each(ways)(
  'makes one wire of a request and its retry with the same key, through the %s [§4 call 2]',
  async (_, partnerOf) => {
    const bank = createBank()
    const partner = partnerOf(bank)
    const request = outboundWire(bank.masterAccount.accountNumber, { amount: 700 })

    const first = await partner.createWire(request, { idempotencyKey: 'invoice 17' })
    bank.clock.advanceToNextBatch()
    const second = await partner.createWire(request, { idempotencyKey: 'invoice 17' })
    bank.clock.advanceToNextBatch()

    expect(second).toEqual(first)
    expect(bank.wires.list().results).toMatchObject([{ id: first.id, status: 'Completed' }])
    expect(bank.masterAccount.currentBalance).toBe(100_000_000 - 700)
  },
)

it('makes one wire where the answer was lost and the client tries again [§4 call 2]', async () => {
  const bank = createBank()
  let lost = 0
  const unreliable: typeof bank.fetch = async (input, init) => {
    const answer = await bank.fetch(input, init)
    if (!String(input).endsWith('/payments') || lost++ > 0) return answer
    throw new TypeError('the connection broke')
  }
  const partner = httpPartner({ urls: bank.urls, partner: bank.partner, fetch: unreliable })
  const create = () =>
    partner.createWire(outboundWire(bank.masterAccount.accountNumber, { amount: 700 }), { idempotencyKey: 'once' })

  await expect(create()).rejects.toThrow('the connection broke')
  bank.clock.advance({ seconds: 30 })
  const { id } = await create()
  bank.clock.advanceToNextBatch()

  expect(bank.requests.map(({ endpoint, status }) => `${endpoint} ${status}`)).toEqual([
    'requestToken 200',
    'createWire 200',
    'createWire 200',
  ])
  expect(bank.wires.list().results).toMatchObject([{ id, status: 'Completed' }])
  expect(bank.masterAccount.currentBalance).toBe(100_000_000 - 700)
})
