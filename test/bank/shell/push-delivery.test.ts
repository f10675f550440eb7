/** Pushes to connected handlers: attempts, retries, suspension, restart; all on the virtual clock. (§6) */
import { expect, it, vi } from 'vitest'
import { type Bank, type BankOptions, createBank, type EventName, replay } from 'vostro'
import { pushOf } from '../../support/requests.ts'
import { fullOutboundWire, inboundWire } from '../../support/wire.ts'

const url = 'https://partner.example/hooks'
const ok = () => new Response('thanks')

/** A bank that pushes Wire.Payment.Received to `url`. */
function pushingBank(options: BankOptions = {}): Bank {
  const bank = createBank({ seed: 7, ...options })
  bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))
  return bank
}
const receive = (bank: Bank) => bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))

/** Each attempt: when it began, which one it was, and what became of it. */
const storyOf = (bank: Bank) =>
  bank.pushes.map(({ at, attempt, outcome }) => `${at.slice(11, 19)} ${attempt} ${outcome}`)
const statusOf = (bank: Bank) => bank.webhooks.list().results[0]?.status

it('sends the notification as JSON to the connected handler, and records its answer [§2.7]', async () => {
  const bank = pushingBank()
  const requests: Request[] = []
  bank.webhooks.connect(url, (request) => {
    requests.push(request.clone())
    return new Response('thanks', { status: 200 })
  })

  receive(bank)
  const before = [requests.length, bank.pushes.length]
  await bank.settled()

  expect(before).toEqual([0, 0])
  expect(requests.map(({ method, url: to }) => [method, to])).toEqual([['POST', url]])
  expect(requests[0]?.headers.get('content-type')).toBe('application/json')
  expect(await requests[0]?.json()).toEqual(bank.events[0])
  expect(bank.pushes).toMatchObject([
    {
      callbackUrl: url,
      attempt: 1,
      outcome: 'delivered',
      answer: { status: 200, body: 'thanks' },
      endedAt: '2026-03-02T09:00:00.000-05:00',
      notification: bank.events[0],
    },
  ])
  expect(bank.outbox.waiting).toEqual([])
})

it.each<[string, () => Response | Promise<Response>, string, object]>([
  ['answers 500', () => new Response('down', { status: 500 }), 'refused', { answer: { status: 500, body: 'down' } }],
  [
    'answers 201, as 200 alone is success',
    () => new Response('', { status: 201 }),
    'refused',
    { answer: { status: 201, body: '' } },
  ],
  [
    'throws',
    () => {
      throw new TypeError('no database')
    },
    'failed',
    { failure: 'TypeError: no database' },
  ],
  [
    'rejects',
    async () => {
      throw new Error('no database')
    },
    'failed',
    { failure: 'Error: no database' },
  ],
  ['gives nothing', () => undefined as unknown as Response, 'failed', {}],
])(
  'tries three times more when the handler %s, then suspends the registration [§6]',
  async (_, handler, outcome, facts) => {
    const bank = pushingBank()
    bank.webhooks.connect(url, handler)
    receive(bank)

    const happened = await bank.clock.advanceAsync({ minutes: 10 })

    expect(storyOf(bank)).toEqual([
      `09:00:00 1 ${outcome}`,
      `09:00:45 2 ${outcome}`,
      `09:01:30 3 ${outcome}`,
      `09:02:15 4 ${outcome}`,
    ])
    expect(bank.pushes[0]).toMatchObject(facts)
    expect(bank.webhooks.list().results).toMatchObject([{ status: 'Suspended', consecutiveErrors: 4 }])
    expect(happened.filter(({ what }) => what === 'webhook.suspended')).toHaveLength(1)
    expect(bank.webhooks.getEvent(bank.events[0]!.id)).toMatchObject({
      status: 'Failed',
      lastAttemptedAt: '2026-03-02T09:02:15.000-05:00',
    })
  },
)

it('counts any 2xx as success where the catalogue says so [§6]', async () => {
  const bank = pushingBank({ assume: { 'webhooks.success': '2xx' } })
  bank.webhooks.connect(url, () => new Response(null, { status: 204 }))
  receive(bank)
  await bank.settled()

  expect(storyOf(bank)).toEqual(['09:00:00 1 delivered'])
})

