/** Faults count and strike only what they make a difference to: what is told as struck went wrong. (§7) */
import { expect, it } from 'vitest'
import { type Bank, createBank, type FaultKind, type RequestFault, type RequestFaultOptions } from 'vostro'
import { bankingToken, initOf, tokenRequest } from '../../support/calls.ts'
import { pushOf } from '../../support/requests.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

const url = 'https://partner.example/hooks'

const ask = (bank: Bank, method: 'GET' | 'POST', path: string, token: string, body?: object) =>
  bank.fetch(`${bank.urls.baseUrl}${path}`, initOf(method, { token, ...(body ? { body } : {}) }))
const grant = (bank: Bank) =>
  bank.fetch(`${bank.urls.authUrl}/oauth/token`, initOf('POST', { body: tokenRequest(bank) }))

/** A bank whose receiver answers every push. */
function listening(options = {}): Bank {
  const bank = createBank(options)
  bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))
  bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id))
  bank.webhooks.connect(url, () => new Response())
  return bank
}

const struckBy = (bank: Bank) => bank.requests.map(({ endpoint, fault = null }) => [endpoint, fault])

it.each<RequestFaultOptions>([{ nth: 1 }, { uses: 1 }])(
  'lets expiredToken %j pass over the call that asks for a token, and strike the first with one [§5]',
  async (place) => {
    const bank = createBank()
    bank.faults.inject('expiredToken', place)

    const { access_token } = await (await grant(bank)).json()
    const statuses = [
      (await ask(bank, 'GET', '/wires/v1/payments', access_token)).status,
      (await ask(bank, 'GET', '/wires/v1/payments', bankingToken(bank))).status,
    ]

    expect(statuses).toEqual([401, 200])
    expect(struckBy(bank)).toEqual([
      ['requestToken', null],
      ['listWires', 'expiredToken'],
      ['listWires', null],
    ])
  },
)

it('lets staleRead pass over calls that change something, and over a read of what an event has told [§4]', async () => {
  const bank = listening()
  const token = bankingToken(bank)
  bank.faults.inject('staleRead', { nth: 1 })

  await grant(bank)
  const { id } = await (await ask(bank, 'POST', '/wires/v1/payments', token, outboundWire(bank))).json()
  await bank.clock.advanceAsync({ days: 1 })
  const told = await (await ask(bank, 'GET', `/wires/v1/payments/${id}`, bankingToken(bank))).json()
  bank.wires.create(outboundWire(bank))
  const list = await (await ask(bank, 'GET', '/wires/v1/payments', bankingToken(bank))).json()

  expect(told.status).toBe('Completed')
  expect(list.results).toHaveLength(1)
  expect(struckBy(bank).map(([, fault]) => fault)).toEqual([null, null, null, 'staleRead'])
})

it('lets beforeAnswer strike the first call that causes a push, and no other [§6]', async () => {
  const bank = listening()
  const token = bankingToken(bank)
  bank.faults.inject('beforeAnswer', { nth: 1 })

  await ask(bank, 'GET', '/wires/v1/payments', token)
  await ask(bank, 'POST', '/wires/v1/payments', token, outboundWire(bank))
  const inbound = inboundWire(bank)
  await ask(bank, 'POST', '/wires/v1/payments/simulations', token, inbound)
  const outcomes = bank.pushes.map(({ outcome }) => outcome)
  await ask(bank, 'POST', '/wires/v1/payments/simulations', token, inbound)

  expect(outcomes).toEqual(['delivered'])
  expect(bank.pushes).toHaveLength(1)
  expect(struckBy(bank).map(([, fault]) => fault)).toEqual([null, null, 'beforeAnswer', null])
})

it.each(['wrongSignature', 'missingSignature'] as const)('lets %s strike signed pushes alone [§6]', async (fault) => {
  const bank = listening()
  bank.faults.inject(fault, { nth: 1 })
  const receive = async () => {
    bank.wires.simulateInbound(inboundWire(bank))
    await bank.settled()
  }

  await receive()
  const before = bank.timeline()
  bank.webhooks.sign(bank.webhooks.list().results[0]!.id)
  await receive()

  expect(before).not.toContain(`fault ${fault} struck`)
  expect(bank.timeline()).toContain(`fault ${fault} struck`)
})

it('lets reorder strike a push that has another behind it, and no lonely one [§6]', async () => {
  const bank = listening()
  bank.faults.inject('reorder', { nth: 1 })

  bank.wires.simulateInbound(inboundWire(bank))
  await bank.settled()
  const lonely = bank.timeline()
  for (let wire = 0; wire < 2; wire++) bank.wires.simulateInbound(inboundWire(bank))
  await bank.settled()

  expect(lonely).not.toContain('fault reorder struck')
  expect(bank.timeline()).toContain('fault reorder struck')
})

it('lets partialRelease strike a batch of more wires than go out [§3]', () => {
  const bank = createBank()
  bank.faults.inject('partialRelease', { count: 1 })
  bank.wires.create(outboundWire(bank))

  bank.clock.advanceToNextBatch()
  const whole = bank.timeline()
  const wires = [1, 2].map(() => bank.wires.create(outboundWire(bank)))
  bank.clock.advanceToNextBatch()

  expect(whole).not.toContain('struck')
  expect(wires.map(({ id }) => bank.wires.get(id).status)).toEqual(['Completed', 'Pending'])
})

it.each<[RequestFault, RequestFaultOptions, string]>([
  [
    'staleRead',
    { endpoint: 'createWire' },
    'for createWire: it makes no difference there, because it strikes calls that only read. Write one of getWire',
  ],
  ['staleRead', { endpoint: 'pollEvents' }, 'strikes calls that only read'],
  ['expiredToken', { endpoint: 'requestToken' }, 'strikes calls that take a token. Write one of createWire'],
  ['beforeAnswer', { endpoint: 'getWire' }, 'strikes calls that can cause pushes. Write one of createWire'],
  ['slow', { seconds: 0 }, 'seconds must be at least 1'],
  ['delay' as 'slow', { seconds: 0 }, 'seconds must be at least 1'],
  ['status', { for: {} }, 'its `for` is no time at all'],
])('refuses %s %j, which could never strike, and says what can [§7]', (fault, options, message) => {
  const bank = createBank()

  expect(() => bank.faults.inject(fault, options)).toThrow(message)
  expect(bank.faults.list()).toEqual([])
})

it.each<[FaultKind, object, string]>([
  ['lostAnswer', { seconds: 5 }, 'it has no option "seconds", which belongs to underWay, slow, delay. Its options are'],
  ['drop', { endpoint: 'createWire' }, 'it has no option "endpoint", which belongs to status, timeout'],
  [
    'delay',
    { secnds: 5 },
    'unknown option "secnds"; did you mean "seconds"? Its options are nth, uses, event, when, for, seconds.',
  ],
])('says of %s %j which faults have the option, or which is the nearest [§7]', (fault, options, message) => {
  expect(() => createBank().faults.inject(fault as 'status', options)).toThrow(message)
})
