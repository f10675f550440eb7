/** What comes into a bank is kept as JSON has it: a snapshot or journal that went through JSON comes back strictly equal. (§3) */
import { expect, it } from 'vitest'
import { type Bank, createBank, createWorld, isRejection, parseWorld, replay, transition } from 'vostro'
import { bankingToken, initOf } from '../../support/calls.ts'
import { pushOf } from '../../support/requests.ts'
import { outboundWire } from '../../support/wire.ts'

const inputs: [string, (bank: Bank) => unknown][] = [
  ['a wire', (bank) => bank.wires.create({ ...outboundWire(bank), purpose: undefined, beneficiaryFi: undefined })],
  ['a wire with an empty option', (bank) => bank.wires.create(outboundWire(bank), { idempotencyKey: undefined })],
  [
    'a party',
    (bank) =>
      bank.wires.create(
        outboundWire(bank, { beneficiary: { idCode: 'D', identifier: '1', name: 'A', address1: undefined } }),
      ),
  ],
  [
    'a subledger',
    ({ subledgers, masterAccount: { accountNumber } }) =>
      subledgers.create({
        masterAccountNumber: accountNumber,
        title: 'Customer',
        beneficiary: { city: 'Exampleton', notes: undefined },
      }),
  ],
  [
    'a restriction',
    ({ restrictions, masterAccount: { accountNumber } }) =>
      restrictions.create({ accountNumber, appliesTo: 'All', amountThreshold: -0, rail: undefined }),
  ],
  ['a policy', (bank) => bank.desk.policies.set(bank.partner.productId, [{ rail: 'Ach', transactionType: undefined }])],
  [
    'a loan',
    (bank) =>
      bank.loans.add({
        FICO: -0,
        Term: undefined,
        Rails: [{ RailType: 'ACH', Priority: -0, ACHFields: { Description: undefined } }],
      }),
  ],
  ['a partner', (bank) => bank.partners.add({ name: undefined, masterAccount: { balance: -0, title: undefined } })],
  ['an account', (bank) => bank.accounts.open({ title: undefined, balance: -0 })],
  [
    'a registration',
    (bank) => bank.webhooks.register({ ...pushOf('Wire.Payment.Sent', bank.partner.id), format: undefined }),
  ],
  ['a token', (bank) => bank.tokens.issue({ audience: undefined })],
  ['a fault', (bank) => bank.faults.inject('status', { retryAfter: -0, endpoint: undefined })],
  ['an advance', (bank) => bank.clock.advance({ hours: -0, minutes: undefined })],
  ['an operation that takes nothing', (bank) => bank.desk.releaseBatch()],
]

it.each(inputs)('keeps %s strictly equal through JSON: snapshot, world and journal [§3]', (_, act) => {
  const bank = createBank({ seed: 7 })
  act(bank)
  const [text, journal] = [JSON.stringify(bank.snapshot()), JSON.parse(JSON.stringify(bank.journal))]
  const restored = createBank({ seed: 7 })

  restored.restore(text)
  const replayed = replay(journal)

  expect(journal).toStrictEqual(bank.journal)
  expect(parseWorld(JSON.stringify(bank.world))).toStrictEqual(bank.world)
  expect(restored.world).toStrictEqual(bank.world)
  expect(restored.journal).toStrictEqual(bank.journal)
  expect(replayed.world).toStrictEqual(bank.world)
  expect(replayed.journal).toStrictEqual(bank.journal)
})

it('reads -0 in a body as 0 [§2.8]', async () => {
  const bank = createBank({ seed: 7 })
  const { accountNumber } = bank.masterAccount
  const url = `${bank.urls.baseUrl}/core/v1/dda/accounts/${accountNumber}/restrictions`
  const init = initOf('POST', { token: bankingToken(bank), body: {} })

  await bank.fetch(url, { ...init, body: '{"appliesTo":"All","amountThreshold":-0}' })

  expect(bank.restrictions.list({ accountNumber }).results.map((one) => one.amountThreshold)).toStrictEqual([0])
  expect(parseWorld(JSON.stringify(bank.world))).toStrictEqual(bank.world)
})

it('opens a bank with options as JSON has them [§1]', () => {
  const bank = createBank({
    seed: -0,
    partner: { id: undefined, clientId: undefined },
    masterAccount: { balance: -0, title: undefined },
    assume: { 'wires.reviewSeconds': -0, 'wires.holdMinutes': undefined },
  })

  expect(parseWorld(JSON.stringify(bank.world))).toStrictEqual(bank.world)
  expect(bank.world).toStrictEqual(
    createBank({ seed: 0, masterAccount: { balance: 0 }, assume: { 'wires.reviewSeconds': 0 } }).world,
  )
})

it('keeps what is given to the pure core as JSON has it, too [§1]', () => {
  const before = createWorld({ seed: 7 })
  const actor = { kind: 'partner', partner: 0 } as const
  const profile = { city: 'Exampleton', notes: undefined } as unknown as { city: string }
  const master = createBank({ seed: 7 }).masterAccount.accountNumber
  const input = { masterAccountNumber: master, title: 'Customer', beneficiary: profile }

  const result = transition(before, 'subledgers.create', input, actor)

  if (isRejection(result)) throw new Error(result.message)
  expect(parseWorld(JSON.stringify(result.world))).toStrictEqual(result.world)
})

it('tells in the journal what the opening of the bank brought about [§1]', () => {
  const bank = createBank({ seed: 7, partner: { name: 'Example Partner' }, masterAccount: { balance: 12_300 } })
  const { accountNumber } = bank.masterAccount
  const at = '2026-03-02T09:00:00.000-05:00'

  expect(bank.journal[0].happenings).toEqual([
    { what: 'partner.added', partnerId: bank.partner.id, name: 'Example Partner', at },
    { what: 'account.opened', accountNumber, title: 'Example Partner', amount: 12_300, at },
  ])
  bank.reset()
  expect(bank.journal).toEqual([expect.objectContaining({ operation: 'bank.open', happenings: expect.any(Array) })])
})
