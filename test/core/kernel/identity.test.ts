import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import {
  digitsOf,
  LETTERS_AND_DIGITS,
  slotOfDigits,
  slotOfUuid,
  textsOf,
  UPPER_CASE_AND_DIGITS,
  uuidOf,
} from '../../../src/core/kernel/identity.ts'
import { streams } from '../../../src/core/streams.ts'
import { pushOf } from '../../support/requests.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

const seeds = [0, 1, 7, 2 ** 31, 2 ** 32, 2 ** 32 + 7, Number.MAX_SAFE_INTEGER]

it.each(seeds)('gives 5,000 different payment ids from seed %i, and each leads back to its slot [§2.4]', (seed) => {
  const ids = Array.from({ length: 5_000 }, (_, slot) => uuidOf(seed, streams.payment, slot))

  expect(new Set(ids).size).toBe(5_000)
  expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(true)
  expect(ids.every((id, slot) => slotOfUuid(seed, streams.payment, id) === slot)).toBe(true)
})

it('reads a UUID in capital letters too [§2.4]', () => {
  expect(slotOfUuid(7, streams.payment, uuidOf(7, streams.payment, 5).toUpperCase())).toBe(5)
})

it.each([
  ['of another stream', uuidOf(7, streams.event, 5)],
  ['of another seed', uuidOf(8, streams.payment, 5)],
  ['of nobody', '00000000-0000-4000-8000-000000000000'],
  [
    'with one digit changed',
    uuidOf(7, streams.payment, 5).replace(/.(?=.{12}$)/, (digit) => (digit === '0' ? '1' : '0')),
  ],
  ['of 36 dashes', '-'.repeat(36)],
  ['cut short', uuidOf(7, streams.payment, 5).slice(0, -1)],
  ['that is empty', ''],
])('finds no slot for an id %s [§2.4]', (_, id) => {
  expect(slotOfUuid(7, streams.payment, id)).toBeUndefined()
})

it('gives different ids to different seeds and to different kinds of record [§2.4]', () => {
  const ids = seeds.flatMap((seed) => Object.values(streams).map((stream) => uuidOf(seed, stream, 0)))

  expect(new Set(ids).size).toBe(seeds.length * Object.keys(streams).length)
})

it.each([
  [4, 'masterAccount'],
  [5, 'subledger'],
] as const)('gives two times %i digits that lead back to their slot [§2.9 rule 2]', (halfLength, stream) => {
  const slots = [0, 1, 9, 10, 12_345, 10 ** halfLength - 1, 10 ** halfLength, 10 ** (2 * halfLength) - 1]

  const digits = slots.map((slot) => digitsOf(7, streams[stream], slot, halfLength))

  expect(digits.every((text) => text.length === 2 * halfLength && /^\d+$/.test(text))).toBe(true)
  expect(digits.map((text) => slotOfDigits(7, streams[stream], text, 0, halfLength))).toEqual(slots)
})

it('draws texts of the asked alphabet and length, another for each slot [§2.1]', () => {
  const tokenOf = textsOf(LETTERS_AND_DIGITS, 48)

  const tokens = Array.from({ length: 2_000 }, (_, slot) => tokenOf(7, streams.token, slot))

  expect(new Set(tokens).size).toBe(2_000)
  expect(tokens.every((token) => /^[0-9A-Za-z]{48}$/.test(token))).toBe(true)
  expect(textsOf(UPPER_CASE_AND_DIGITS, 11)(7, streams.wireReference, 3)).toMatch(/^[0-9A-Z]{11}$/)
  expect(tokenOf(7, streams.token, 3)).toBe(tokens[3])
})

it('gives the same ids to two banks of one seed, and other ids to a bank of another seed [§2.4]', () => {
  const [first, second, other] = [7, 7, 8].map((seed) => {
    const bank = createBank({ seed })
    const wire = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))
    bank.clock.advanceToNextBatch()
    return { partner: bank.partner, wire: bank.wires.get(wire.id), token: bank.tokens.issue(), events: bank.events }
  })

  expect(second).toEqual(first)
  expect(other?.wire.id).not.toBe(first?.wire.id)
  expect(other?.partner.clientSecret).not.toBe(first?.partner.clientSecret)
  expect(other?.token.access_token).not.toBe(first?.token.access_token)
})

it('changes no later payment id when a test issues one more token, subledger, event or restriction [§2.4]', () => {
  const plain = createBank({ seed: 7 })
  const busy = createBank({ seed: 7 })
  const { accountNumber } = busy.masterAccount

  busy.tokens.issue()
  busy.subledgers.create({ masterAccountNumber: accountNumber, title: 'Customer 17' })
  busy.restrictions.create({ accountNumber, appliesTo: 'All', rail: 'Ach' })
  busy.webhooks.ping(busy.webhooks.register(pushOf('Wire.Payment.Sent', busy.partner.id)).id)
  busy.loans.add()
  const [expected, actual] = [plain, busy].map((bank) => bank.wires.create(outboundWire(accountNumber)))

  expect(actual).toEqual(expected)
})

it('changes no later event id or batch id when a test simulates one more inbound wire [§2.7]', () => {
  const plain = createBank({ seed: 7 })
  const busy = createBank({ seed: 7 })
  const { accountNumber } = busy.masterAccount

  const [expected, actual] = [plain, busy].map((bank) => {
    if (bank === busy) bank.loans.add()
    bank.wires.simulateInbound(inboundWire(accountNumber))
    const wire = bank.wires.create(outboundWire(accountNumber))
    bank.clock.advanceToNextBatch()
    return [bank.events, bank.wires.get(wire.id).fedBatchId]
  })

  expect(actual).toEqual(expected)
})
