/** Where a guess decides, it is noted: each entry here is brought about once, at the function API or over HTTP. (§7) */
import { expect, it } from 'vitest'
import { type AssumptionId, type Bank, createBank } from 'vostro'
import { bankingToken, send } from '../../support/calls.ts'
import { pushOf } from '../../support/requests.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

/** A refusal is not what these are about. */
const attempt = (deed: () => unknown) => {
  try {
    deed()
  } catch {
    // Its assumption is noted all the same.
  }
}
const open = (bank: Bank, title = 'Customer 17') =>
  bank.subledgers.create({ masterAccountNumber: bank.masterAccount.accountNumber, title })

const cases: readonly [AssumptionId, (bank: Bank) => unknown][] = [
  ['wires.paymentType', (bank) => bank.wires.create(outboundWire(bank))],
  ['wires.typeCode', (bank) => bank.wires.create(outboundWire(bank))],
  ['wires.isInternational', (bank) => bank.wires.create(outboundWire(bank))],
  ['wires.inboundRequiredFields', (bank) => bank.wires.simulateInbound(inboundWire(bank))],
  ['webhooks.requiredFields', (bank) => bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id))],
  [
    'restrictions.requiredFields',
    (bank) => bank.restrictions.create({ accountNumber: bank.masterAccount.accountNumber, appliesTo: 'All' }),
  ],
  ['requests.null', (bank) => bank.wires.create({ ...outboundWire(bank), purpose: null })],
  [
    'http.createStatus',
    (bank) => send(bank, 'POST', '/wires/v1/payments', { token: bankingToken(bank), body: outboundWire(bank) }),
  ],
  [
    'http.contentType',
    (bank) =>
      send(bank, 'POST', '/wires/v1/payments', {
        token: bankingToken(bank),
        text: '{}',
        headers: { 'content-type': '' },
      }),
  ],
  ['tokens.unknownAudience', (bank) => attempt(() => bank.tokens.issue({ audience: 'https://other.example' }))],
  [
    'webhooks.foreignPartner',
    (bank) => attempt(() => bank.webhooks.register(pushOf('Wire.Payment.Sent', crypto.randomUUID()))),
  ],
  ['http.foreignRecords', (bank) => attempt(() => bank.wires.get(crypto.randomUUID()))],
  ['subledgers.ledgerTypeOf', (bank) => open(bank)],
  [
    'transactions.reversal',
    (bank) => {
      const { id } = bank.wires.create(outboundWire(bank))
      bank.clock.advanceToNextBatch()
      bank.restrictions.create({ accountNumber: bank.masterAccount.accountNumber, appliesTo: 'All' })
      attempt(() => bank.desk.reverse(id))
    },
  ],
  ['wires.ownAccounts', (bank) => bank.wires.create(outboundWire(bank, { receiverRoutingNumber: '012345672' }))],
  [
    'wires.batches',
    (bank) => {
      bank.wires.create(outboundWire(bank))
      bank.clock.advanceToNextBatch()
    },
  ],
  [
    'wires.effectiveDate',
    (bank) => {
      bank.wires.create(outboundWire(bank))
      bank.clock.advanceToNextBatch()
    },
  ],
  [
    'transactions.transferFunds',
    (bank) => {
      const [debitAccountNumber, creditAccountNumber] = [open(bank), open(bank)].map(
        ({ accountNumber }) => accountNumber,
      )
      bank.transactions.transfer({
        debitAccountNumber: debitAccountNumber!,
        creditAccountNumber: creditAccountNumber!,
        amount: 1,
      })
    },
  ],
  ['holds.passthrough', (bank) => bank.holds.place({ accountNumber: open(bank).accountNumber, amount: 500 })],
  [
    'subledgers.closedMaster',
    (bank) => {
      bank.accounts.setStatus(bank.masterAccount.accountNumber, 'Closed')
      open(bank)
    },
  ],
  ['loans.railType', (bank) => bank.loans.add()],
  [
    'accounts.types',
    (bank) =>
      bank.restrictions.create({
        accountNumber: bank.masterAccount.accountNumber,
        appliesTo: 'All',
        otherAccountType: 'Wallet',
      }),
  ],
  [
    'webhooks.credentials',
    (bank) => bank.webhooks.register({ ...pushOf('Wire.Payment.Sent', bank.partner.id), authPassword: 'secret' }),
  ],
  [
    'idempotency.refusals',
    (bank) => attempt(() => bank.wires.create(outboundWire('2000000006'), { idempotencyKey: 'a' })),
  ],
  [
    'limits.exactAmounts',
    (bank) => attempt(() => bank.accounts.open({ title: 'Much', balance: Number.MAX_SAFE_INTEGER })),
  ],
]

it.each(cases)('notes that %s was relied on [§7]', async (id, deed) => {
  const bank = createBank()

  await deed(bank)

  expect(bank.assumptions.used().map((use) => use.id)).toContain(id)
})

it('reads JSON without a content type by an assumption [§4]', async () => {
  const bank = createBank({ assume: { 'http.contentType': 'optional' } })
  const [token, text] = [bankingToken(bank), JSON.stringify(outboundWire(bank))]
  const strict = createBank()

  const headers = { 'content-type': '' }
  const read = await send(bank, 'POST', '/wires/v1/payments', { token, text, headers })
  const refused = await send(strict, 'POST', '/wires/v1/payments', { token: bankingToken(strict), text, headers })

  expect([read.status, refused.status]).toEqual([200, 400])
})

it('keeps a password without a name nowhere, at once and in a change [§2.6]', () => {
  const bank = createBank()
  const { id } = bank.webhooks.register({
    ...pushOf('Wire.Payment.Sent', bank.partner.id),
    authPassword: 'a-pass-word',
  })
  bank.webhooks.update(id, { authPassword: 'a-pass-word' })

  expect(JSON.stringify(bank.world)).not.toContain('a-pass-word')
})

it('sends one batch for the wires of all partners, numbered from 1 [§2.4]', () => {
  const bank = createBank()
  const other = bank.as(bank.partners.add().id)
  const wires = [bank.wires.create(outboundWire(bank)), other.wires.create(outboundWire(other))]

  bank.clock.advanceToNextBatch()

  const [first, second] = wires.map(({ id }) => (id === wires[0]?.id ? bank : other).wires.get(id))
  expect(second?.fedBatchId).toBe(first?.fedBatchId)
  expect([first?.fedBatchSequence, second?.fedBatchSequence]).toEqual([1, 2])
})

it('sends a wire to its own routing number like any other, and receives none of it [§2.3]', () => {
  const bank = createBank()
  const beneficiary = {
    idCode: 'D',
    identifier: bank.accounts.open({ title: 'Savings' }).accountNumber,
    name: 'Savings',
  }

  const { id, receiverRoutingNumber } = bank.wires.create(
    outboundWire(bank, { receiverRoutingNumber: '012345672', beneficiary }),
  )
  bank.clock.advanceToNextBatch()

  expect(receiverRoutingNumber).toBe(bank.wires.get(id).senderRoutingNumber)
  expect(bank.wires.get(id).status).toBe('Completed')
  expect(bank.accounts.get(beneficiary.identifier).currentBalance).toBe(0)
  expect(bank.wires.list().results).toHaveLength(1)
})
