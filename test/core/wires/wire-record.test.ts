import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { sealed } from '../../support/sealed.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

it('shows a wire that was just accepted with every field that exists by then, and no other [§2.4]', () => {
  const bank = createBank({ seed: 7 })
  const { accountNumber } = bank.masterAccount

  const wire = bank.wires.create(
    outboundWire(accountNumber, { purpose: 'invoice 4711', beneficiaryReference: 'INV4711' }),
  )

  expect(wire).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    accountNumber,
    referenceId: expect.stringMatching(/^W[0-9A-Z]{11}$/),
    direction: 'Outbound',
    status: 'Created',
    paymentType: 'Transfer',
    source: 'Api',
    posting: 'Pending',
    amount: 10_000,
    currency: 'usd',
    purpose: 'invoice 4711',
    beneficiaryReference: 'INV4711',
    businessFunctionCode: 'CTR',
    typeCode: '1000',
    senderRoutingNumber: '012345672',
    senderName: 'VOSTRO TEST BANK',
    senderReference: expect.stringMatching(/^[0-9A-Z]{16}$/),
    receiverRoutingNumber: '011000138',
    receiverName: 'Institution 011000138',
    originatingFi: { idCode: 'F', identifier: '012345672', name: 'VOSTRO TEST BANK' },
    originator: { idCode: 'D', identifier: accountNumber, name: 'Test Partner' },
    beneficiaryFi: { idCode: 'F', identifier: '011000138', name: 'Institution 011000138' },
    beneficiary: { idCode: 'D', identifier: '12345678', name: 'Example Supplier' },
    wasReversed: false,
    isInternational: false,
    createdAt: '2026-03-02T09:00:00.000-05:00',
    effectiveDate: '2026-03-02T00:00:00.000-05:00',
    originalPaymentId: wire.id,
    partnerId: bank.partner.id,
    productId: bank.partner.productId,
  })
  expect(bank.wires.get(wire.id)).toEqual(wire)
})

const late = [
  'coreTransactionId',
  'fedBatchId',
  'fedBatchSequence',
  'imad',
  'omad',
  'receiptDate',
  'receiptTime',
  'processedAt',
  'completedAt',
  'postedAt',
  'lastModifiedAt',
  'postingCode',
] as const
const released = ['fedBatchId', 'fedBatchSequence', 'processedAt', 'lastModifiedAt'] as const

it.each([
  ['Created', []],
  ['Pending', ['lastModifiedAt']],
  ['Hold', ['lastModifiedAt']],
  ['Batched', ['fedBatchId', 'fedBatchSequence', 'lastModifiedAt']],
  ['Processing', released],
  ['Completed', late],
  ['Rejected', ['lastModifiedAt', 'postingCode']],
  ['Canceled', ['lastModifiedAt']],
] as const)('shows of the late fields of an outbound wire that is %s only %j [§2.4]', (status, fields) => {
  const batchedSeconds = status === 'Batched' ? 60 : 0
  const bank = createBank({ assume: { 'wires.acknowledgementSeconds': 60, 'wires.batchedSeconds': batchedSeconds } })
  const { id } = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))
  if (status !== 'Created') bank.clock.advance({ seconds: 5 })
  if (status === 'Hold') bank.desk.hold(id)
  if (status === 'Batched' || status === 'Processing' || status === 'Completed') bank.clock.advanceToNextBatch()
  if (status === 'Completed') bank.clock.advance({ minutes: 1 })
  if (status === 'Rejected') bank.desk.reject(id)
  if (status === 'Canceled') bank.wires.cancel(id)

  const wire = bank.wires.get(id)

  expect(wire.status).toBe(status)
  expect(late.filter((field) => field in wire)).toEqual(
    late.filter((field) => (fields as readonly string[]).includes(field)),
  )
})

it('stamps release, acknowledgement and reversal at their own times [§2.4]', () => {
  const bank = createBank({ assume: { 'wires.acknowledgementSeconds': 90 } })
  const { id } = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))

  bank.clock.advance({ hours: 3 })
  const reversed = bank.desk.reverse(id)

  expect(reversed).toMatchObject({
    createdAt: '2026-03-02T09:00:00.000-05:00',
    processedAt: '2026-03-02T10:00:00.000-05:00',
    completedAt: '2026-03-02T10:01:30.000-05:00',
    postedAt: '2026-03-02T10:01:30.000-05:00',
    lastModifiedAt: '2026-03-02T12:00:00.000-05:00',
    receiptTime: '1001',
    status: 'Completed',
    posting: 'Posted',
    wasReversed: true,
  })
})

it('shows an inbound wire with the sender of the request and the network data of its acceptance [§2.5]', () => {
  const bank = createBank({ seed: 7 })
  const { accountNumber } = bank.masterAccount

  const wire = bank.wires.simulateInbound(inboundWire(accountNumber, { beneficiaryReference: 'REF1' }))

  expect(wire).toMatchObject({
    direction: 'Inbound',
    status: 'Hold',
    posting: 'Pending',
    senderRoutingNumber: '021000021',
    senderName: 'Example Sending Bank',
    receiverRoutingNumber: '012345672',
    receiverName: 'VOSTRO TEST BANK',
    originatingFi: { idCode: 'F', identifier: '021000021', name: 'Example Sending Bank' },
    originator: { idCode: 'D', identifier: '87654321', name: 'Example Customer' },
    beneficiaryFi: { idCode: 'F', identifier: '012345672', name: 'VOSTRO TEST BANK' },
    beneficiary: { idCode: 'D', identifier: accountNumber, name: 'Test Partner' },
    beneficiaryReference: 'REF1',
    imad: '20260302SIMULATE000001',
    omad: '20260302SIMULATE000002',
    receiptDate: '0302',
    receiptTime: '0900',
    originalPaymentId: wire.id,
  })
  for (const field of ['coreTransactionId', 'fedBatchId', 'processedAt', 'postedAt', 'purpose']) {
    expect(wire).not.toHaveProperty(field)
  }
})

it('never gives an imad or omad twice, after a million numbers too [§2.4]', () => {
  const bank = createBank()
  const kept = JSON.parse(JSON.stringify(bank.snapshot()))
  kept.world.wires.networkSequence = 999_998
  bank.restore(sealed(kept))

  const received = [1, 2].map(() => bank.wires.simulateInbound(inboundWire(bank)))

  expect(received.map(({ imad, omad }) => [imad, omad])).toEqual([
    ['20260302SIMULATE999999', '20260302SIMULATF000000'],
    ['20260302SIMULATF000001', '20260302SIMULATF000002'],
  ])
})

it('shortens the title of an account to a name of the network, in a party and not on the account [§2.2]', () => {
  const title = `${'A title of the account, '.repeat(2)}which goes on`
  const bank = createBank({ masterAccount: { title } })
  const asItIs = createBank({ masterAccount: { title }, assume: { 'wires.holderName': 'whole' } })

  const sent = bank.wires.create(outboundWire(bank))
  const received = bank.wires.simulateInbound(inboundWire(bank))

  expect(sent.originator.name).toBe('A title of the account, A title of')
  expect(received.beneficiary.name).toBe(sent.originator.name)
  expect(bank.masterAccount.title).toBe(title)
  expect(asItIs.wires.create(outboundWire(asItIs)).originator.name).toBe(title)
})

it('shortens a title by whole characters [§2.2]', () => {
  const bank = createBank({ masterAccount: { title: `${'x'.repeat(34)}\u{1f600} and more` } })

  expect(bank.wires.create(outboundWire(bank)).originator.name).toBe(`${'x'.repeat(34)}😀`)
})
