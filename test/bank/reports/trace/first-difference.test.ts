import { expect, it } from 'vitest'
import { portOf } from '../../../../src/bank/port.ts'
import { differenceLines } from '../../../../src/bank/reports/trace/first-difference.ts'
import { type Bank, createBank } from '../../../../src/index.ts'

const firstDifference = (run: Bank, clean: Bank) => differenceLines(portOf(run).state, portOf(clean).state)

/** A call and a push of one instant, in either order. */
async function played(first: 'push' | 'call') {
  const bank = createBank()
  bank.webhooks.connect('https://partner.example/hooks', () => new Response(), { events: ['Wire.Payment.Received'] })
  bank.wires.simulateInbound(bank.wires.plausibleInbound())
  if (first === 'push') await bank.settled()
  await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`)
  await bank.settled()
  return bank
}

it('compares calls and pushes of the same instant in the order of the timeline [§7]', async () => {
  const [run, clean] = [await played('push'), await played('call')]

  expect(firstDifference(run, clean)).toEqual([
    'here   2026-03-02 09:00:00  push of Wire.Payment.Received delivered',
    'clean  2026-03-02 09:00:00  GET /wires/v1/payments 401',
  ])
  expect(firstDifference(run, await played('push'))).toEqual([])
})

/** A payment whose batch goes out before the call of the code is answered, or at its hour. */
async function completed({ isEarly = false, isLost = false }) {
  const bank = createBank()
  bank.webhooks.connect('https://partner.example/hooks', () => new Response(), { events: ['Wire.Payment.Sent'] })
  bank.wires.create(bank.wires.plausible())
  if (isLost) bank.faults.inject('lostAnswer', { endpoint: 'listWires' })
  await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`).catch(() => {})
  if (isEarly) {
    bank.clock.advance({ seconds: 10 })
    bank.desk.releaseBatch()
  } else bank.clock.advanceToNextBatch()
  await bank.settled()
  return bank
}

it('names the first difference of time where nothing else differs [§3]', async () => {
  expect(firstDifference(await completed({ isEarly: true }), await completed({}))).toEqual([
    'here   2026-03-02 09:00:10  push of Wire.Payment.Sent delivered',
    'clean  2026-03-02 10:00:00  push of Wire.Payment.Sent delivered',
  ])
})

it('names the outcome that a fault decided where nothing else differs [§7]', async () => {
  expect(firstDifference(await completed({ isLost: true }), await completed({}))).toEqual([
    'here   2026-03-02 09:00:00  GET /wires/v1/payments no answer',
    'clean  2026-03-02 09:00:00  GET /wires/v1/payments 401',
  ])
})
