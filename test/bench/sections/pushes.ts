/** Pushes: ten thousand events to a connected handler, beside calling it directly. */
import { createBank } from 'vostro'
import { compareAsync } from '../measure.ts'
import { requestOf } from '../pairs.ts'
import { report } from '../row.ts'

const EVENTS = 10_000
const callbackUrl = 'https://partner.test/events'
let received = 0
const handler = async (request: Request) => {
  const { eventName } = (await request.json()) as { eventName: string }
  received++
  return new Response(eventName, { status: 200 })
}

const bank = createBank({ release: 'manual', masterAccount: { balance: 1_000_000_000_000 } })
const { accountNumber } = bank.masterAccount
bank.webhooks.register({ partnerId: bank.partner.id, eventName: 'Wire.Payment.Sent', type: 'Push', callbackUrl })
bank.webhooks.connect(callbackUrl, handler)
const request = requestOf(accountNumber, undefined)
for (let count = 0; count < EVENTS; count++) bank.wires.create(request)
bank.clock.advance({ seconds: 5 })
bank.desk.releaseBatch()
const sent = JSON.stringify(bank.events[0])

/** Each round begins where ten thousand events wait. */
const waiting = bank.snapshot()
const settle = async () => {
  bank.restore(waiting)
  await bank.settled()
}
const direct = async (times: number) => {
  for (let count = 0; count < times; count++) {
    const headers = { 'content-type': 'application/json' }
    const answer = await handler(new Request(callbackUrl, { method: 'POST', headers, body: sent }))
    await answer.text()
  }
}
const [own, limit, ratio] = await compareAsync(settle, direct, { times: EVENTS, rounds: 5, warmUps: 1 })
if (received < EVENTS) throw new Error(`Failed to push: ${received} of ${EVENTS} came. Look at bank.pushes.`)
const beside = 'calling the handler with such a request'
report([
  {
    section: 'pushes',
    figure: '10,000 events to a connected handler, per push',
    beside,
    ours: own,
    limit,
    ratio,
  },
])
