/** The checksum of a snapshot: whatever was changed in its text is refused, and what only went through JSON is not. (§3) */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { checksumOf } from '../../../src/bank/shell/state/snapshot.ts'
import { bankingToken, get, initOf } from '../../support/calls.ts'
import { thoroughly } from '../../support/thorough.ts'
import { outboundWire } from '../../support/wire.ts'

// biome-ignore lint/suspicious/noExplicitAny: what JSON.parse gives has no type.
type Plain = any

/** A bank with a wire under an idempotency key, a request with odd names in its body. */
async function smallBank(): Promise<Bank> {
  const bank = createBank({ seed: 7 })
  const token = bankingToken(bank)
  const body = { ...outboundWire(bank), 10: 'ten', 9: 'nine', __proto__: null }
  await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, initOf('POST', { token, body }))
  bank.wires.create(outboundWire(bank, { purpose: '7' }), { idempotencyKey: '1' })
  await get(bank, token, '/wires/v1/payments')
  bank.clock.advanceToNextBatch()
  return bank
}

/** Every place in a JSON value, as the record or list that holds it and its name there. */
function placesIn(value: Plain): [holder: Plain, name: string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value).flatMap((name) => [[value, name] as [Plain, string], ...placesIn(value[name])])
}

/** Changes that leave another value. */
const changes: [what: string, change: (holder: Plain, name: string) => unknown][] = [
  ['another value', (holder, name) => (holder[name] = holder[name] === 1 ? 2 : 1)],
  ['null, or a text', (holder, name) => (holder[name] = holder[name] === null ? 'null' : null)],
  ['nothing', (holder, name) => (Array.isArray(holder) ? holder.splice(Number(name), 1) : delete holder[name])],
  ['a place deeper', (holder, name) => (holder[name] = [holder[name]])],
  [
    'twice as much',
    (holder, name) => (Array.isArray(holder) ? holder.push(0) : Object.assign(holder, { [`${name}2`]: 0 })),
  ],
]

it.each(changes)('refuses a snapshot in which anything has become %s [§3]', async (_, change) => {
  const text = JSON.stringify((await smallBank()).snapshot())
  const bank = createBank({ seed: 7 })
  const { world } = bank
  const size = placesIn(JSON.parse(text)).length

  for (let place = 0; place < size; place += thoroughly(1, 4)) {
    const state = JSON.parse(text)
    const [holder, name] = placesIn(state)[place]!
    change(holder, name)
    expect(() => bank.restore(JSON.stringify(state)), `${name} at ${place}`).toThrow(
      expect.objectContaining({
        name: 'UsageError',
        message: expect.stringMatching(/checksum|the text is not the JSON of one/),
      }),
    )
  }

  expect(size).toBeGreaterThan(300)
  expect(bank.world).toBe(world)
})

it('names both checksums of a snapshot that was edited, and says what to do [§3]', async () => {
  const bank = await smallBank()
  const state = JSON.parse(JSON.stringify(bank.snapshot()))
  delete state.world.wires.payments[0].order.direction

  for (const given of [JSON.stringify(state), JSON.stringify(state, null, 2)]) {
    expect(() => bank.restore(given)).toThrow(
      new RegExp(
        `^Failed to restore a snapshot: its checksum is ${state.checksum}, and that of its content is [0-9a-f]{8}\\. A snapshot cannot be edited: bring a bank to where you want it, and take its snapshot there\\. \\(§3\\)$`,
      ),
    )
  }
})

it('refuses a snapshot without a checksum, and says so [§3]', async () => {
  const bank = await smallBank()
  const { checksum, ...state } = JSON.parse(JSON.stringify(bank.snapshot()))

  expect(checksum).toMatch(/^[0-9a-f]{8}$/)
  expect(() => bank.restore(JSON.stringify(state))).toThrow('Failed to restore a snapshot: it has no checksum.')
})

it('takes the text of a snapshot with other blanks, and what was parsed and written again [§3]', async () => {
  const bank = await smallBank()
  const text = JSON.stringify(bank.snapshot())

  for (const given of [JSON.stringify(bank.snapshot(), null, 2), JSON.stringify(JSON.parse(text))]) {
    const other = createBank({ seed: 7 })
    other.restore(given)
    expect(JSON.stringify(other.snapshot())).toBe(text)
  }
})

/** Records with names that JavaScript sorts, and with one that is special there. */
const anyJson = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, fc.jsonValue(), tie('record'), fc.array(tie('value'), { maxLength: 120 })),
  record: fc.dictionary(fc.oneof(fc.nat(20).map(String), fc.constant('__proto__'), fc.string()), tie('value')),
})).value

it('is the same for a value and for what JSON.parse gives of its text, whatever its names [§3]', () => {
  fc.assert(
    fc.property(anyJson, (value) => {
      const content = { value }
      expect(checksumOf(JSON.parse(JSON.stringify(content)))).toBe(checksumOf(content))
    }),
  )
})
