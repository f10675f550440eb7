/** What a handler threw: the record tells it in words, and beside it stands the error with its stack. (§6) */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { placeOf } from '../../../src/bank/shell/host/stack.ts'
import { registrationRequest } from '../../support/calls.ts'
import { looseEndsOf } from '../../support/loose-ends.ts'

const { callbackUrl } = registrationRequest(createBank())

async function failing(thrown: unknown): Promise<Bank> {
  const bank = createBank({ seed: 7 })
  const { id } = bank.webhooks.register({ ...registrationRequest(bank), registrationType: 'Push' })
  bank.webhooks.connect(callbackUrl, () => {
    throw thrown
  })
  bank.webhooks.ping(id)
  await bank.settled()
  return bank
}

it('has the error of the handler, and its stack, beside the record of the push [§6]', async () => {
  const error = new TypeError('no database')
  const bank = await failing(error)

  const [push] = bank.pushes

  expect(push?.failure).toBe('TypeError: no database')
  expect(push?.thrown).toBe(error)
  expect(bank.fork().pushes[0]?.thrown).toBe(error)
})

it('keeps the error out of everything that is data [§3]', async () => {
  const bank = await failing(new Error('no database'))
  const again = await failing(new Error('no database'))

  expect(bank.pushes).toEqual(again.pushes)
  expect(bank.timeline()).toBe(again.timeline())
  for (const text of [bank.pushes, bank.journal, bank.snapshot()].map((each) => JSON.stringify(each))) {
    expect(text).not.toContain('thrown')
    expect(text).not.toContain('.test.ts')
  }
  again.restore(JSON.stringify(bank.snapshot()))
  expect(again.pushes[0]?.thrown).toBeUndefined()
})

it('names the line of the handler in the loose end of the test [§6]', async () => {
  const bank = await failing(new Error('no database'))

  const [end] = looseEndsOf(bank, {})

  expect(end).toMatch(/failed once \(Error: no database, thrown at .*handler-errors\.test\.ts:\d+/)
})

it.each([['a text'], [undefined], [Symbol('of mine')], [Object.create(null)], [{ stack: 5 }]])(
  'finds no line in %o [§6]',
  async (thrown) => {
    expect(placeOf(thrown)).toBeUndefined()
    expect((await failing(thrown)).pushes).toMatchObject([{ outcome: 'failed' }])
  },
)

it('passes over the lines of Node and of packages [§6]', () => {
  const stack = [
    'TypeError: x',
    '    at JSON.parse (<anonymous>)',
    '    at parse (/app/node_modules/some/index.js:1:1)',
    '    at node:internal/process/task_queues:95:5',
    '    at receive (/app/receiver.ts:12:9)',
    '    at /app/other.ts:1:1',
  ].join('\n')

  expect(placeOf({ stack })).toBe('/app/receiver.ts:12:9')
})
