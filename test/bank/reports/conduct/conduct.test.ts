/** The conduct report: for each rule, partners that keep it, in many ways, and partners that break it. */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { outboundWire } from '../../../support/wire.ts'
import { answerWith, at, clientOf, registerForWires } from './partner.ts'

type Story = (bank: Bank) => Promise<unknown>

const well: [string, Story][] = [
  [
    'keeps its token for every call [§5 rule 4]',
    async (bank) => {
      const client = clientOf(bank)
      for (const reference of ['A', 'B', 'C']) await client.payFor(reference)
    },
  ],
  [
    'renews its token an hour before it expires [§5 rule 4]',
    async (bank) => {
      const client = clientOf(bank)
      for (const reference of ['A', 'B', 'C']) {
        await client.payFor(reference)
        bank.clock.advance({ hours: 23 })
        await client.askForToken()
      }
    },
  ],
  [
    'has a token for each of two audiences, and a second client id [§5 rule 4]',
    async (bank) => {
      await clientOf(bank).payFor('A')
      await clientOf(bank, bank.partner.loanAudience).get(`${bank.urls.loanBaseUrl}/Webhook/GetEvents`)
      const other = bank.partners.add()
      await clientOf(bank, other.audience, other).get('/wires/v1/payments')
    },
  ],
  [
    'requests two tokens before its first two calls, which run in parallel [§5 rule 4]',
    async (bank) => {
      const client = clientOf(bank)
      await Promise.all([client.payFor('A'), client.payFor('B')])
      await client.payFor('C')
    },
  ],
  [
    'runs in two processes, one of which makes a single call [§5 rule 4]',
    async (bank) => {
      await clientOf(bank).payFor('A')
      const client = clientOf(bank)
      for (const reference of ['B', 'C']) await client.payFor(reference)
    },
  ],
  [
    'asks for a new token after a 401, and calls again [§5 rule 5]',
    async (bank) => {
      const client = clientOf(bank)
      bank.tokens.revoke(await client.askForToken())
      await client.get('/wires/v1/payments')
      await client.askForToken()
      await client.get('/wires/v1/payments')
    },
  ],
  [
    'has two parallel calls with a dead token, one of which is answered after the new token is granted [§5 rule 5]',
    async (bank) => {
      const client = clientOf(bank)
      const dead = await client.askForToken()
      bank.tokens.revoke(dead)
      await client.get('/wires/v1/payments')
      await client.askForToken()
      const { baseUrl } = bank.urls
      await bank.fetch(`${baseUrl}/webhooks/v1/registrations`, { headers: { authorization: `Bearer ${dead}` } })
      await client.get('/wires/v1/payments')
      await client.get('/webhooks/v1/registrations')
    },
  ],
  [
    'looks a wire up after its create, and after each push [§6]',
    async (bank) => {
      registerForWires(bank)
      const client = clientOf(bank)
      const ids = [await client.payFor('A'), await client.payFor('B')]
      for (const id of ids) await client.get(at(id))
      bank.clock.advanceToNextBatch()
      for (const { notification } of bank.pushes) await client.get(`/${notification.resources[0]}`)
    },
  ],
  [
    'looks a wire up once more, for a report at noon [§6]',
    async (bank) => {
      const client = clientOf(bank)
      const id = await client.payFor('A')
      await client.get(at(id))
      bank.clock.advance({ minutes: 1 })
      await client.get(at(id))
    },
  ],
  [
    'reads a completed wire as often as it likes [§6]',
    async (bank) => {
      const client = clientOf(bank)
      const id = await client.payFor('A')
      bank.clock.advanceToNextBatch()
      for (let time = 0; time < 5; time++) await client.get(at(id))
    },
  ],
  [
    'sends a create again with the same key after a 503, and after no answer [§4 call 2]',
    async (bank) => {
      const client = clientOf(bank)
      for (const status of [503, 0]) {
        const headers = { 'idempotency-key': `invoice ${status}` }
        await client.pay({}, headers)
        answerWith(bank, status)
        await client.pay({}, headers)
      }
    },
  ],
  [
    'sends a create again with the same clientIdentifier after no answer [§4 call 2]',
    async (bank) => {
      const client = clientOf(bank)
      await client.pay({ clientIdentifier: 'invoice 17' }, {})
      answerWith(bank, 0)
      await client.pay({ clientIdentifier: 'invoice 17' }, {})
    },
  ],
  [
    'corrects a refused create and sends it without a key [§4 call 2]',
    async (bank) => {
      const client = clientOf(bank)
      await client.pay({ amount: 0 }, {})
      await client.pay({}, {})
    },
  ],
  [
    'repeats a create with the same key until it is no longer under way [§4 call 2]',
    async (bank) => {
      const client = clientOf(bank)
      bank.faults.inject('underWay', { endpoint: 'createWire', nth: 1, seconds: 30 })
      for (let time = 0; time < 3; time++) {
        await client.pay({}, { 'idempotency-key': 'a' }).catch(() => undefined)
        bank.clock.advance({ seconds: 20 })
      }
    },
  ],
  [
    'pays again with another key after a repeat said that the first create was refused [§4 call 2]',
    async (bank) => {
      const client = clientOf(bank)
      const account = { accountNumber: '0000000000' }
      await client.pay(account, { 'idempotency-key': 'a' })
      answerWith(bank, 503)
      await client.pay(account, { 'idempotency-key': 'a' })
      await client.pay(account, { 'idempotency-key': 'b' })
    },
  ],
  [
    'corrects a refused create, and sends it with the same key [§4 call 2]',
    async (bank) => {
      const client = clientOf(bank)
      for (const amount of [0, 100]) await client.pay({ amount }, { 'idempotency-key': 'a' })
    },
  ],
  [
    'repeats a create with its fields in another order [§4 call 2]',
    async (bank) => {
      const client = clientOf(bank)
      const body = outboundWire(bank)
      const reversed = Object.fromEntries(Object.entries(body).reverse())
      for (const sent of [body, reversed]) await client.post('/wires/v1/payments', sent, { 'idempotency-key': 'a' })
    },
  ],
  [
    'shares a key with another partner, whose payment is another [§4 call 2]',
    async (bank) => {
      const other = bank.partners.add()
      await clientOf(bank).pay({}, { 'idempotency-key': '1' })
      await clientOf(bank, other.audience, other).pay({ amount: 1 }, { 'idempotency-key': '1' })
    },
  ],
  [
    'makes two equal payments with two keys, and a third without a key on the next day [§4 call 2]',
    async (bank) => {
      const client = clientOf(bank)
      for (const key of ['first', 'second']) await client.pay({}, { 'idempotency-key': key })
      await client.pay({}, {})
      bank.clock.advance({ hours: 20 })
      await client.pay({}, {})
    },
  ],
  [
    'gives up an unanswered create, and makes an equal payment with another key on the next day [§4 call 2]',
    async (bank) => {
      const client = clientOf(bank)
      await client.pay({}, { 'idempotency-key': 'monday' })
      answerWith(bank, 0)
      bank.clock.advance({ hours: 20 })
      await client.pay({}, { 'idempotency-key': 'tuesday' })
    },
  ],
  [
    'repeats a payment after the push that it was rejected [§4 call 2]',
    async (bank) => {
      registerForWires(bank)
      const client = clientOf(bank)
      await client.pay({ amount: 100_000_001 }, {})
      bank.clock.advance({ minutes: 1 })
      bank.transactions.post({
        accountNumber: bank.masterAccount.accountNumber,
        rail: 'Ach',
        transactionType: 'Credit',
        transactionCode: 'Incoming ACH',
        amount: 1,
      })
      await client.pay({ amount: 100_000_001 }, {})
    },
  ],
  [
    'sends 100 minor units and later a hundred times as much [§2.3]',
    async (bank) => {
      const client = clientOf(bank)
      for (const amount of [100, 10_000]) await client.pay({ amount })
    },
  ],
  [
    'asks for the names of the loan events [§9]',
    async (bank) => clientOf(bank, bank.partner.loanAudience).get(`${bank.urls.loanBaseUrl}/Webhook/GetEvents`),
  ],
  [
    'answers each push with success, though the bank loses one answer [§6]',
    async (bank) => {
      registerForWires(bank)
      bank.webhooks.connect('https://partner.example/hooks', () => new Response('taken'))
      bank.outbox.hold()
      await clientOf(bank).payFor('A')
      bank.clock.advanceToNextBatch()
      const [waiting] = bank.outbox.waiting
      await bank.outbox.deliver(String(waiting?.eventId), { loseAnswer: true })
      bank.outbox.resume()
      await bank.clock.advanceAsync({ hours: 1 })
    },
  ],
]

