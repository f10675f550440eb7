import { afterEach, expect, it } from 'vitest'
import type { Bank } from '../../../src/bank/bank.ts'
import { portOf } from '../../../src/bank/port.ts'
import type { BankTrace, LiveMessage } from '../../../src/bank/reports/trace/trace-data.ts'
import { createBank } from '../../../src/index.ts'
import { TraceFeed } from '../../../src/server/trace/trace-feed.ts'
import { dataIn } from '../../bank/reports/trace/data-in.ts'
import { ORIGIN, serverFor, wireFrom } from '../client.ts'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of open.splice(0)) await end()
})

/** A client that reads one message after the other. */
function clientOf(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader()
  open.push(() => reader.cancel())
  const next = async (): Promise<LiveMessage | undefined> => {
    const { value } = await reader.read()
    if (value === undefined) return undefined
    const [, json] = /^data: (.*)\n\n$/.exec(new TextDecoder().decode(value)) ?? []
    return JSON.parse(json as string)
  }
  return { next, end: () => reader.cancel() }
}

/** A feed whose messages go out when the test says so. */
function feedOf(bank: Bank, most = 2_000) {
  let planned: (() => void)[] = []
  const feed = new TraceFeed(portOf(bank), (run) => planned.push(run), 'A bank with seed 7', most)
  const tell = () => {
    const due = planned
    planned = []
    for (const run of due) run()
    return due.length
  }
  return { feed, tell, client: () => clientOf(feed.open()) }
}

const wholeIn = (message: LiveMessage | undefined): BankTrace => (message as LiveMessage).bank
const textsIn = ({ steps }: BankTrace) => steps.flatMap(({ facts }) => facts.map(({ text }) => text))

/** What the page of the same bank has that was made at once. */
const traceOf = async (bank: Bank) => dataIn(await bank.trace()).banks[0] as BankTrace

const payment = (bank: Bank) => ({
  ...wireFrom(bank.masterAccount && { masterAccountNumber: bank.masterAccount.accountNumber }),
})

it('sends a client the whole trace, and again after a change [§3]', async () => {
  const { server, call, token } = serverFor()
  const [main] = server.banks
  const response = await server.answer(new Request(`${ORIGIN}/_vostro/trace/events`))
  const client = clientOf(response.body as ReadableStream<Uint8Array>)

  const first = wholeIn(await client.next())
  await call('POST', '/api/wires/v1/payments', {
    token: await token(main?.record as never),
    body: wireFrom(main?.record as never),
    headers: { 'idempotency-key': 'one' },
  })
  let bank = first
  while (!bank.requests.some(({ endpoint }) => endpoint === 'createWire')) {
    bank = wholeIn(await client.next())
  }

  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(textsIn(first)).toEqual(textsIn(bank).slice(0, textsIn(first).length))
})

it('shows after each message the same as a page made at that moment [§3]', async () => {
  const bank = createBank({ seed: 7 })
  const { tell, client } = feedOf(bank)
  const reader = client()
  let shown = wholeIn(await reader.next())

  for (let round = 0; round < 30; round++) {
    if (round % 3 === 0) bank.wires.create(payment(bank))
    else if (round % 3 === 1) bank.clock.advance({ minutes: 40 })
    else bank.clock.advance({ hours: 5 })
    tell()
    shown = wholeIn(await reader.next())
  }

  expect(shown).toEqual(await traceOf(bank))
})

it('sends one message for changes that happen together, made once for all clients [§3]', async () => {
  const bank = createBank({ seed: 7 })
  const { tell, client } = feedOf(bank)
  const readers = Array.from({ length: 200 }, () => client())
  for (const reader of readers) await reader.next()

  for (let count = 0; count < 20; count++) bank.wires.create(payment(bank))
  const messages = tell()
  const told = await Promise.all(readers.map((reader) => reader.next()))

  expect(messages).toBe(1)
  expect(wholeIn(told[0]).payments).toHaveLength(20)
  expect(new Set(told.map((message) => JSON.stringify(message))).size).toBe(1)
})

it('queues nothing for a slow client, which gets everything when it reads again [§8]', async () => {
  const bank = createBank({ seed: 7 })
  const { tell, client } = feedOf(bank)
  const slow = client()
  wholeIn(await slow.next())

  for (let count = 0; count < 10; count++) {
    bank.clock.advance({ hours: 1 })
    bank.wires.create(payment(bank))
    tell()
    await null
  }
  await slow.next()
  const last = wholeIn(await slow.next())

  expect(last.payments).toHaveLength(10)
})

it('begins again after a reset [§3]', async () => {
  const bank = createBank({ seed: 7 })
  const { tell, client } = feedOf(bank)
  const reader = client()
  await reader.next()
  bank.wires.create(payment(bank))
  tell()
  await reader.next()

  bank.reset()
  tell()
  const shown = wholeIn(await reader.next())

  expect(shown.steps).toHaveLength(1)
  expect(shown.payments).toEqual([])
})

it('leaves the first steps out of a long trace, and says so [§8]', async () => {
  const bank = createBank({ seed: 7 })
  const { tell, client } = feedOf(bank, 20)
  const reader = client()
  let shown = wholeIn(await reader.next())

  let left = 0
  for (let count = 0; count < 60; count++) {
    bank.wires.create(payment(bank))
    tell()
    const message = (await reader.next()) as LiveMessage
    left = message.left
    shown = message.bank
  }

  expect(left).toBeGreaterThan(20)
  expect(shown.steps.length).toBeLessThanOrEqual(31)
  expect(shown.steps.length + left).toBe(61)
  expect(shown.missing).toEqual([expect.stringContaining(`${left} earlier steps are left out`)])
  const balances = shown.steps.flatMap(({ state }) => state.balances ?? [])
  expect(balances.at(-1)).toEqual((await traceOf(bank)).steps.flatMap(({ state }) => state.balances ?? []).at(-1))
})

