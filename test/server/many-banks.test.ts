/** Clients at one server, whose requests go through each other in any order: none meets another. (§1) */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { thoroughly } from '../support/thorough.ts'
import { serverFor, wireFrom } from './client.ts'

/** What a client does next at its bank. */
const steps = ['pay', 'advance', 'list', 'break', 'reset', 'snapshot'] as const
type Step = (typeof steps)[number]

/** How a client names its bank. */
const ways = ['credentials', 'path', 'header'] as const

it('keeps the requests of parallel clients separate, in any order and however they name their bank [§1]', async () => {
  const plan = fc.record({
    clients: fc.array(
      fc.record({ way: fc.constantFrom(...ways), steps: fc.array(fc.constantFrom(...steps), { maxLength: 6 }) }),
      { minLength: 2, maxLength: 12 },
    ),
    order: fc.infiniteStream(fc.nat()),
  })
  const property = fc.asyncProperty(plan, async ({ clients, order }) => {
    const together = await play(clients, (left) => (order.next().value as number) % left)
    const alone = await Promise.all(clients.map(async (client) => (await play([client], () => 0))[0]))

    expect(together).toEqual(alone)
  })

  await fc.assert(property, { seed: 7, numRuns: thoroughly(25, 8) })
})

interface Client {
  readonly way: (typeof ways)[number]
  readonly steps: readonly Step[]
}

/** Plays clients at one server: step by step in the order that `choose` picks; gives what each of them saw. */
async function play(clients: readonly Client[], choose: (left: number) => number): Promise<string[][]> {
  const { call, token } = serverFor({ bank: { seed: 7 } })
  const seen: string[][] = clients.map(() => [])
  const players = await Promise.all(clients.map((client) => playerOf(client)))

  async function playerOf({ way }: Client) {
    const { body: bank } = await call('POST', '/_vostro/banks')
    const headers = way === 'header' ? { 'vostro-bank': bank.id } : undefined
    const api = way === 'path' ? bank.baseUrl : '/api'
    const authUrl = way === 'credentials' ? 'http://127.0.0.1:4010/auth' : bank.authUrl
    const access = () => token({ ...bank, authUrl })
    const control = (method: string, path: string, body?: unknown) =>
      way === 'header'
        ? call(method, `/_vostro${path}`, { body, headers: { 'vostro-bank': bank.id } })
        : call(method, bank.controlUrl + path, { body })
    const ask = async (method: string, path: string, body?: unknown) =>
      call(method, api + path, { token: await access(), body, ...(headers && { headers }) })
    const doing: { readonly [Name in Step]: () => Promise<string> } = {
      pay: async () => (await ask('POST', '/wires/v1/payments', wireFrom(bank))).body.id,
      list: async () => `${(await ask('GET', '/wires/v1/payments')).body.results.length} wires`,
      advance: async () => JSON.stringify((await control('POST', '/clock/advance', { hours: 1 })).body),
      break: async () =>
        (await control('POST', '/faults', { fault: 'status', endpoint: 'listWires', uses: 1 })).body.fault,
      reset: async () => (await control('POST', '/reset')).body.now,
      snapshot: async () => (await control('POST', '/snapshot')).body.id,
    }
    // Each saw what it did, and its bank has been asked for nothing else.
    const requests = async () =>
      JSON.stringify(
        (await control('GET', '/requests')).body.map(({ method, url, status }: Request & { status: number }) => [
          method,
          url,
          status,
        ]),
      )
    return { doing: { ...doing, list: () => doing.list().catch(() => 'no list') }, requests }
  }

  const playStep = async (index: number, step: Step) => {
    seen[index]?.push((await players[index]?.doing[step]()) ?? '')
  }
  // Several are under way at the same time: each waits only for its own last one.
  const left = clients.map(({ steps }) => [...steps])
  const last = clients.map(() => Promise.resolve())
  for (;;) {
    const open = left.flatMap((steps, index) => (steps.length > 0 ? [index] : []))
    const index = open[choose(Math.max(open.length, 1))]
    if (index === undefined) break
    const step = left[index]?.shift() as Step
    last[index] = (last[index] as Promise<void>).then(() => playStep(index, step))
  }
  await Promise.all(last)
  await Promise.all(players.map(async ({ requests }, index) => seen[index]?.push(await requests())))
  return seen
}

it('lists each bank with the name in the call that opened it [§4]', async () => {
  const { call } = serverFor()
  await call('POST', '/_vostro/banks', { body: { name: 'pays once' } })
  await call('POST', '/_vostro/banks')

  const { body: banks } = await call('GET', '/_vostro/banks')

  expect(banks.map(({ name }: { name?: string }) => name)).toEqual(['pays once', undefined])
})
