/** Tests that must fail, each for one reason: `failing.test.ts` runs them in a vitest of their own and reads why they did. */
import { AsyncResource } from 'node:async_hooks'
import { fetch as undiciFetch } from 'undici'
import { beforeEach, describe, expect } from 'vitest'
import { createBank } from 'vostro'
import { test } from 'vostro/vitest'
import { initOf } from '../../support/calls.ts'
import { makeUnsound } from '../../support/unsound.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

test('a request that reaches no endpoint [§4]', async ({ bank }) => {
  const { status } = await fetch(`${bank.urls.baseUrl}/wire/v1/payment`)

  expect(status).toBe(404)
})

test('a push undelivered [§6]', async ({ bank }) => {
  const callbackUrl = 'https://partner.example/hooks'
  const eventName = 'Wire.Payment.Received'
  bank.webhooks.register({ partnerId: bank.partner.id, eventName, registrationType: 'Push', callbackUrl })
  bank.webhooks.connect(callbackUrl, () => new Response())

  bank.wires.simulateInbound(inboundWire(bank))

  expect(bank.outbox.waiting).toHaveLength(1)
})

test('a defect that no call has thrown [§7]', async ({ bank }) => {
  const token = bank.tokens.issue().access_token
  makeUnsound(bank)

  const init = initOf('POST', { token, body: outboundWire(bank) })
  const { status } = await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, init)

  expect(status).toBe(500)
})

const ask = () => fetch('https://api.bank.test/wires/v1/payments')

test('a plain assertion [§1]', async () => {
  await ask()

  expect([1]).toHaveLength(2)
})

test('a bank of its own [§1]', async () => {
  await Promise.resolve()
  const own = createBank({ seed: 41 })
  own.accounts.open({ title: 'Payroll' })

  expect([1]).toHaveLength(2)
})

test('a call that goes to the network [§4]', async ({ bank }) => {
  await undiciFetch(`${bank.urls.baseUrl}/wires/v1/payments`)

  expect.unreachable()
})

test('a time-out [§1]', { timeout: 100 }, async ({ bank }) => {
  bank.accounts.open({ title: 'Payroll' })
  await new Promise(() => {})
})

const setUp = test.extend<{ account: string }>({
  account: async ({ bank }, use) => use(bank.accounts.open({ title: 'Of the fixture' }).accountNumber),
})

describe('a test with a set-up', () => {
  setUp.beforeEach(({ bank }) => void bank.accounts.open({ title: 'Of the hook' }))

  setUp('a set-up that did much [§1]', ({ bank, account }) => {
    bank.accounts.open({ title: 'Of the test' })
    expect(account).toBe('')
  })
})

const { setTimeout: kept } = globalThis

test.extend({ bankTime: 'bank' })('a wait of real time [§3]', { timeout: 2000 }, async ({ bank }) => {
  bank.accounts.open({ title: 'Payroll' })
  await new Promise((resolve) => kept(resolve, 40_000))
})

test('a hook at the end [§1]', ({ bank, onTestFinished }) => {
  expect(bank.requests).toEqual([])
  onTestFinished(() => {
    throw new Error('The hook could not end.')
  })
})

test.fails('a failure that is expected [§1]', () => {
  expect(1).toBe(2)
})

test('a second try [§1]', { retry: 1 }, () => {
  expect(1).toBe(2)
})

describe('a hook', () => {
  beforeEach(() => {
    throw new Error('The hook could not begin.')
  })

  test('of all [§1]', ({ bank }) => {
    expect(bank.requests).toEqual([])
  })
})

/** Two tests: each goes on when both have come. */
function meeting(): () => Promise<void> {
  let come = () => {}
  const both = new Promise<void>((resolve) => (come = resolve))
  let waiting = 0
  return () => {
    waiting++
    if (waiting === 2) come()
    return both
  }
}

describe('a pool that two tests share', () => {
  const [haveBegun, haveAsked] = [meeting(), meeting()]
  const askFromPool = AsyncResource.bind(ask)

  test.concurrent.for([1, 2])('whose request is nobody’s: %i [§1]', async (_, { bank }) => {
    await haveBegun()
    await askFromPool()
    await haveAsked()
    expect(bank.requests).toEqual([])
  })
})
