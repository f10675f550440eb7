/** The `when` of a fault is a function: it goes where its bank goes within a process, and is asked for again where it cannot. (§7) */
import { expect, it } from 'vitest'
import { type Bank, type CallPredicate, createBank, type Journal, replay } from 'vostro'
import { bankingToken, initOf } from '../../support/calls.ts'
import { pushOf } from '../../support/requests.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

const isCreate: CallPredicate = ({ endpoint }) => endpoint === 'createWire'
const isList: CallPredicate = ({ endpoint }) => endpoint === 'listWires'

/** Which of the two calls is struck: each gets 503 then. */
async function struck(bank: Bank): Promise<string[]> {
  const url = `${bank.urls.baseUrl}/wires/v1/payments`
  const token = bankingToken(bank)
  const create = await bank.fetch(url, initOf('POST', { token, body: outboundWire(bank) }))
  const list = await bank.fetch(url, initOf('GET', { token }))
  return [create.status === 503 ? 'create' : [], list.status === 503 ? 'list' : []].flat()
}

it('strikes everything with a fault that took the id of one with a predicate, after a restore [§7]', async () => {
  const bank = createBank({ seed: 7 })
  const before = bank.snapshot()
  const first = bank.faults.inject('status', { when: isCreate })
  bank.restore(before)

  const second = bank.faults.inject('status')

  expect(second.id).toBe(first.id)
  expect(await struck(bank)).toEqual(['create', 'list'])
})

it('asks its own predicate again when a snapshot is put back, whatever fault had its id in between [§7]', async () => {
  const bank = createBank({ seed: 7 })
  const opening = bank.snapshot()
  bank.faults.inject('status', { when: isCreate })
  const withCreate = bank.snapshot()
  bank.restore(opening)
  bank.faults.inject('status', { when: isList })
  const withList = bank.snapshot()
  bank.reset()
  bank.faults.inject('status')

  const seen = [await struck(bank)]
  for (const snapshot of [withCreate, withList, opening, withCreate]) {
    bank.restore(snapshot)
    seen.push(await struck(bank))
  }

  expect(seen).toEqual([['create', 'list'], ['create'], ['list'], [], ['create']])
})

it('strikes alike in a fork, and in another bank of this process with its snapshot [§7]', async () => {
  const bank = createBank({ seed: 7 })
  bank.faults.inject('status', { when: isCreate })
  const [fork, other] = [bank.fork(), createBank({ seed: 7 })]
  other.faults.inject('status', { when: isList })
  other.restore(bank.snapshot())

  expect([await struck(fork), await struck(other), await struck(bank)]).toEqual([['create'], ['create'], ['create']])
})

it('has equal worlds where the same faults were injected, whatever functions were given [§7]', () => {
  const [bank, other] = [createBank({ seed: 7 }), createBank({ seed: 7 })]

  bank.faults.inject('status', { when: isCreate })
  other.faults.inject('status', { when: isList })

  expect(other.world).toStrictEqual(bank.world)
  expect(JSON.stringify(other.snapshot())).toBe(JSON.stringify(bank.snapshot()))
})

/** A bank with a fault that asks, as it comes out of JSON. */
function kept() {
  const bank = createBank({ seed: 7 })
  const { id } = bank.faults.inject('status', { when: isCreate })
  const journal: Journal = JSON.parse(JSON.stringify(bank.journal))
  return { bank, id, text: JSON.stringify(bank.snapshot()), journal }
}

it.each<[string, (bank: Bank, text: string) => void]>([
  ['another bank', (_, text) => createBank({ seed: 7 }).restore(text)],
  ['the bank itself', (bank, text) => bank.restore(text)],
  [
    'a bank with another fault of this id',
    (_, text) => {
      const other = createBank({ seed: 7 })
      other.faults.inject('status', { when: isList })
      other.restore(text)
    },
  ],
])('refuses the text of a snapshot whose fault lost its predicate, in %s [§7]', (_, restore) => {
  const { bank, id, text } = kept()

  expect(() => restore(bank, text)).toThrow(
    expect.objectContaining({
      name: 'UsageError',
      message: `Failed to restore a snapshot: the fault "status" (${id}) has a "when", and a function cannot be kept as data. Pass the function again: bank.restore(snapshot, { predicates: { '${id}': when } }). Or clear the fault before you keep the data, and inject it again afterwards. (§7)`,
    }),
  )
})

it('refuses to replay a journal whose fault lost its predicate [§7]', () => {
  const { bank, id, journal } = kept()

  for (const each of [journal, bank.journal]) {
    expect(() => replay(each)).toThrow(
      expect.objectContaining({
        name: 'UsageError',
        message: expect.stringContaining(`Pass the function again: replay(journal, { predicates: { '${id}': when } })`),
      }),
    )
  }
})