it.each(well)('finds nothing in a partner that %s', async (_, behave) => {
  const bank = createBank()

  await behave(bank)

  expect(bank.requests.length).toBeGreaterThan(0)
  expect(bank.conduct()).toEqual([])
})

const badly: [string, string, Story, object][] = [
  [
    'a token requested for each call [§5 rule 4]',
    'token_requested_per_call',
    async (bank) => {
      for (const reference of ['A', 'B', 'C']) await clientOf(bank).payFor(reference)
    },
    { requests: [2, 4], fact: expect.stringContaining('requested 3 tokens'), section: '§5 rule 4' },
  ],
  [
    'a second token for the second call [§5 rule 4]',
    'token_requested_per_call',
    async (bank) => {
      for (const reference of ['A', 'B']) await clientOf(bank).payFor(reference)
    },
    { requests: [2] },
  ],
  [
    'a 401 after which no token is requested [§5 rule 5]',
    'token_not_renewed',
    async (bank) => {
      const client = clientOf(bank)
      await client.payFor('A')
      bank.clock.advance({ days: 2 })
      for (let time = 0; time < 2; time++) await client.get('/wires/v1/payments')
    },
    { requests: [2, 3], section: '§5 rule 5' },
  ],
  [
    'a dead token that is still sent after a new one was requested [§5 rule 5]',
    'token_not_renewed',
    async (bank) => {
      const client = clientOf(bank)
      bank.tokens.revoke(await client.askForToken())
      await client.get('/wires/v1/payments')
      await clientOf(bank).askForToken()
      await client.get('/wires/v1/payments')
    },
    { requests: [3] },
  ],
  [
    'a wire polled until it is sent [§6]',
    'wire_polled',
    async (bank) => {
      const client = clientOf(bank)
      const id = await client.payFor('A')
      for (let time = 0; time < 4; time++) {
        await client.get(at(id))
        bank.clock.advance({ minutes: 1 })
      }
    },
    { requests: [2, 3, 4, 5], fact: expect.stringContaining('looked up 4 times'), section: '§6' },
  ],
  [
    'a create sent again without a key after a 503 [§4 call 2]',
    'create_not_repeatable',
    async (bank) => {
      const client = clientOf(bank)
      await client.pay({}, {})
      answerWith(bank, 503)
      await client.pay({}, {})
    },
    { requests: [1, 2], fact: expect.stringContaining('with no key was answered 503, and was sent again with no key') },
  ],
  [
    'a create sent again with another key after no answer [§4 call 2]',
    'create_not_repeatable',
    async (bank) => {
      const client = clientOf(bank)
      await client.pay({}, { 'idempotency-key': 'a' })
      answerWith(bank, 0)
      await client.pay({}, { 'idempotency-key': 'b' })
    },
    {
      requests: [1, 2],
      fact: expect.stringContaining('with key "a" was not answered, and was sent again with key "b"'),
    },
  ],
  [
    'a create whose clientIdentifier changes on the second try [§4 call 2]',
    'create_not_repeatable',
    async (bank) => {
      const client = clientOf(bank)
      await client.pay({ clientIdentifier: 'try 1' }, {})
      answerWith(bank, 500)
      await client.pay({ clientIdentifier: 'try 2' }, {})
    },
    { requests: [1, 2] },
  ],
  [
    'a create sent again with another key after a truncated answer [§4 call 2]',
    'create_not_repeatable',
    async (bank) => {
      const client = clientOf(bank)
      bank.faults.inject('malformedBody', { endpoint: 'createWire', nth: 1 })
      await client.pay({}, { 'idempotency-key': 'a' })
      await client.pay({}, { 'idempotency-key': 'b' })
    },
    { requests: [1, 2], fact: expect.stringContaining('with an unreadable body') },
  ],
  ...[409, 401, 429].map((status): (typeof badly)[number] => [
    `a create sent again with another key after a repeat of it was answered ${status} [§4 call 2]`,
    'create_not_repeatable',
    async (bank) => {
      const client = clientOf(bank)
      bank.faults.inject('underWay', { endpoint: 'createWire', nth: 1, seconds: 30 })
      await client.pay({}, { 'idempotency-key': 'a' }).catch(() => undefined)
      await client.pay({}, { 'idempotency-key': 'a' })
      if (status !== 409) answerWith(bank, status)
      if (status === 401) await client.askForToken()
      await client.pay({}, { 'idempotency-key': 'b' })
    },
    {
      requests: status === 401 ? [2, 4] : [2, 3],
      fact: expect.stringContaining(`with key "a" was answered ${status}, and was sent again with key "b"`),
    },
  ]),
  [
    'a key that is sent again with another body [§4 call 2]',
    'key_with_another_body',
    async (bank) => {
      const client = clientOf(bank)
      for (const amount of [100, 200]) await client.pay({ amount }, { 'idempotency-key': 'a' })
    },
    { requests: [1, 2], fact: expect.stringContaining('The idempotency key "a" was sent with two bodies') },
  ],
  [
    'an amount of 12.5, and quotes a whole amount that was accepted [§2.3]',
    'amount_in_major_units',
    async (bank) => {
      const client = clientOf(bank)
      for (const amount of [100, 12.5]) await client.pay({ amount })
    },
    { requests: [2], fact: expect.stringMatching(/12\.5 as amount.* 100 as 1\.00/), section: '§2.3' },
  ],
  [
    'an amount sent as a text with cents [§2.3]',
    'amount_in_major_units',
    async (bank) => clientOf(bank).pay({ amount: '100.00' }),
    { requests: [1], advice: 'Send minor units: 100.00 is 10000.' },
  ],
  [
    'an amount that was multiplied and not rounded [§2.3]',
    'amount_in_major_units',
    async (bank) => clientOf(bank).pay({ amount: 19.99 * 100 }),
    { requests: [1], advice: expect.stringContaining('Math.round') },
  ],
  [
    'the deprecated loan summary [§9]',
    'loan_summary_queried',
    async (bank) => clientOf(bank, bank.partner.loanAudience).get(`${bank.urls.loanBaseUrl}/LoanSummary`),
    { requests: [1], section: '§9' },
  ],
  [
    'an unknown parameter, in one finding for all calls [§4]',
    'parameter_not_read',
    async (bank) => {
      const client = clientOf(bank)
      for (const page of [1, 2]) await client.get(`/wires/v1/payments?pageNmber=${page}&PageSize=5`)
    },
    { requests: [1, 2], fact: 'The call listWires does not read the parameter "pageNmber".' },
  ],
]

