import { afterEach, expect, it, vi } from 'vitest'
import { Table } from '../../../src/core/kernel/table.ts'
// The source itself, as it is the work inside that is counted.
import { type Bank, createBank } from '../../../src/index.ts'
import { bankingToken, initOf } from '../../support/calls.ts'
import { pushOf } from '../../support/requests.ts'
import { outboundWire } from '../../support/wire.ts'

const WIRES = 300

/** A bank with so many completed wires, each with an event, a push and a request. */
async function busyBank(): Promise<Bank> {
  const bank = createBank({ seed: 7 })
  const token = bankingToken(bank)
  bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id))
  for (let count = 0; count < WIRES; count++) {
    const body = outboundWire(bank, { amount: 1 })
    await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, initOf('POST', { token, body }))
  }
  bank.clock.advanceToNextBatch()
  return bank
}

/** How many records of any table are read meanwhile. */
function reads(read: () => unknown): number {
  const [get, at] = [vi.spyOn(Table.prototype, 'get'), vi.spyOn(Table.prototype, 'at')]
  read()
  return get.mock.calls.length + at.mock.calls.length
}

afterEach(() => {
  vi.restoreAllMocks()
})

it.each(['events', 'pushes', 'requests', 'journal'] as const)(
  'reads nothing for the length of bank.%s [§3]',
  async (name) => {
    const bank = await busyBank()
    const { length } = bank[name]

    expect(length).toBeGreaterThanOrEqual(WIRES)
    expect(reads(() => bank[name].length)).toBe(0)
  },
)

it.each(['events', 'pushes', 'requests', 'journal'] as const)(
  'reads what one record takes for the last of bank.%s, and as much for any other [§3]',
  async (name) => {
    const bank = await busyBank()

    const last = reads(() => bank[name].at(-1))
    const first = reads(() => bank[name][1])

    expect(last).toBeGreaterThan(0)
    expect(last).toBeLessThan(30)
    expect(first).toBeLessThan(30)
  },
)

it('tells the end of the timeline without reading its beginning [§3]', async () => {
  const bank = await busyBank()
  const all = bank.timeline().split('\n')

  const count = reads(() => bank.timeline({ last: 20 }))

  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThan(30)
  expect(bank.timeline({ last: 20 }).split('\n').slice(-19)).toEqual(all.slice(-19))
})

it('delivers a push by hand without reading those before it [§6]', async () => {
  const bank = await busyBank()
  const { id } = bank.events[0]!
  const { deliver } = bank.outbox

  const count = reads(() => bank.pushes)
  await deliver(id)

  expect(count).toBe(0)
  expect(bank.pushes).toHaveLength(WIRES + 1)
})