it('tries as often, and as late, as the catalogue says [§6]', async () => {
  const bank = pushingBank({ assume: { 'webhooks.retries': 1, 'webhooks.retrySeconds': 60 } })
  bank.webhooks.connect(url, () => new Response('', { status: 503 }))
  receive(bank)
  await bank.clock.advanceAsync({ minutes: 10 })

  expect(storyOf(bank)).toEqual(['09:00:00 1 refused', '09:01:00 2 refused'])
})

it('forgets failures after a success, and pushes the next event as ever [§6]', async () => {
  const bank = pushingBank()
  const answers = [500, 500, 200, 200]
  bank.webhooks.connect(url, () => new Response('', { status: answers.shift() ?? 200 }))
  receive(bank)
  await bank.clock.advanceAsync({ minutes: 10 })
  receive(bank)
  await bank.settled()

  expect(storyOf(bank)).toEqual([
    '09:00:00 1 refused',
    '09:00:45 2 refused',
    '09:01:30 3 delivered',
    '09:10:00 1 delivered',
  ])
  expect(bank.webhooks.list().results).toMatchObject([{ status: 'Active', consecutiveErrors: 0 }])
  expect(bank.webhooks.getEvent(bank.events[0]!.id).status).toBe('Success')
})

it('says once that a registration is suspended, however many of its pushes fail [§6]', async () => {
  const bank = pushingBank()
  bank.webhooks.connect(url, () => new Response('', { status: 500 }))
  for (let times = 0; times < 3; times++) receive(bank)

  const happened = await bank.clock.advanceAsync({ minutes: 10 })

  expect(statusOf(bank)).toBe('Suspended')
  expect(happened.filter(({ what }) => what === 'webhook.suspended')).toHaveLength(1)
})

it('is suspended again when the restart finds the receiver still down, and loses nothing [§6]', async () => {
  const bank = pushingBank()
  bank.webhooks.connect(url, () => new Response('', { status: 500 }))
  receive(bank)
  await bank.clock.advanceAsync({ minutes: 10 })
  receive(bank)

  bank.webhooks.restart(bank.webhooks.list().results[0]!.id)
  await bank.clock.advanceAsync({ minutes: 10 })

  // One event is tried, the other waits for its success.
  expect(bank.pushes.length).toBe(8)
  expect(new Set(bank.pushes.map(({ notification }) => notification.id)).size).toBe(1)
  expect(statusOf(bank)).toBe('Suspended')
  expect(bank.outbox.waiting.map(({ eventId }) => eventId)).toEqual(bank.events.map(({ id }) => id))
})

it('sends nothing more once it is suspended, even what was due at the same instant, and stays so until a restart [§6]', async () => {
  const bank = pushingBank()
  bank.webhooks.connect(url, () => new Response('', { status: bank.pushes.length === 8 ? 200 : 500 }))
  receive(bank)
  receive(bank)

  await bank.clock.advanceAsync({ minutes: 10 })

  expect(bank.pushes.map(({ outcome }) => outcome)).toEqual(Array(7).fill('refused'))
  expect(statusOf(bank)).toBe('Suspended')
  expect(bank.outbox.waiting.map(({ eventId }) => eventId)).toEqual(bank.events.map(({ id }) => id))
})

it('loses nothing where several events have failed for good: after a restart all go, in the order of the events [§6]', async () => {
  const bank = pushingBank()
  const heard: string[] = []
  let isUp = false
  bank.webhooks.connect(url, async (request) => {
    if (!isUp) return new Response('down', { status: 503 })
    heard.push((await request.json()).id)
    return ok()
  })
  for (let count = 0; count < 3; count++) receive(bank)
  await bank.clock.advanceAsync({ minutes: 5 })
  const { id, status } = bank.webhooks.list().results[0]!

  isUp = true
  bank.webhooks.restart(id)
  await bank.settled()

  expect(status).toBe('Suspended')
  expect(heard).toEqual(bank.events.map((event) => event.id))
  expect(bank.outbox.waiting).toEqual([])
})

it('gives a handler that never answers its time on the virtual clock, then tries again [§6]', async () => {
  const bank = pushingBank()
  let calls = 0
  bank.webhooks.connect(url, () => (++calls === 1 ? new Promise<Response>(() => {}) : ok()))
  receive(bank)

  await bank.clock.advanceAsync({ minutes: 5 }, { maxTurns: 50 })

  expect(storyOf(bank)).toEqual(['09:00:00 1 timedOut', '09:01:15 2 delivered'])
  expect(bank.pushes[0]).toMatchObject({ failure: 'no answer in 30 s', endedAt: '2026-03-02T09:00:30.000-05:00' })
})

