/** An input that is no plain data is refused by the call that got it, in words that say which part, and never as a defect of vostro. */
import { expect, it } from 'vitest'
import { type Bank, createBank, replay, transition } from 'vostro'
import { outboundWire } from '../../support/wire.ts'

const trap = (): never => {
  throw new Error('a trap')
}
const hostile = new Proxy({}, { get: trap, ownKeys: trap })
const circle: Record<string, unknown> = {}
circle['self'] = circle
class Party {
  get name() {
    return 'Example Supplies'
  }
}

const odd = [
  ['a promise', Promise.resolve({ name: 'Example Supplies' }), 'is a promise: await it first'],
  ['a proxy that throws', hostile, 'cannot be read: Error: a trap'],
  ['a record that contains itself', circle, 'contains itself'],
  ['an inherited record', Object.create({ name: 'Example Supplies' }), 'inherits its field "name"'],
  ['an object with getters', new Party(), 'inherits its field "name"'],
  ['a Map', new Map([['name', 'Example Supplies']]), 'is a Map, and must be a record'],
] as const

const calls: Readonly<Record<string, (bank: Bank, value: never) => unknown>> = {
  'wires.create': (bank, value) => bank.wires.create({ ...outboundWire(bank), beneficiary: value }),
  'wires.create, with options': (bank, value) => bank.wires.create(outboundWire(bank), value),
  'wires.expect': (bank, value) => bank.wires.expect({ beneficiary: value }).toEnd('Rejected'),
  'wires.expect, with which': (bank, value) => bank.wires.expect({ amount: 5 }, value).toEnd('Rejected'),
  'toEnd, with details': (bank, value) => bank.wires.expect({ amount: 5 }).toEnd('Rejected', value),
  'faults.inject': (bank, value) => bank.faults.inject('lostAnswer', value),
  createBank: (_, value) =>
    createBank({ outcomes: [{ of: 'wire', status: 'Rejected', match: { beneficiary: value } }] }),
  transition: (bank, value) => transition(bank.world, 'wires.create', value, { kind: 'internal' }),
  replay: (bank, value) => replay([bank.journal[0], value] as never),
}

it.each(Object.keys(calls).flatMap((name) => odd.map(([what, value, message]) => ({ name, what, value, message }))))(
  'refuses $what in $name [§3]',
  ({ name, value, message }) => {
    const bank = createBank()
    const { world } = bank

    expect(() => calls[name]?.(bank, value as never)).toThrow(
      expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(message) }),
    )
    expect(bank.world).toBe(world)
    expect(JSON.stringify(bank.snapshot())).not.toBe('')
  },
)

it.each([
  ['a promise', Promise.resolve({ last: 1 }), 'options: are a promise: await it first'],
  ['a proxy that throws', hostile, 'options: cannot be read: Error: a trap'],
])('refuses %s as options [§3]', (_, options, message) => {
  const bank = createBank()

  expect(() => bank.timeline(options as never)).toThrow(message)
})

it('reads a proxy that answers, and keeps a copy of it [§3]', () => {
  const bank = createBank()
  const beneficiary = { name: 'Example Supplies' }

  bank.wires.expect({ beneficiary: new Proxy(beneficiary, {}) }).toEnd('Rejected')
  beneficiary.name = 'Another'

  expect(bank.fork().timeline()).toBe(bank.timeline())
  const party = { idCode: 'D', identifier: '9876543210', name: 'Example Supplies' } as const
  const { id } = bank.wires.create(outboundWire(bank, { beneficiary: party }))
  bank.clock.advance({ minutes: 1 })
  expect(bank.wires.get(id).status).toBe('Rejected')
})

it.each([
  ['a BigInt', 5n],
  ['a circle', circle],
])('refuses a snapshot with %s in it [§3]', (_, value) => {
  const bank = createBank()
  const plain = JSON.parse(JSON.stringify(bank.snapshot()))
  const taken = bank.snapshot()

  for (const snapshot of [
    { ...plain, uses: value },
    { ...taken, uses: value },
  ]) {
    expect(() => bank.restore(snapshot)).toThrow(
      expect.objectContaining({ name: 'UsageError', message: expect.stringContaining('Failed to restore a snapshot') }),
    )
  }
  expect(() => Object.assign(taken, { uses: value })).toThrow(TypeError)
})

it.each<[string, (bank: Bank, long: string) => unknown]>([
  ['an id', (bank, long) => bank.wires.get(long)],
  ['an id to explain', (bank, long) => bank.explain(long)],
  ['an option', (_, long) => createBank({ [long]: 1 } as never)],
  ['the value of an option', (bank, long) => bank.timeline({ as: long as never })],
  ['a list as an option', (bank) => bank.timeline({ last: Array.from({ length: 100_000 }, () => 5) as never })],
  ['an address', (bank, long) => bank.webhooks.connect(long, () => new Response())],
])('names %s of 300 kB in a short message that still says what to do [§8]', (_, act) => {
  const bank = createBank()

  expect(() => act(bank, 'x'.repeat(300_000))).toThrow(
    expect.objectContaining({ message: expect.stringMatching(/^Failed to [^…]+… \d+ more characters … /) }),
  )
  try {
    act(bank, 'x'.repeat(300_000))
  } catch (error) {
    expect((error as Error).message.length).toBeLessThan(3_000)
  }
})
