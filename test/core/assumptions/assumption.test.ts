import { expect, it } from 'vitest'
import { type AssumptionId, assumptions, createBank } from 'vostro'
import { pushOf } from '../../support/requests.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

const entries = Object.entries(assumptions) as [AssumptionId, (typeof assumptions)[AssumptionId]][]

it.each(entries)(
  'has in the catalogue an entry %s with section, reason and a default that is allowed [§1]',
  (_, entry) => {
    const { allowed, section, open, why, provenance } = entry

    expect(section).toMatch(/^§\d+(\.\d+)?$/)
    expect([open.length > 0, why.length > 0]).toEqual([true, true])
    expect(['published', 'assumed']).toContain(provenance)
    expect(entry.default).toEqual(allowed.default)
    expect(allowed.accepts(entry.default)).toBe(!allowed.isFixed)
  },
)

it.each(entries.filter(([, { allowed }]) => allowed.isFixed).map(([id]) => id))(
  'refuses another value for %s, which describes a shape [§1]',
  (id) => {
    expect(() => createBank({ assume: { [id]: 'another' } })).toThrow(
      `assume['${id}']: is "another", allowed is no other value: for another behaviour, answer the call with a handler of your own`,
    )
  },
)

it.each([
  ['wires.reviewSeconds', -1, 'a whole number from 0 to 2592000'],
  ['wires.reviewSeconds', 1.5, 'a whole number from 0 to 2592000'],
  ['wires.reviewSeconds', '5', 'a whole number from 0 to 2592000'],
  ['wires.reviewSeconds', null, 'a whole number from 0 to 2592000'],
  ['wires.holdMinutes', -1, 'a whole number from 0 to 43200, or null'],
  ['wires.reviewOutcome', 'Completed', '"Pending" or "Hold"'],
  ['wires.batchTimes', [], 'wall times HH:MM, ascending'],
  ['wires.batchTimes', ['12:00', '10:00'], 'wall times HH:MM, ascending'],
  ['wires.batchTimes', ['10:00', '10:00'], 'wall times HH:MM, ascending'],
  ['wires.batchTimes', ['24:00'], 'wall times HH:MM, ascending'],
  ['wires.batchTimes', '10:00', 'wall times HH:MM, ascending'],
  ['wires.cutOff', '6pm', 'a wall time HH:MM'],
  ['wires.imadSource', 'short', 'eight capital letters or digits'],
  ['paging.pageSize', 51, 'a whole number from 1 to 50'],
  ['idempotency.header', 'Idempotency-Key', 'a lower-case header name'],
  ['bank.name', 'x'.repeat(36), 'one to 35 characters'],
  ['tokens.lifetimeSeconds', Number.NaN, 'a whole number from 1 to 31536000'],
])('refuses for %s the value %j: allowed is %3$s [§1]', (id, value, words) => {
  expect(() => createBank({ assume: { [id]: value } })).toThrow(
    expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(`allowed is ${words}`) }),
  )
})

it.each(['wires.unheardOf', '', 'toString', 'constructor', 'hasOwnProperty'])(
  'refuses "%s", which is not in the catalogue [§1]',
  (id) => {
    expect(() => createBank({ assume: { [id]: 1 } })).toThrow(
      expect.objectContaining({
        name: 'UsageError',
        message: expect.stringContaining(`  assume['${id}']: unknown assumption`),
      }),
    )
  },
)

it('takes an undefined override for the default [§1]', () => {
  const bank = createBank({ assume: { 'wires.reviewSeconds': undefined } })
  bank.wires.create(outboundWire(bank.masterAccount.accountNumber))

  expect(bank.clock.agenda()).toMatchObject([{ at: '2026-03-02T09:00:05.000-05:00' }])
})

it('lists what a test relied on with the operations that did, and nothing before anything was done [§1]', () => {
  const bank = createBank({ assume: { 'wires.reviewSeconds': 10 } })
  const atFirst = bank.assumptions.used()

  bank.wires.create(outboundWire(bank.masterAccount.accountNumber))
  const used = Object.fromEntries(bank.assumptions.used().map((use) => [use.id, use]))

  expect(atFirst).toEqual([])
  expect(used['wires.reviewSeconds']).toEqual({
    id: 'wires.reviewSeconds',
    section: '§3',
    provenance: 'assumed',
    value: 10,
    usedBy: ['wires.create'],
  })
  expect(used).not.toHaveProperty('wires.reviewOutcome')
  expect(used).not.toHaveProperty('wires.inboundSeconds')
})

