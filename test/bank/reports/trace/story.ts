/** Scenarios for the tests of the trace: a partner that pays over HTTP, and whose receiver sometimes fails. */
import { type Bank, createBank } from 'vostro'
import { bankingToken, initOf } from '../../../support/calls.ts'
import { outboundWire } from '../../../support/wire.ts'

const CALLBACK = 'https://partner.example/hooks'

/** Makes a bank with a registration, and a function that pays over HTTP. */
function openedBank(seed = 7): { bank: Bank; pay: (amount: number) => Promise<Response> } {
  const bank = createBank({ seed })
  const token = bankingToken(bank)
  bank.webhooks.register({
    partnerId: bank.partner.id,
    eventName: 'Wire.Payment.Sent',
    registrationType: 'Push',
    callbackUrl: CALLBACK,
  })
  const url = `${bank.urls.baseUrl}/wires/v1/payments`
  return { bank, pay: (amount) => bank.fetch(url, initOf('POST', { token, body: outboundWire(bank, { amount }) })) }
}

/** Makes three wires that are sent, one that is refused, a fault, and a decision of the desk. */
export async function eventfulBank({ seed = 7, isStruck = false } = {}): Promise<Bank> {
  const { bank, pay } = openedBank(seed)
  let pushes = 0
  bank.webhooks.connect(CALLBACK, () => new Response('', { status: ++pushes === 1 ? 503 : 200 }))
  await pay(10_000)
  if (isStruck) bank.faults.inject('status', { endpoint: 'createWire', uses: 1, status: 503 })
  await pay(20_000)
  bank.clock.advance({ minutes: 10 })
  await pay(30_000)
  bank.clock.advance({ seconds: 10 })
  const last = bank.wires.list().results.at(-1)
  if (last) bank.desk.hold(last.id)
  await bank.clock.advanceAsync({ hours: 2 })
  await pay(200_000_000)
  bank.clock.advance({ minutes: 5 })
  return bank
}

/** Causes so many events, each of a wire that was created over HTTP. */
export async function bankWithEvents(events: number): Promise<Bank> {
  const { bank, pay } = openedBank()
  for (let wire = 1; bank.events.length < events; wire++) {
    await pay(100 + wire)
    if (wire % 4 === 0) bank.clock.advance({ minutes: 1 })
    if (wire % 50 === 0) bank.clock.advanceToNextBatch()
  }
  return bank
}