it('keeps an answer that comes too late, and it counts for nothing [§6]', async () => {
  const bank = pushingBank()
  let answer: (response: Response) => void = () => {}
  bank.webhooks.connect(
    url,
    () =>
      new Promise<Response>((resolve) => {
        answer = resolve
      }),
  )
  receive(bank)
  await bank.clock.advanceAsync({ seconds: 40 }, { maxTurns: 50 })

  answer(new Response('late'))
  await bank.settled()

  expect(bank.pushes).toMatchObject([
    { outcome: 'timedOut', answer: { status: 200, body: 'late' }, endedAt: '2026-03-02T09:00:40.000-05:00' },
  ])
  expect(bank.outbox.waiting).toHaveLength(1)
})

it('names what hangs, with the virtual time, instead of waiting for ever [§6]', async () => {
  const bank = pushingBank()
  bank.webhooks.connect(url, () => new Promise<Response>(() => {}))
  receive(bank)

  const settling = bank.settled({ maxTurns: 50 })

  await expect(settling).rejects.toThrow(
    `Failed to settle: 1 handler has not ended, and it is 2026-03-02T09:00:00.000-05:00.\n  Wire.Payment.Received (event ${bank.events[0]!.id}) to ${url}, begun at 2026-03-02T09:00:00.000-05:00`,
  )
  await expect(bank.clock.advanceAsync({ seconds: 10 }, { maxTurns: 50 })).rejects.toThrow('09:00:10')
  expect(storyOf(bank)).toEqual(['09:00:00 1 open'])
})

it('waits for all of a promise chain of the handler, however long, under fake timers too [§6]', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'setInterval', 'setImmediate', 'Date', 'performance', 'queueMicrotask'],
  })
  try {
    const bank = pushingBank()
    const done: number[] = []
    bank.webhooks.connect(url, async () => {
      for (let step = 0; step < 500; step++) await null
      done.push(1)
      return ok()
    })
    receive(bank)
    await bank.settled()

    expect(done).toEqual([1])
    expect(storyOf(bank)).toEqual(['09:00:00 1 delivered'])
  } finally {
    vi.useRealTimers()
  }
})

it('lets a handler call the bank: it looks up the payment that it hears of [§6]', async () => {
  const bank = pushingBank()
  const seen: string[] = []
  bank.webhooks.connect(url, async (request) => {
    const { resources } = await request.json()
    const headers = { authorization: `Bearer ${bank.tokens.issue().access_token}` }
    const payment = await (await bank.fetch(`${bank.urls.baseUrl}/${resources[0]}`, { headers })).json()
    seen.push(payment.status)
    return ok()
  })
  receive(bank)
  await bank.settled()

  expect(seen).toEqual(['Hold'])
})

it('delivers what a handler causes before it has settled [§6]', async () => {
  const bank = pushingBank()
  bank.webhooks.connect(url, () => {
    if (bank.events.length < 3) receive(bank)
    return ok()
  })
  receive(bank)
  await bank.settled()

  expect(bank.pushes.map(({ outcome }) => outcome)).toEqual(['delivered', 'delivered', 'delivered'])
})

it('does not stop for one event that fails: those that follow are pushed meanwhile [§6]', async () => {
  const bank = pushingBank()
  let calls = 0
  bank.webhooks.connect(url, () => new Response('', { status: ++calls === 1 ? 500 : 200 }))
  const ids = [receive(bank), receive(bank)].map(({ id }) => id)
  await bank.clock.advanceAsync({ minutes: 1 })

  const order = bank.pushes.map(({ notification, outcome }) => [
    ids.indexOf(notification.resources[0]!.slice(18)),
    outcome,
  ])
  expect(order).toEqual([
    [0, 'refused'],
    [1, 'delivered'],
    [0, 'delivered'],
  ])
})

it('captures again after the handler was disconnected, what waited for it too [§6]', async () => {
  const bank = pushingBank()
  bank.webhooks.connect(url, ok)
  receive(bank)
  bank.webhooks.disconnect(url)
  receive(bank)
  await bank.settled()

  expect(bank.pushes.map(({ outcome }) => outcome)).toEqual(['captured', 'captured'])
})

