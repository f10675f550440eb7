import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { storyOf } from '../../../src/testing/story/story.ts'

/** The error of a `fetch` whose host is unknown, as a client may wrap it, and a runner may turn it into data. */
const unknown = (host: string) => ({
  message: 'the payment failed',
  cause: { message: 'fetch failed', cause: { message: `getaddrinfo ENOTFOUND ${host}`, code: 'ENOTFOUND' } },
})

it.each(['api.bank.test', 'auth.bank.test', 'loans.bank.test'])(
  'says that a call to %s went to the network, and what to change [§4]',
  (host) => {
    const story = storyOf(createBank(), 'the payment failed', {}, unknown(host))

    expect(story.split('\n').slice(0, 2)).toEqual([
      'Between your code and the bank:',
      `- a call went to the network: getaddrinfo ENOTFOUND ${host}. Its client keeps a fetch from before MSW listened, or opens sockets of its own. Pass it (...given) => globalThis.fetch(...given), or import vostro/vitest before the client, as in a setup file`,
    ])
  },
)

it('is silent about other hosts, other failures, and causes that are in a circle [§4]', () => {
  const circle: { message: string; cause?: unknown } = { message: 'fetch failed' }
  circle.cause = circle

  const failures = [unknown('rates.example'), undefined, 'thrown', null, circle]

  for (const failure of failures)
    expect(storyOf(createBank(), 'fetch failed', {}, failure)).toBe('Nothing has happened in this bank yet.')
})

it('is silent about an answer that a fault of the test kept back [§7]', async () => {
  const bank = createBank()
  bank.faults.inject('networkError')

  const failure = await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`).catch((error) => error)

  expect(storyOf(bank, failure.message, {}, failure)).not.toContain('Between your code')
})