it.each(badly)('finds %s', async (_, rule, behave, wanted) => {
  const bank = createBank()

  await behave(bank)

  const places = bank.conduct().map((finding) => ({
    ...finding,
    requests: finding.requests.map((id) => bank.requests.findIndex((request) => request.id === id)),
  }))
  expect(places).toEqual([expect.objectContaining({ rule, pushes: [], ...wanted })])
})

it.each<[string, () => Response, string]>([
  ['answered with 503', () => new Response('', { status: 503 }), 'was answered 503'],
  ['answered with an error', () => Promise.reject(new Error('no database')) as never, 'ended in an error'],
])('finds a push that is %s, though a later attempt gets through [§6]', async (_, fail, words) => {
  const bank = createBank()
  registerForWires(bank)
  let tries = 0
  bank.webhooks.connect('https://partner.example/hooks', () => (tries++ === 0 ? fail() : new Response('taken')))
  await clientOf(bank).payFor('A')

  bank.clock.advanceToNextBatch()
  await bank.clock.advanceAsync({ minutes: 5 })

  expect(bank.pushes.at(-1)?.outcome).toBe('delivered')
  expect(bank.conduct()).toMatchObject([
    { rule: 'push_not_accepted', section: '§6', requests: [], pushes: [bank.pushes[0]?.id] },
  ])
  expect(bank.conduct()[0]?.fact).toContain(words)
})

