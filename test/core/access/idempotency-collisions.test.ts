/** Different keys stay different, and so do different bodies, whatever a client puts into them. (§4 call 2) */
import { expect, it } from 'vitest'
import { createBank, replay } from 'vostro'
import { hashText } from '../../../src/core/kernel/identity.ts'
import { outboundWire } from '../../support/wire.ts'

/** A digest of a body, as any client could compute it. */
const DIGITS = '0123456789abcdef'

it.each([
  ['a key', 'a'],
  ['a key and the digest of a body', `a ${DIGITS}`],
  ['a key that looks like the encoding of one', '0 wires.create header a'],
  ['a key in quotes', '"a"'],
  ['a key with brackets and commas', 'a","header","a"]{'],
  ['a key with a backslash', 'a\\'],
  ['a key of signs that are no text', '\ud800'],
])('does not confuse %s with another [§4]', (_, key) => {
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

it('distinguishes two bodies that have the same hash [§4]', () => {
  const bank = createBank()
  const create = (purpose: string) => bank.wires.create({ ...outboundWire(bank), purpose }, { idempotencyKey: 'a' }).id
  const first = create('none')
  const text = JSON.stringify(bank.world.wires.payments.at(0).order.request)
  const [one, other] = alike((purpose) => text.replace('none', purpose))

  const ids = [one, other, one, other, 'none'].map(create)

  expect(ids).toEqual([ids[0], ids[1], ids[0], ids[1], first])
  expect(new Set(ids).size).toBe(3)
  expect(replay(bank.journal).world).toEqual(bank.world)
})

/** Two purposes whose bodies have the same hash. */
function alike(bodyOf: (purpose: string) => string): [string, string] {
  const seen = new Map<number, string>()
  for (let number = 0; ; number++) {
    const purpose = `purpose ${number}`
    const hash = hashText(bodyOf(purpose))
    const before = seen.get(hash)
    if (before !== undefined) return [before, purpose]
    seen.set(hash, purpose)
  }
}
