/** Two keys are one only where they are the same, and two bodies too, whatever a client puts into them. (§4 call 2) */
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { outboundWire } from '../../support/wire.ts'

/** The sixteen digits by which 0.1.0 knew a body, as any client could reckon them. */
const DIGITS = '0123456789abcdef'

it.each([
  ['a key', 'a'],
  ['a key and the digest of a body', `a ${DIGITS}`],
  ['a key that looks like the encoding of one', '0 wires.create header a'],
  ['a key in quotes', '"a"'],
  ['a key with brackets and commas', 'a","header","a"]{'],
  ['a key with a backslash', 'a\\'],
  ['a key of signs that are no text', '\ud800'],
])('takes %s for no other [§4]', (_, key) => {
  const bank = createBank({ assume: { 'idempotency.changedBody': 'refused' } })
  const request = outboundWire(bank)
  const others = [
    'b',
    'a',
    `a ${DIGITS}`,
    `${key} `,
    ` ${key}`,
    `${key}${JSON.stringify(request)}`.slice(0, 50),
    `${key}\\`,
  ]

  const first = bank.wires.create(request, { idempotencyKey: key })
  const ids = others
    .filter((other) => other !== key)
    .map((other, index) => {
      return bank.wires.create({ ...request, amount: 100 + index }, { idempotencyKey: other }).id
    })

  expect(new Set([first.id, ...ids]).size).toBe(ids.length + 1)
  expect(bank.wires.create(request, { idempotencyKey: key })).toEqual(first)
})

it('takes no key for a clientIdentifier, nor the other way round [§2.3]', () => {
  const bank = createBank()
  const named = outboundWire(bank, { clientIdentifier: 'a' })

  const ids = [
    bank.wires.create(named).id,
    bank.wires.create(named, { idempotencyKey: 'a' }).id,
    bank.wires.create({ ...named, clientIdentifier: 'client a' }).id,
  ]

  // The second carries the clientIdentifier of the first, and its body.
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
})

/** Two purposes that made two bodies one to the hash of 0.1.0: they differ in single bits, which cancelled out. */
const alike = ['1010001110110111101010001001101111110010', '1100101010010110101110011100010110000100'].map((bits) =>
  bits.replaceAll('0', '\u4e00').replaceAll('1', '\uce00'),
)

it('tells two bodies apart by themselves, and not by a hash that both may have [§4]', () => {
  const bank = createBank()

  const ids = alike.map((purpose) => bank.wires.create({ ...outboundWire(bank), purpose }, { idempotencyKey: 'a' }).id)

  expect(ids[1]).not.toBe(ids[0])
})