it('sends the user name and password of the registration as Basic authentication [§6]', async () => {
  const bank = createBank()
  const credentials = { authUsername: 'bank', authPassword: 'pässword:1' }
  bank.webhooks.register({ ...pushOf('Wire.Payment.Received', bank.partner.id), ...credentials })
  const headers: (string | null)[] = []
  bank.webhooks.connect(url, (request) => {
    headers.push(request.headers.get('authorization'))
    return ok()
  })
  receive(bank)
  await bank.settled()

  const [scheme, value = ''] = headers[0]?.split(' ') ?? []
  expect(scheme).toBe('Basic')
  expect(Buffer.from(value, 'base64').toString('utf8')).toBe('bank:pässword:1')
  expect(JSON.stringify(bank.webhooks.list())).not.toContain('pässword')
})

it('tells in the Extended format every detail of a wire, its amount a text, and null what it has not [§2.7]', () => {
  const bank = createBank({ seed: 7 })
  bank.webhooks.register({ ...pushOf('Wire.Payment.Received', bank.partner.id), format: 'Extended' })
  const wire = receive(bank)

  expect(bank.events[0]?.details).toEqual([])
  expect(bank.pushes[0]?.notification.details).toEqual([
    {
      paymentId: wire.id,
      accountNumber: wire.accountNumber,
      direction: 'Inbound',
      imad: wire.imad,
      omad: wire.omad,
      paymentType: 'Transfer',
      purpose: null,
      amount: '10000',
      clientIdentifier: null,
      originatingFiName: 'Example Sending Bank',
      originatingFiIdentifier: '021000021',
      originatorName: 'Example Customer',
      originatorIdentifier: '87654321',
      originatorAddress1: null,
      originatorAddress2: null,
      originatorAddress3: null,
      beneficiaryFiName: wire.beneficiaryFi.name,
      beneficiaryFiIdentifier: wire.beneficiaryFi.identifier,
      beneficiaryName: 'Test Partner',
      beneficiaryIdentifier: wire.accountNumber,
      beneficiaryAddress1: null,
      beneficiaryAddress2: null,
      beneficiaryAddress3: null,
      beneficiaryReference: null,
      senderReference: wire.senderReference,
      originatorToBeneficiary1: null,
      originatorToBeneficiary2: null,
      originatorToBeneficiary3: null,
      originatorToBeneficiary4: null,
      coreTransactionId: null,
      senderRoutingNumber: '021000021',
    },
  ])
})

it('tells of a full outbound wire its texts, references and network data in the Extended format [§2.7]', () => {
  const bank = createBank({ seed: 7 })
  bank.webhooks.register({ ...pushOf('Wire.Payment.Sent', bank.partner.id), format: 'Extended' })
  const request = fullOutboundWire(bank)
  const { id } = bank.wires.create(request)
  bank.clock.advanceToNextBatch()

  const wire = bank.wires.get(id)
  expect(bank.pushes[0]?.notification.details).toMatchObject([
    {
      imad: wire.imad,
      omad: wire.omad,
      coreTransactionId: wire.coreTransactionId,
      purpose: request.purpose,
      clientIdentifier: request.clientIdentifier,
      originatorToBeneficiary1: request.originatorToBeneficiary1,
      originatorToBeneficiary4: request.originatorToBeneficiary4,
      beneficiaryReference: request.beneficiaryReference,
      beneficiaryAddress1: request.beneficiary.address1,
      beneficiaryFiName: wire.beneficiaryFi.name,
    },
  ])
})

it.each([
  [{ clientIdentifier: 'customer-17' }, 'customer-17'],
  [{}, null],
])('tells in the Extended format of a subledger that was opened with %o [§2.7]', (given, clientIdentifier) => {
  const bank = createBank()
  bank.webhooks.register({ ...pushOf('Core.SubAccount.Opened', bank.partner.id), format: 'Extended' })
  const { accountNumber: masterAccountNumber } = bank.masterAccount

  const opened = bank.subledgers.create({ masterAccountNumber, title: 'Customer 17', ...given })

  expect(bank.pushes[0]?.notification.details).toEqual([
    {
      subAccountNumber: opened.accountNumber,
      masterAccountNumber,
      accountType: 'Deposit',
      status: 'Active',
      title: 'Customer 17',
      clientIdentifier,
    },
  ])
})