it('puts an assumption on the account of the operation that rested on it, each operation once [§1]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const usedBy = (id: AssumptionId) => bank.assumptions.used().find((use) => use.id === id)?.usedBy

  for (let index = 0; index < 3; index++) bank.wires.create(outboundWire(accountNumber))
  bank.wires.simulateInbound(inboundWire(accountNumber))
  bank.clock.advanceToNextBatch()

  expect(usedBy('wires.reviewOutcome')).toEqual(['wires.review'])
  expect(usedBy('wires.inboundSeconds')).toEqual(['wires.simulateInbound'])
  expect(usedBy('wires.acknowledgementSeconds')).toEqual(['batches.release'])
  expect(usedBy('wires.source')).toEqual(['wires.create', 'wires.simulateInbound'])
})

it('lists what a refusal rested on too [§1]', () => {
  const bank = createBank()
  bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id))

  expect(() => bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id))).toThrow(
    'a partner has one registration per event name',
  )
  expect(bank.assumptions.used()).toContainEqual(
    expect.objectContaining({ id: 'webhooks.duplicate', value: 'refused', usedBy: ['webhooks.register'] }),
  )
})

it.each([
  ['wires.source', 'API', { source: 'API' }],
  ['wires.imadSource', 'TESTBANK', { imad: '20260302TESTBANK000001', omad: '20260302TESTBANK000002' }],
  ['bank.name', 'EXAMPLE BANK', { senderName: 'EXAMPLE BANK' }],
  ['bank.routingNumber', '026009593', { senderRoutingNumber: '026009593' }],
] as const)('shows with %s set to %s the record %o [§2.4]', (id, value, expected) => {
  const bank = createBank({ assume: { [id]: value } })
  const wire = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))

  bank.clock.advanceToNextBatch()

  expect(bank.wires.get(wire.id)).toMatchObject(expected)
})

it('shows receipt data and posting code from the start by an assumption [§2.4]', () => {
  const bank = createBank({ assume: { 'wires.receiptTime': 'creation', 'wires.postingCode': 'created' } })

  const wire = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))

  expect(wire).toMatchObject({ receiptDate: '0302', receiptTime: '0900', postingCode: 'OK' })
})

it('keeps the time of the creation as that of the receipt, by the same assumption [§2.4]', () => {
  const bank = createBank({ assume: { 'wires.receiptTime': 'creation' } })
  const { id } = bank.wires.create(outboundWire(bank))

  bank.clock.advanceToNextBatch()

  expect(bank.wires.get(id)).toMatchObject({ status: 'Completed', receiptDate: '0302', receiptTime: '0900' })
})

it.each([
  [
    'wires.fieldLengths',
    { beneficiaryReference: 'x'.repeat(17) },
    'beneficiaryReference must have at most 16 characters',
  ],
  ['wires.businessFunctionCodes', { businessFunctionCode: 'XYZ' }, 'businessFunctionCode must be one of BTR'],
] as const)('checks a request by the default of %s [§2.3]', (id, changes, problem) => {
  const [strict, lax] = [
    createBank(),
    createBank({ assume: { [id]: id === 'wires.fieldLengths' ? 'ignored' : 'any' } }),
  ]
  const request = outboundWire(strict.masterAccount.accountNumber, changes)

  expect(() => strict.wires.create(request)).toThrow(problem)
  expect(lax.wires.create(request)).toMatchObject(changes)
})

it('ignores a field that no schema knows over HTTP, and refuses it in the function API, as a compiler would [§4]', async () => {
  const bank = createBank()
  const request = { ...outboundWire(bank.masterAccount.accountNumber), colour: 'red' }
  const headers = {
    authorization: `Bearer ${bank.tokens.issue().access_token}`,
    'content-type': 'application/json',
  }

  const body = JSON.stringify(request)
  const { status } = await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { method: 'POST', headers, body })

  expect(status).toBe(200)
  expect(bank.world.wires.payments.at(0).order.request).not.toHaveProperty('colour')
  expect(() => bank.wires.create(request)).toThrow('has no field colour')
})

// Last in the file: were the catalogue changed by it, every bank of the process would release at another time.
it('keeps the catalogue as it is when the caller changes what it lists [§1]', () => {
  const bank = createBank()
  bank.wires.create(outboundWire(bank.masterAccount.accountNumber))
  bank.clock.advance({ seconds: 5 })
  const expected = structuredClone(bank.assumptions.used())
  const batchTimes = bank.assumptions.used().find(({ id }) => id === 'wires.batchTimes')!

  Reflect.set(batchTimes.value as object, 5, '23:00')
  Reflect.set(batchTimes.usedBy, 0, 'somebody')

  expect(batchTimes.id).toBe('wires.batchTimes')
  expect(bank.assumptions.used()).toEqual(expected)
  expect(assumptions['wires.batchTimes'].default).toEqual(['10:00', '12:00', '14:00', '16:00', '18:45'])
})