it('takes the predicate again with the text of a snapshot, and with a journal [§7]', async () => {
  const { bank, id, text, journal } = kept()
  const predicates = { [id]: isCreate }
  const restored = createBank({ seed: 7 })
  restored.restore(text, { predicates })
  const replayed = replay(journal, { predicates })

  expect(restored.world).toStrictEqual(bank.world)
  expect(replayed.world).toStrictEqual(bank.world)
  expect([await struck(restored), await struck(replayed)]).toEqual([['create'], ['create']])
  expect(await struck(restored.fork())).toEqual(['create'])
})

it.each<[string, (bank: Bank, id: string) => void]>([
  ['was cleared', (bank) => bank.faults.clear()],
  ['was used up', (bank) => void bank.faults.inject('status', { uses: 1 })],
  ['is over', (bank) => void bank.clock.advance({ hours: 1 })],
])('asks for no predicate of a fault that %s [§7]', async (_, end) => {
  const bank = createBank({ seed: 7 })
  const { id } = bank.faults.inject('status', { when: () => true, uses: 1, for: { minutes: 5 } })
  end(bank, id)
  if (bank.faults.list().length > 0) await struck(bank)
  const other = createBank({ seed: 7 })

  other.restore(JSON.stringify(bank.snapshot()))

  expect(other.world).toStrictEqual(bank.world)
  expect(replay(bank.journal).world).toStrictEqual(bank.world)
})

it('refuses a predicate for a fault that asks nothing, and one that is no function [§7]', () => {
  const { id, text } = kept()
  const restore = (predicates: Record<string, unknown>) => () =>
    createBank({ seed: 7 }).restore(text, { predicates: predicates as Record<string, CallPredicate> })

  expect(restore({ [id]: isCreate, nobody: isList })).toThrow('no fault "nobody" has a "when"')
  expect(restore({ [id]: true })).toThrow(`the predicate of "${id}" is of type boolean`)
})

it.each([
  ['that is no function', () => createBank().faults.inject('timeout', { when: true as never })],
  ['of a batch', () => createBank().faults.inject('partialRelease', { when: () => false } as never)],
])('refuses a "when" %s, and injects nothing [§7]', (_, inject) => {
  expect(inject).toThrow(expect.objectContaining({ name: 'UsageError', message: expect.stringContaining('"when"') }))
})

it('explains itself where a predicate throws, and counts nothing of that call [§7]', async () => {
  const bank = createBank({ seed: 7 })
  const url = `${bank.urls.baseUrl}/wires/v1/payments`
  bank.faults.inject('status', { nth: 1 })
  const { id } = bank.faults.inject('timeout', {
    when: ({ body }) => (body as { amount: number }).amount > 1,
  })
  const { world } = bank

  await expect(bank.fetch(url)).rejects.toMatchObject({
    name: 'UsageError',
    message: expect.stringMatching(
      `^Failed to ask whether the fault "timeout" \\(${id}\\) strikes: the function that was given as "when" threw TypeError: `,
    ),
    cause: expect.objectContaining({ name: 'TypeError' }),
  })
  expect(bank.world).toBe(world)
})

/** Things that break as soon as they are looked at. */
const odd: [what: string, make: () => unknown, text: string][] = [
  ['a record without a prototype', () => Object.create(null), 'a value of type object that cannot be shown'],
  [
    'what throws when it is shown',
    () => ({
      toString() {
        throw 1
      },
    }),
    'a value of type object that cannot be shown',
  ],
  [
    'a proxy that refuses everything',
    () =>
      new Proxy(new Error('hidden'), {
        get() {
          throw new Error('no')
        },
        getPrototypeOf() {
          throw new Error('no')
        },
      }),
    'a value of type object that cannot be shown',
  ],
  ['a symbol', () => Symbol('odd'), 'Symbol(odd)'],
  ['undefined', () => undefined, 'undefined'],
]

it.each(odd)('explains itself where a predicate throws %s, of a call and of a push [§7]', async (_, make, text) => {
  const bank = createBank({ seed: 7 })
  const when = () => {
    throw make()
  }
  bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))
  bank.webhooks.connect('https://partner.example/hooks', () => new Response())
  bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))
  bank.faults.inject('status', { when })
  bank.faults.inject('drop', { when })
  const refusal = expect.objectContaining({
    name: 'UsageError',
    message: expect.stringContaining(
      `the function that was given as "when" threw ${text}. Let it return true or false.`,
    ),
  })

  await expect(bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`)).rejects.toThrow(refusal)
  await expect(bank.settled()).rejects.toThrow(refusal)
})