it('follows an old bank from its present state on [§8]', async () => {
  const bank = createBank({ seed: 7 })
  for (let count = 0; count < 50; count++) bank.wires.create(payment(bank))
  const { tell, client } = feedOf(bank, 40)
  const reader = client()
  const first = wholeIn(await reader.next())

  bank.clock.advance({ hours: 3 })
  tell()
  const shown = wholeIn(await reader.next())

  expect(first.missing).toEqual([expect.stringContaining('only the last 40 entries are shown')])
  expect(first.steps.at(-1)?.state.payments).toHaveLength(50)
  expect(shown.steps.at(-1)?.state.payments?.length).toBeGreaterThan(0)
})

it('costs nothing before the first client comes and after the last client has left [§8]', async () => {
  const bank = createBank({ seed: 7 })
  const { tell, client } = feedOf(bank)
  const reader = client()
  await reader.next()
  await reader.end()

  bank.wires.create(payment(bank))

  expect(tell()).toBe(0)
})

it("ends all streams when the server closes, and a bank's streams when the bank closes [§4]", async () => {
  const { server, call } = serverFor()
  const { body: own } = await call('POST', '/_vostro/banks')
  const streamAt = async (path: string) => clientOf((await server.answer(new Request(ORIGIN + path))).body as never)
  const [ofMain, ofOwn] = [
    await streamAt('/_vostro/trace/events'),
    await streamAt(`/_vostro/banks/${own.id}/trace/events`),
  ]
  await Promise.all([ofMain.next(), ofOwn.next()])

  await call('DELETE', `/_vostro/banks/${own.id}`)
  expect(await ofOwn.next()).toBeUndefined()
  await server.close()
  expect(await ofMain.next()).toBeUndefined()
})

it('shows a client without a token an empty page and no events [§4]', async () => {
  const { server, call } = serverFor({ control: { token: 'a-secret-of-this-test' } })
  const page = await call('GET', '/_vostro/trace/live')
  const events = await call('GET', '/_vostro/trace/events')
  const whole = await call('GET', '/_vostro/trace')

  expect(dataIn(page.body)).toEqual({
    title: 'Trace',
    problem: null,
    marks: [],
    banks: [],
    firstDifference: null,
    follow: 'events',
  })
  expect(page.body).not.toContain(server.banks[0]?.record.clientSecret)
  expect([events.status, whole.status]).toEqual([401, 401])
})

it('lets a live page call only the server that it came from, and a saved file no server [§3]', async () => {
  const { call } = serverFor()
  const served = await call('GET', '/_vostro/trace')

  expect(dataIn(served.body).follow).toBe('trace/events')
  expect(served.body).toContain("connect-src 'self'")
  expect(await createBank({ seed: 7 }).trace()).not.toContain('connect-src')
})

it('leaves out conduct and predictions, whose cost would grow with the age of the bank [§3]', async () => {
  const bank = createBank({ seed: 7, masterAccount: { balance: 100_000_000 } })
  const { tell, client } = feedOf(bank, 5)
  const reader = client()
  const few = wholeIn(await reader.next())
  bank.wires.create(payment(bank))
  tell()
  const one = wholeIn(await reader.next())

  for (let count = 0; count < 2_100; count++) bank.wires.create({ ...payment(bank), amount: 1 })
  for (let count = 0; count < 6; count++) await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`)
  tell()
  const many = wholeIn(await reader.next())

  expect(one.payments.map(({ explanation }) => explanation)).toEqual([expect.stringContaining('It completes when')])
  expect(many.payments.filter(({ explanation }) => explanation !== null)).toEqual([])
  expect(few.missing).toEqual([])
  expect(many.missing).toContain('Conduct findings are not shown, because they need all requests: call bank.conduct().')
})

it('says what is in force at the bank until it is removed, and when pushes go [§3]', async () => {
  const { server, call } = serverFor()
  const { body: record } = await call('GET', '/_vostro')
  const body = { appliesTo: 'All', rail: 'Card', amountThreshold: 500, reason: 'Fraud' }
  await call('POST', `/_vostro/desk/accounts/${record.masterAccountNumber}/restrictions`, { body })
  await call('POST', '/_vostro/faults', { body: { fault: 'lostAnswer', endpoint: 'createWire', nth: 2 } })
  const bank = server.banks[0]?.bank as Bank
  const eventName = 'Wire.Payment.Sent'
  const callbackUrl = 'http://localhost:3000/hooks'
  bank.webhooks.register({ partnerId: bank.partner.id, eventName, registrationType: 'Push', callbackUrl })
  await call('POST', '/_vostro/pushes/hold')

  const response = await server.answer(new Request(`${ORIGIN}/_vostro/trace/events`))
  const message = await clientOf(response.body as ReadableStream<Uint8Array>).next()

  const id = expect.any(String)
  expect(message?.inForce).toEqual({
    pushMode: 'held',
    faults: [{ id, text: 'lostAnswer, createWire, number 2' }],
    restrictions: [{ id, text: `Internal, ${record.masterAccountNumber} (All), Card, from 5.00, Fraud` }],
    registrations: [{ id, text: 'Wire.Payment.Sent, http://localhost:3000/hooks, Active' }],
  })
})
