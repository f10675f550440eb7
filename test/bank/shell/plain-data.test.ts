/** An input that is no plain data is refused by the call that got it, in words that say which part, and never as a defect of vostro. */
import { expect, it } from 'vitest'
import { type Bank, createBank, inquire, replay, transition } from 'vostro'
import { bankingToken, initOf } from '../../support/calls.ts'
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

const noWorld = 'the first argument is no world'

it.each<[string, unknown, string]>([
  ['a BigInt', 5n, 'is of type bigint, which JSON does not have'],
  ['a function', () => 5, 'which JSON does not have'],
  ['a symbol', Symbol('5'), 'which JSON does not have'],
  ['no number', Number.NaN, 'is NaN, which JSON does not have'],
  ['no finite number', Number.POSITIVE_INFINITY, 'is Infinity, which JSON does not have'],
])('refuses %s where no schema judges an input: transition, inquire, replay [§3]', (_, value, message) => {
  const { world, journal } = createBank()
  const actor = { kind: 'internal' } as const
  const odd = value as never

  for (const act of [
    () => transition(world, 'clock.advance', { to: odd }, actor),
    () => transition(world, 'wires.create', odd, actor),
    () => transition(world, 'clock.advance', { to: world.now }, actor, { idempotencyKey: odd }),
    () => inquire(world, 'wires.get', { id: odd }, actor),
    () => replay([{ ...journal[0], input: odd }] as never),
  ]) {
    expect(act).toThrow(expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(message) }))
  }
})

it.each<[string, (bank: Bank, odd: never) => unknown, string]>([
  ['the world of a transition', (_, odd) => transition(odd, 'clock.advance', { to: 0 }, { kind: 'clock' }), noWorld],
  ['the world of an inquiry', (_, odd) => inquire(odd, 'wires.get', { id: '' }, { kind: 'clock' }), noWorld],
  ['an actor', ({ world }, odd) => transition(world, 'clock.advance', { to: world.now }, odd), 'the actor is none of'],
  [
    'what is known of a call',
    ({ world }, odd) => transition(world, 'clock.advance', { to: world.now }, { kind: 'clock' }, odd),
    'cannot be read: Error: a trap',
  ],
  ['a snapshot', (bank, odd) => bank.restore(odd), 'Failed to restore a snapshot: this value is no snapshot'],
  ['the fields of a plausible wire', (bank, odd) => bank.wires.plausible(odd), 'cannot be read: Error: a trap'],
])('refuses a proxy that throws as %s [§3]', (_, act, message) => {
  expect(() => act(createBank(), hostile as never)).toThrow(
    expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(message) }),
  )
})

it.each([
  ['the name of a field', 'x'.repeat(300_000), 1],
  ['the path of a field', 'beneficiary', { [`y${'x'.repeat(300_000)}`]: 1 }],
  ['a value', 'businessFunctionCode', 'x'.repeat(300_000)],
])('keeps the details of an error short, too, if %s has 300 kB [§8]', async (_, name, value) => {
  const bank = createBank()
  const request = { ...outboundWire(bank), [name]: value }
  const isShort = expect.objectContaining({
    details: expect.toSatisfy((details: unknown) => JSON.stringify(details).length < 10_000),
  })

  expect(() => bank.wires.create(request as never)).toThrow(isShort)
  expect(() => createBank({ [name]: value } as never)).toThrow(isShort)
  const answer = await bank.fetch(
    `${bank.urls.baseUrl}/wires/v1/payments`,
    initOf('POST', { token: bankingToken(bank), body: request }),
  )
  expect((await answer.text()).length).toBeLessThan(10_000)
})

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
  ['the value of an option', (bank, long) => bank.timeline({ last: long as never })],
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