it('tells what was so when the event was emitted, however late and often it is looked at [§2.7]', async () => {
  const bank = createBank()
  const { id } = bank.webhooks.register({ ...pushOf('Core.SubAccount.Opened', bank.partner.id), format: 'Extended' })
  const bodies: unknown[] = []
  bank.webhooks.connect(url, async (request) => {
    bodies.push(await request.json())
    return new Response('', { status: bodies.length === 1 ? 503 : 200 })
  })
  const { accountNumber: masterAccountNumber } = bank.masterAccount
  const { accountNumber } = bank.subledgers.create({ masterAccountNumber, title: 'Customer 17' })
  await bank.settled()
  bank.subledgers.rename(accountNumber, 'Renamed')
  bank.webhooks.update(id, { format: 'Basic' })

  await bank.clock.advanceAsync({ minutes: 1 })

  const told = { details: [{ title: 'Customer 17' }] }
  expect(bodies).toMatchObject([told, told])
  expect(bank.pushes.map(({ notification }) => notification)).toEqual(bodies)
  expect(bank.webhooks.getEvent(bank.events[0]!.id)).toMatchObject(told)
})

it('tells of anything else its path in the Extended format [§2.7]', () => {
  const bank = createBank()
  bank.webhooks.register({ ...pushOf('Core.Restriction.Placed', bank.partner.id), format: 'Extended' })

  bank.restrictions.create({ accountNumber: bank.masterAccount.accountNumber, appliesTo: 'All' })

  expect(bank.pushes[0]?.notification.details).toEqual([{ resource: bank.events[0]?.resources[0] }])
})

it('replays what handlers answered, without calling any [§3]', async () => {
  const bank = pushingBank()
  const answers = [500, 200]
  const handler = vi.fn(() => new Response('', { status: answers.shift() ?? 200 }))
  bank.webhooks.connect(url, handler)
  receive(bank)
  await bank.clock.advanceAsync({ minutes: 2 })
  const calls = handler.mock.calls.length

  const again = replay(JSON.parse(JSON.stringify(bank.journal)))

  expect(again.world).toEqual(bank.world)
  expect(again.pushes).toEqual(bank.pushes)
  expect(handler.mock.calls.length).toBe(calls)
})

it('forgets a push that was on its way when the bank was restored [§3]', async () => {
  const bank = pushingBank()
  let answer: (response: Response) => void = () => {}
  bank.webhooks.connect(
    url,
    () =>
      new Promise<Response>((resolve) => {
        answer = resolve
      }),
  )
  const snapshot = bank.snapshot()
  receive(bank)
  await expect(bank.settled({ maxTurns: 20 })).rejects.toThrow('not ended')

  bank.restore(snapshot)
  answer(ok())
  await bank.settled()

  expect(bank.pushes).toEqual([])
})

it.each<[string, () => unknown]>([
  ['a handler that is none', () => createBank().webhooks.connect(url, 'fetch' as never)],
  ['an address that is none', () => createBank().webhooks.connect('hooks', ok)],
])('refuses to connect %s [§6]', (_, connect) => {
  expect(connect).toThrow(
    expect.objectContaining({ name: 'UsageError', message: expect.stringMatching(/^Failed to connect/) }),
  )
})

it('registers for the events of a connection, where they are not registered yet, all or none [§2.6]', () => {
  const bank = createBank()
  const callbackUrl = 'https://partner.example/hooks'
  const connect = (url: string, events: EventName[]) => bank.webhooks.connect(url, () => new Response(), { events })
  const registered = () => bank.webhooks.list().results.map(({ eventName }) => eventName)

  connect(callbackUrl, ['Wire.Payment.Sent'])
  connect(callbackUrl, ['Wire.Payment.Sent', 'Wire.Payment.Received'])
  const both = registered()

  expect(() => connect('https://other.example/', ['Wire.Payment.Processed', 'Wire.Payment.Sent'])).toThrow(
    expect.objectContaining({ code: 'registration_exists' }),
  )
  expect(() => connect(callbackUrl, ['Wire.Payment.Snt' as 'Wire.Payment.Sent'])).toThrow('Wire.Payment.Sent')
  expect([both, registered()]).toEqual([both, ['Wire.Payment.Sent', 'Wire.Payment.Received']])
})
