import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { storyOf } from '../../../src/testing/story/story.ts'
import { followClock } from '../../../src/time/follow-clock.ts'
import { registrationRequest } from '../../support/calls.ts'

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

it('says nothing about other hosts, other failures, and circular causes [§4]', () => {
  const circle: { message: string; cause?: unknown } = { message: 'fetch failed' }
  circle.cause = circle

  const failures = [unknown('rates.example'), undefined, 'thrown', null, circle]

  for (const failure of failures)
    expect(storyOf(createBank(), 'fetch failed', {}, failure)).toBe('Nothing has happened in this bank yet.')
})

it('says nothing about an answer that a fault of the test withheld [§7]', async () => {
  const bank = createBank()
  bank.faults.inject('networkError')

  const failure = await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`).catch((error) => error)

  expect(storyOf(bank, failure.message, {}, failure)).not.toContain('Between your code')
})

const { setTimeout: kept, clearTimeout: clear } = globalThis

it('says where code waits with a timer function that it kept from before its clock was followed [§3]', () => {
  const bank = createBank()
  const time = followClock(bank)
  const timer = kept(() => {}, 40_000)

  const story = storyOf(bank, 'Test timed out in 5000ms.')
  time.giveBack()
  clear(timer)

  expect(story).toMatch(
    /^Waits that the bank's clock does not shorten:\n- 40000 milliseconds, set at \S*story\.test\.ts:\d+:\d+\. Its function was kept from before the clock was followed: read it from globalThis at each call$/m,
  )
})

it('mentions the time of databases and other processes if a test times out and no timer is known [§3]', async () => {
  const bank = createBank()
  const time = followClock(bank)
  await new Promise((resolve) => setTimeout(resolve, 40_000))

  const story = storyOf(bank, 'Test timed out in 5000ms.')
  time.giveBack()

  expect(story).toContain("\n- no timer of the test's code is known to wait in real time. The time of a database")
})

it.each([
  ['manually', { advance: 'manual' }, '2026-03-02T09:00:40.000-05:00', 40_000],
  ['for an hour', {}, '2026-03-02T10:00:00.000-05:00', 3_600_000],
] as const)('says when a test times out that waits %s for the test to move the clock [§3]', (_, how, due, delay) => {
  const bank = createBank()
  const time = followClock(bank, how)
  setTimeout(() => {}, delay)

  const stories = [storyOf(bank, 'Test timed out in 5000ms.')]
  time.giveBack()
  stories.push(storyOf(bank, 'Test timed out in 5000ms.'))

  for (const story of stories) {
    expect(story).toContain(
      `- a timer of the test's code is due at ${due}, and it is 2026-03-02T09:00:00.000-05:00: the clock goes there only if the test moves it. Call await bank.clock.advanceToAsync('${due}')`,
    )
  }
})

it('says nothing about waits that are over, nor about time if a test fails for another reason [§3]', async () => {
  const bank = createBank()
  const time = followClock(bank)
  await new Promise((resolve) => kept(resolve, 5))

  const story = storyOf(bank, 'expected 1 to be 2')
  time.giveBack()

  expect(story).toBe('Nothing has happened in this bank yet.')
})

it('names the option with which timers follow the clock if a test in real time times out [§3]', () => {
  const story = storyOf(createBank(), 'Test timed out in 5000ms.')

  expect(story).toContain("Set bankTime: 'bank' (jest and node:test: time: 'bank'), and they follow the bank's clock")
})

it('says where a handler threw, unless the message does so already [§6]', async () => {
  const bank = createBank()
  const request = registrationRequest(bank)
  const { id } = bank.webhooks.register({ ...request, registrationType: 'Push' })
  bank.webhooks.connect(request.callbackUrl, () => {
    throw new TypeError('no resources')
  })
  bank.webhooks.ping(id)
  await bank.settled()

  const [line] = storyOf(bank, 'expected 1 to be 2').match(/- TypeError: no resources, thrown at .*/) ?? []

  expect(line).toMatch(/story\.test\.ts:\d+:\d+$/)
  const place = line?.split('thrown at ')[1]
  expect(storyOf(bank, `… thrown at ${place}`)).not.toContain('Thrown by handlers')
})

it('does not repeat a long message where it is also the error of a handler [§6]', async () => {
  const bank = createBank()
  const nested = async () => {
    await bank.settled()
    return new Response()
  }
  bank.webhooks.connect('https://partner.example/hooks', nested, { events: ['Wire.Payment.Received'] })
  bank.wires.simulateInbound(bank.wires.plausibleInbound())
  const error = await bank.settled().catch((thrown: Error) => thrown)
  const { message } = error as Error

  const story = storyOf(bank, message, {}, error)

  expect(message).toMatch(/^Failed to await bank\.settled\(\): it is called inside the handler/)
  expect(story).not.toContain('it is called inside the handler')
  expect(story).toContain('failed, attempt 1: UsageError: Failed to await bank.settled() (as above)\n')
})

it('says of a push whose handler has not answered that it waits, and not that it failed [§6]', async () => {
  const bank = createBank()
  const hang = () => new Promise<Response>(() => {})
  bank.webhooks.connect('https://partner.example/hooks', hang, { events: ['Wire.Payment.Received'] })
  bank.wires.simulateInbound(bank.wires.plausibleInbound())
  const { message } = (await bank.settled().catch((thrown: Error) => thrown)) as Error

  expect(message).toContain('1 handler has not ended')
  expect(storyOf(bank, message)).toMatch(/- the push of .* waits for the answer of its handler\./)
})
