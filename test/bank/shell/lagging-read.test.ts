/** What a lagging replica reads is a part of the state: the same in a fork, after a restore, and from JSON. (§4) */
import { expect, it } from 'vitest'
import { type Bank, type BankOptions, createBank, replay } from 'vostro'
import { bankingToken, initOf } from '../../support/calls.ts'
import { keeping } from '../../support/keeping.ts'
import { sealed } from '../../support/sealed.ts'
import { outboundWire } from '../../support/wire.ts'

/** A bank whose last change was that a wire came, or went out; with a token and a registration that change nothing there. */
function bankWithWire(isSent: boolean, keep?: number) {
  const bank = keeping(createBank({ seed: 7 }), keep)
  const token = bankingToken(bank)
  const { id } = bank.wires.create(outboundWire(bank))
  if (isSent) bank.clock.advanceToNextBatch()
  bank.tokens.issue()
  bank.faults.inject('staleRead', { endpoint: 'getWire', uses: 1 })
  return { bank, token, id }
}

/** What the bank says of a payment: its status, or that of the answer. */
async function read(bank: Bank, token: string, id: string): Promise<unknown> {
  const response = await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments/${id}`, initOf('GET', { token }))
  return response.status === 200 ? (await response.json()).status : response.status
}

const ways: [string, (bank: Bank) => Bank | Promise<Bank>][] = [
  ['the bank itself', (bank) => bank],
  ['a fork', (bank) => bank.fork()],
  ['a fork of a fork', (bank) => bank.fork().fork()],
  [
    'the bank after a restore',
    (bank) => {
      const snapshot = bank.snapshot()
      bank.clock.advance({ days: 3 })
      bank.restore(snapshot)
      return bank
    },
  ],
  [
    'another bank with its snapshot',
    (bank) => {
      const other = createBank({ seed: 7 })
      other.restore(bank.snapshot())
      return other
    },
  ],
  [
    'another bank with the text of its snapshot',
    (bank) => {
      const other = createBank({ seed: 7 })
      other.restore(JSON.stringify(bank.snapshot()))
      return other
    },
  ],
  ['a replay of its journal', (bank) => replay(JSON.parse(JSON.stringify(bank.journal)))],
]

it.each(ways)('reads stale and then fresh alike in %s [§4]', async (_, goTo) => {
  const [created, sent] = [bankWithWire(false), bankWithWire(true)]

  const seen = []
  for (const { bank, token, id } of [created, sent]) {
    const gone = await goTo(bank)
    seen.push(await read(gone, token, id), await read(gone, token, id))
  }

  expect(seen).toEqual([404, 'Created', 'Created', 'Completed'])
})

it('reads stale from a text in which an inquiry, a refusal and bookkeeping came last [§4]', async () => {
  const { bank, token, id } = bankWithWire(true)
  bank.loans.summary({ Nonsense: '1' })
  expect(() => bank.wires.cancel('nobody')).toThrow('payment')
  const other = createBank({ seed: 7 })

  other.restore(JSON.stringify(bank.snapshot()))

  expect(await read(other, token, id)).toBe('Created')
  expect(await read(bank, token, id)).toBe('Created')
})

it('reads stale where the bank keeps little of its journal, and in a fork and after a restore of it [§4]', async () => {
  const { bank, token, id } = bankWithWire(true, 1)
  const other = keeping(createBank({ seed: 7 }), 1)
  other.restore(bank.snapshot())

  for (const each of [bank.fork(), other, bank]) expect(await read(each, token, id)).toBe('Created')
})

it('says which entry of a text tells something else than it comes to, where a read asks for the past [§4]', async () => {
  const { bank, token, id } = bankWithWire(true)
  const json = JSON.parse(JSON.stringify(bank.snapshot()))
  json.journal[1][4] = 'account_not_found'
  const other = createBank({ seed: 7 })
  other.restore(sealed(json))

  await expect(read(other, token, id)).rejects.toMatchObject({
    name: 'UsageError',
    message: expect.stringContaining('its entry 2 ended as "account_not_found", and ends as "done" in the replay'),
  })
})

it('writes one world into the text of a snapshot, not two [§4]', () => {
  const { bank } = bankWithWire(true)

  const text = JSON.stringify(bank.snapshot())

  expect(Object.keys(JSON.parse(text))).toEqual(['checksum', 'world', 'journal', 'requests', 'nextRequest', 'uses'])
})

it('is not older than an event that the partner has got: Sent promises that the payment is completed [§6]', async () => {
  const bank = createBank()
  const callbackUrl = 'https://partner.test/hooks'
  const eventName = 'Wire.Payment.Sent'
  bank.webhooks.register({ partnerId: bank.partner.id, eventName, registrationType: 'Push', callbackUrl })
  const { access_token } = bank.tokens.issue()
  const read: string[] = []
  bank.webhooks.connect(callbackUrl, async (request) => {
    const { resources } = await request.json()
    const headers = { authorization: `Bearer ${access_token}` }
    const response = await bank.fetch(`${bank.urls.baseUrl}/${resources[0]}`, { headers })
    read.push((await response.json()).status)
    return new Response()
  })
  bank.wires.create(outboundWire(bank))
  bank.faults.inject('staleRead')

  await bank.clock.advanceAsync({ hours: 2 })

  expect(read).toEqual(['Completed'])
})

it('does not see the last change, however long ago it was, where nothing has happened since [§6]', async () => {
  const bank = createBank()
  bank.wires.create(outboundWire(bank))
  bank.clock.advance({ seconds: 2 })
  bank.faults.inject('staleRead')

  const { access_token } = bank.tokens.issue()
  const headers = { authorization: `Bearer ${access_token}` }
  const response = await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { headers })

  expect((await response.json()).results).toEqual([])
})

it('reads changes that are ten minutes old despite a lag, or of another age by an assumption [§7]', async () => {
  const statuses = async (assume: BankOptions['assume']) => {
    const bank = createBank({ seed: 7, assume })
    const token = bankingToken(bank)
    const { id } = bank.wires.create(outboundWire(bank))
    bank.faults.inject('staleRead', { endpoint: 'getWire' })
    bank.clock.advanceToNextBatch()
    const atOnce = await read(bank, token, id)
    bank.clock.advance({ minutes: 11 })
    return [atOnce, await read(bank, token, id)]
  }

  expect(await statuses({})).toEqual(['Created', 'Completed'])
  expect(await statuses({ 'http.readLagSeconds': 3_600 })).toEqual(['Created', 'Created'])
})
