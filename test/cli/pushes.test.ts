/** Pushes and time of a process: real receivers, and a clock that follows that of the wall. (§3, §6) */
import { expect, it } from 'vitest'
import { receiverOf } from '../support/receiver.ts'
import { pushOf } from '../support/requests.ts'
import { clientOf, control } from '../support/served-client.ts'
import { openedAt, type Served, servedForFile, serveVostro } from '../support/vostro-process.ts'

const server = servedForFile()

async function registered(served: Served, url: string) {
  const client = await clientOf(served)
  const request = { ...pushOf('Wire.Payment.Sent', served.partnerId), callbackUrl: url }
  const { status } = await client.call('POST', '/webhooks/v1/registrations', request)
  expect(status).toBeLessThan(300)
  return client
}

interface PushList {
  readonly pushes: readonly { outcome: string; answer: { status: number } | null; failure: string | null }[]
}

const pushesOf = async (served: Served) => ((await control(served, 'GET', '/pushes')) as PushList).pushes

it('pushes over real HTTP to a receiver on this machine, and tries again on the virtual clock [§6]', async () => {
  const served = await openedAt(server())
  const { url, bodies } = await receiverOf((count) => ({ status: count === 1 ? 500 : 200 }))
  const client = await registered(served, url)
  await client.pay()

  await control(served, 'POST', '/clock/next-batch')
  await control(served, 'POST', '/clock/advance', { hours: 12 })

  expect(bodies.map((body) => JSON.parse(body).eventName)).toEqual(['Wire.Payment.Sent', 'Wire.Payment.Sent'])
  expect((await pushesOf(served)).map(({ answer }) => answer?.status)).toEqual([500, 200])
})

it('follows no redirect [§6]', async () => {
  const served = await openedAt(server())
  const elsewhere = await receiverOf(() => ({ status: 200 }))
  const moved = await receiverOf(() => ({ status: 307, headers: { location: elsewhere.url } }))
  const client = await registered(served, moved.url)
  await client.pay()

  await control(served, 'POST', '/clock/next-batch')

  expect(await pushesOf(served)).toMatchObject([{ failure: expect.stringContaining('redirect (307)') }])
  expect([moved.bodies.length, elsewhere.bodies.length]).toEqual([1, 0])
})

it('waits for a receiver no longer than --push-timeout [§6]', async () => {
  const served = await serveVostro(['--push-timeout=1'])
  const silent = await receiverOf(() => undefined)
  const client = await registered(served, silent.url)
  await client.pay()

  await control(served, 'POST', '/clock/next-batch')

  const failure = expect.stringContaining('did not answer within 1 second')
  expect(await pushesOf(served)).toMatchObject([{ failure }])
})

it('lets virtual time follow the wall clock, so that a wire goes out and is pushed by itself [§3]', async () => {
  const { url, bodies } = await receiverOf(() => ({ status: 200 }))
  const served = await serveVostro([
    '--real-time=36000',
    '--assume.wires.reviewSeconds=5',
    '--now=2026-03-02T09:00:00-05:00',
  ])
  const client = await registered(served, url)

  await client.pay()

  // Ten virtual hours in a second of the wall: the batch of this day goes out by itself.
  await expect.poll(() => bodies.length, { timeout: 120_000 }).toBe(1)
  expect(JSON.parse(bodies[0] as string)).toMatchObject({ eventName: 'Wire.Payment.Sent' })
})