it.each([
  [404, 'Serve POST at /hooks, or register the address at which the receiver listens. (§6)'],
  [
    202,
    "Answer 200: by the assumption webhooks.success no other answer is success (its value '2xx' accepts 202, too). (§6)",
  ],
  [500, 'Keep the event id, answer 200 at once, and do the work afterwards. (§6)'],
  [
    401,
    'The push has no signature, because its registration has no secret: call bank.webhooks.sign(id). If the receiver wants a user name and a password, register them as authUsername and authPassword. (§6)',
  ],
])('counts attempts and events apart, and says what to do about an answer of %i [§6]', async (status, advice) => {
  const bank = createBank()
  registerForWires(bank)
  bank.webhooks.connect('https://partner.example/hooks', () => new Response('', { status }))
  await clientOf(bank).payFor('A')

  bank.clock.advanceToNextBatch()
  await bank.clock.advanceAsync({ minutes: 10 })

  expect(bank.conduct().map(({ text }) => text)).toEqual([
    `4 of 4 attempts to push 1 event to "https://partner.example/hooks" failed; the first, Wire.Payment.Sent, was answered ${status}. ${advice}`,
  ])
})

it('joins the fact, the advice and the section of a finding in one text [§6]', async () => {
  const bank = createBank()
  const client = clientOf(bank)
  const id = await client.payFor('A')

  for (let time = 0; time < 3; time++) await client.get(at(id))

  expect(bank.conduct().map(({ text }) => text)).toEqual([
    `The wire "${id}" was looked up 3 times while it was under way, with nothing pushed in between. ` +
      'Register for Wire.Payment.Sent, and look the payment up once when its push has come. (§6)',
  ])
})

