import { setupServer } from 'msw/node'
import { expect, it, onTestFinished } from 'vitest'
import { createBank } from 'vostro'
import { bankHandlers } from 'vostro/msw'
import { currentBank, within } from 'vostro/vitest'
import { begin, end, messagesOf } from '../../../src/bank/current/current-bank.ts'

/** A test with a bank that runs beside this one. */
function running() {
  const bank = createBank()
  begin(bank)
  onTestFinished(() => end(bank))
  return bank
}

it('is that of the one test that is running, where a call lost its test on the way [§1]', () => {
  const bank = running()

  expect(currentBank()).toBe(bank)
})

it('is that of its own test for a late call of an earlier one [§1]', async () => {
  const earlier = createBank()
  let go = () => {}
  const late = within(earlier, async () => {
    await new Promise<void>((resolve) => (go = resolve))
    return currentBank()
  })
  running()
  go()

  expect(await late).toBe(earlier)
})

it('says that nobody can tell where several tests run, and what to do [§1]', () => {
  running()
  running()

  expect(() => currentBank()).toThrowErrorMatchingInlineSnapshot(
    `[UsageError: Failed to find the bank of the running test: 2 tests with a bank are running, and this was called outside of them all, by a pool, an emitter or a hook that they share. Call it inside the test, or wrap it in within(bank, () => …), or run these tests one after the other. (§1)]`,
  )
})

it('tells each test that is running of a request that nobody could answer [§1]', async () => {
  const [one, other] = [running(), running()]
  const server = setupServer(...bankHandlers(currentBank))
  server.listen({ onUnhandledRequest: 'error' })
  onTestFinished(() => server.close())

  const response = await fetch('https://api.bank.test/wires/v1/payments')

  expect(response.status).toBe(421)
  const told = [
    expect.stringMatching(/^Failed to answer "GET \/wires\/v1\/payments"\. .* 2 tests with a bank are running/),
  ]
  expect(messagesOf(one)).toEqual(told)
  expect(messagesOf(other)).toEqual(told)
})

it('refuses what a pool of an ended test asks while another test runs, and fails neither [§1]', async () => {
  const earlier = createBank()
  begin(earlier)
  let wake = () => {}
  const pool = within(earlier, async () => {
    await new Promise<void>((resolve) => (wake = resolve))
    return fetch(`${earlier.urls.authUrl}/.well-known/openid-configuration`)
  })
  end(earlier)
  const later = running()
  const server = setupServer(...bankHandlers(currentBank))
  server.listen({ onUnhandledRequest: 'error' })
  onTestFinished(() => server.close())
  wake()

  const response = await pool

  expect(response.status).toBe(421)
  expect(await response.text()).toContain('this was called by code of a test, or of a run of explore, that has ended')
  expect(earlier.requests).toHaveLength(0)
  expect(messagesOf(later)).toEqual([])
})

it('is that of its own test for a late call when no other runs [§1]', () => {
  const bank = createBank()
  begin(bank)
  end(bank)

  expect(within(bank, currentBank)).toBe(bank)
})
