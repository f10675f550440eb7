import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { bankingToken, initOf } from '../../support/calls.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

/** Makes a wire that is sent, and one that is refused. */
async function twoWires() {
  const bank = createBank({ seed: 7 })
  const token = bankingToken(bank)
  bank.webhooks.register({
    partnerId: bank.partner.id,
    eventName: 'Wire.Payment.Sent',
    registrationType: 'Push',
    callbackUrl: 'https://partner.example/hooks?a=1;b=2#c',
  })
  const url = `${bank.urls.baseUrl}/wires/v1/payments`
  await bank.fetch(url, initOf('POST', { token, body: outboundWire(bank) }))
  bank.clock.advanceToNextBatch()
  await bank.fetch(url, initOf('POST', { token, body: outboundWire(bank, { amount: 200_000_000 }) }))
  bank.clock.advance({ days: 1 })
  return bank
}

it('shows virtual times, and a lane each for requests, payments, money and pushes [§3]', async () => {
  const bank = await twoWires()

  expect(bank.timeline()).toMatchInlineSnapshot(`
    "Monday 2026-03-02
    09:00:00  bank      │ partner Test Partner added
              bank      │ account 2497519674 opened for Test Partner with 1,000,000.00
              test      │ token issued for https://api.bank.test, valid until 2026-03-03T09:00:00.000-05:00
              test      │ webhook for Wire.Payment.Sent to https://partner.example/hooks?a=1;b=2#c registered
              your code │ POST /wires/v1/payments  200
              payments  │ wire 3c75a8ba Created  outbound 100.00 from 2497519674
    09:00:05  money     │ 100.00 reserved on 2497519674
              payments  │ wire 3c75a8ba Pending  outbound 100.00 from 2497519674
    10:00:00  payments  │ batch d0a02481 released: 1 wire, 100.00
              money     │ -100.00 posted on 2497519674
              payments  │ wire 3c75a8ba Completed  outbound 100.00 from 2497519674
              pushes    │ event Wire.Payment.Sent for wires/v1/payments/3c75a8ba
              pushes    │ Wire.Payment.Sent for wires/v1/payments/3c75a8ba to https://partner.example/hooks?a=1;b=2#c captured
              your code │ POST /wires/v1/payments  200
              payments  │ wire f122e8bc Created  outbound 2,000,000.00 from 2497519674
    10:00:05  payments  ✗ wire f122e8bc Rejected NSF  2,000,000.00: 2,000,000.00 asked, 999,900.00 available on the master"
  `)
})

it('shows only the last facts if asked to, with their day and time [§3]', async () => {
  const bank = await twoWires()

  expect(bank.timeline({ last: 2 })).toMatchInlineSnapshot(`
    "Monday 2026-03-02
    10:00:00  payments  │ wire f122e8bc Created  outbound 2,000,000.00 from 2497519674
    10:00:05  payments  ✗ wire f122e8bc Rejected NSF  2,000,000.00: 2,000,000.00 asked, 999,900.00 available on the master"
  `)
})

it('shows times in the zone of the bank [§3]', () => {
  const bank = createBank({ timeZone: 'Asia/Tokyo', now: '2026-03-02T23:30:00Z' })
  bank.accounts.open()

  expect(bank.timeline()).toMatch(/^Tuesday 2026-03-03\n08:30:00 /)
})

it('begins with the opening of the bank, which is left out with `last` [§3]', () => {
  const bank = createBank({ seed: 7, partner: { name: 'Example Partner' }, masterAccount: { balance: 12_300 } })

  expect(bank.timeline()).toMatchInlineSnapshot(`
    "Monday 2026-03-02
    09:00:00  bank      │ partner Example Partner added
              bank      │ account 2497519674 opened for Example Partner with 123.00"
  `)
  expect(bank.timeline({ last: 5 })).toBe('')
})

it('shows the payment and the attempt of each push, and a request without an answer [§6]', async () => {
  const bank = createBank({ seed: 7 })
  const eventName = 'Wire.Payment.Received'
  const callbackUrl = 'https://partner.example/hooks'
  bank.webhooks.register({ partnerId: bank.partner.id, eventName, registrationType: 'Push', callbackUrl })
  bank.webhooks.connect(callbackUrl, () => new Response('ok'))
  bank.wires.simulateInbound(inboundWire(bank, { amount: 100 }))
  await bank.settled()
  await bank.outbox.deliver(bank.events[0]?.id ?? '')
  bank.faults.inject('networkError')
  await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`).catch(() => undefined)

  const lines = bank.timeline().split('\n')

  expect(lines.filter((line) => line.includes(' delivered')).map((line) => line.split('│ ')[1])).toEqual([
    'Wire.Payment.Received for wires/v1/payments/3c75a8ba to https://partner.example/hooks delivered',
    'Wire.Payment.Received for wires/v1/payments/3c75a8ba to https://partner.example/hooks delivered, attempt 2',
  ])
  expect(lines.join('\n')).toContain('GET /wires/v1/payments  no answer')
})

it('escapes line breaks, colours and direction marks in the texts of clients [§7]', async () => {
  const bank = createBank()
  bank.accounts.open({ title: 'Ann\n09:00:00  money     │ credit 1.00\u001b[31m\u202e' })
  const token = bank.tokens.issue().access_token
  await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments?a%0Ab=1`, { headers: { authorization: `Bearer ${token}` } })

  expect(bank.timeline()).toContain(String.raw`for Ann\n09:00:00  money     │ credit 1.00\u001b[31m\u202e with`)
  expect(bank.timeline({ last: 1 })).toContain(String.raw`not read: a\nb`)
})

it('shows the money of a posting before the events that announce it [§6]', () => {
  const bank = createBank()
  for (const eventName of ['Core.Transaction.Completed', 'Core.Activity.Posted'] as const)
    bank.webhooks.connect(`https://partner.example/${eventName}`, () => new Response(), { events: [eventName] })
  const { id } = bank.wires.create(bank.wires.plausible())
  bank.clock.advanceToNextBatch()
  bank.desk.reverse(id)
  bank.transactions.post({
    accountNumber: bank.masterAccount.accountNumber,
    rail: 'Wire',
    transactionType: 'Debit',
    transactionCode: 'Outgoing Wire',
    amount: 5,
  })

  const lanes = [...bank.timeline().matchAll(/(money|pushes) .*(?:posted|event Core)/g)].map(([, lane]) => lane)
  expect(lanes).toEqual(['money', 'pushes', 'pushes', 'money', 'pushes', 'pushes', 'money', 'pushes', 'pushes'])
})
