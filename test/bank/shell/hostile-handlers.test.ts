/** Connected handlers that do what no receiver should: a push fails then, is tried again, and the bank goes on. */
import { expect, it } from 'vitest'
import { type Bank, createBank, parseWorld } from 'vostro'
import { registrationRequest } from '../../support/calls.ts'

const { callbackUrl } = registrationRequest(createBank())

/** A bank whose partner is told of one thing, by a handler. */
function pushingTo(handler: (request: Request) => unknown): Bank {
  const bank = createBank()
  const { id } = bank.webhooks.register({ ...registrationRequest(bank), registrationType: 'Push' })
  bank.webhooks.connect(callbackUrl, handler as never)
  bank.webhooks.ping(id)
  return bank
}

const throwing = (thrown: unknown) => () => {
  throw thrown
}
const refusing = () => throwing(new Error('a trap'))()
const broken = Object.assign(new Error('x'), { toString: refusing })
Object.defineProperty(broken, 'message', { get: refusing })

it.each<[string, () => unknown, string]>([
  [
    'throws an object without a prototype',
    throwing(Object.create(null)),
    'a value of type object that cannot be shown',
  ],
  [
    'throws a proxy that answers nothing',
    throwing(new Proxy({}, { get: refusing, getPrototypeOf: refusing, has: refusing })),
    'a value of type object that cannot be shown',
  ],
  ['throws an object whose toString throws', throwing({ toString: refusing }), 'a value of type object that'],
  ['throws an error whose message throws', throwing(broken), 'a value of type object that cannot be shown'],
  ['throws an error whose name is a symbol', throwing(Object.assign(new Error(), { name: Symbol('x') })), 'a value of'],
  ['throws undefined', throwing(undefined), 'undefined'],
  ['throws a symbol', throwing(Symbol('of mine')), 'Symbol(of mine)'],
  ['gives a promise that is rejected with nothing', () => Promise.reject(), 'undefined'],
  // biome-ignore lint/suspicious/noThenProperty: a thenable is the point.
  ['gives a thenable that rejects', () => ({ then: (_: unknown, no: (why: unknown) => void) => no(null) }), 'null'],
  // biome-ignore lint/suspicious/noThenProperty: a thenable is the point.
  ['gives a thenable whose then throws', () => ({ then: throwing(Object.create(null)) }), 'a value of type object'],
  ['gives nothing', () => undefined, 'the handler gave a value of type undefined, and no Response'],
  ['gives a text', () => 'ok', 'the handler gave a value of type string, and no Response'],
  ['gives a status that is a text', () => ({ status: '200', text: async () => '' }), 'without a status from 0 to 999'],
  ['gives a status that is no number', () => ({ status: Number.NaN, text: async () => '' }), 'without a status'],
  ['gives a status with a fraction', () => ({ status: 200.5, text: async () => '' }), 'without a status'],
  [
    'gives a body that is a number',
    () => ({ status: 200, text: async () => 5 }),
    'text() gives a value of type number',
  ],
  ['gives a body that is nothing', () => ({ status: 200, text: () => undefined }), 'gives a value of type undefined'],
  ['gives an answer without a text()', () => ({ status: 200 }), 'TypeError: '],
  ['gives an answer that was read', () => usedUp(), 'TypeError: '],
])('fails a push whose handler %s, and tries it again [§6]', async (_, handler, failure) => {
  const bank = pushingTo(handler)

  await bank.settled()

  expect(bank.pushes).toMatchObject([{ outcome: 'failed', failure: expect.stringContaining(failure) }])
  expect(bank.outbox.waiting).toMatchObject([{ tries: 1 }])
  expect(parseWorld(JSON.stringify(bank.world))).toEqual(bank.world)
  await bank.clock.advanceAsync({ minutes: 1 })
  expect(bank.pushes).toHaveLength(2)
})

async function usedUp(): Promise<Response> {
  const response = new Response('once')
  await response.text()
  return response
}

it('delivers the next push after a handler threw a value that cannot be shown [§6]', async () => {
  let calls = 0
  const bank = pushingTo(() => {
    if (calls++ === 0) throw Object.create(null)
    return new Response('ok')
  })
  await bank.settled()

  await bank.clock.advanceAsync({ minutes: 1 })

  expect(bank.pushes.map(({ outcome }) => outcome)).toEqual(['failed', 'delivered'])
})