it('reads the idempotency key from the header that the bank assumes [§4 call 2]', async () => {
  const bank = createBank({ assume: { 'idempotency.header': 'x-request-key' } })
  const client = clientOf(bank)

  for (const key of ['first', 'second']) await client.pay({}, { 'x-request-key': key })

  expect(bank.conduct()).toEqual([])
})

it('advises a receiver that answers a signed push with 401 to check secret and clock [§6]', async () => {
  const bank = createBank({ assume: { 'webhooks.secret': 'c2VjcmV0' } })
  registerForWires(bank)
  bank.webhooks.connect('https://partner.example/hooks', (request) => {
    const [, time = ''] = /^t:(\S+),/.exec(request.headers.get('cos-signature') ?? '') ?? []
    const ageSeconds = (Date.now() - Date.parse(time)) / 1_000
    return new Response('', { status: Math.abs(ageSeconds) < 300 ? 200 : 401 })
  })
  await clientOf(bank).payFor('A')

  await bank.clock.advanceToNextBatchAsync()

  const [finding] = bank.conduct()
  expect(finding).toMatchObject({ rule: 'push_not_accepted', fact: expect.stringContaining('was answered 401') })
  expect(finding?.advice).toMatch(/secret of this registration.*compare its time with the bank's clock/s)
})
