import { expect, it } from 'vitest'
import {
  type Bank,
  createBank,
  isDefectError,
  isRejectionError,
  isUsageError,
  RejectionError,
  rejections,
  UsageError,
} from 'vostro'
import { pushOf } from '../support/requests.ts'
import { inboundWire, outboundWire } from '../support/wire.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'
const thrownBy = (call: () => unknown): unknown => {
  try {
    call()
  } catch (error) {
    return error
  }
  return undefined
}

/** Ways to be refused through the function API, by code. */
const refusals: [string, (bank: Bank) => unknown][] = [
  ['account_not_found', (bank) => bank.accounts.get('2123456788')],
  ['account_is_not_a_master', (bank) => bank.accounts.get('312345678907')],
  ['loan_exists', (bank) => [1, 2].map(() => bank.loans.add({ Id: '00000000-0000-4000-8000-000000000001' }))],
  [
    'amount_is_out_of_range',
    (bank) => bank.wires.create(outboundWire(bank.masterAccount.accountNumber, { amount: 1e12 })),
  ],
  ['payment_not_found', (bank) => bank.wires.get(NOBODY)],
  [
    'payment_has_another_status',
    (bank) => bank.wires.cancel(bank.wires.create(outboundWire(bank.masterAccount.accountNumber)).id),
  ],
  [
    'payment_has_another_direction',
    (bank) => bank.wires.cancel(bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber)).id),
  ],
  ['restriction_not_found', (bank) => bank.restrictions.get(NOBODY)],
  [
    'restriction_is_internal',
    (bank) =>
      bank.restrictions.remove(
        bank.desk.restrictions.create({ accountNumber: bank.masterAccount.accountNumber, appliesTo: 'All' }).id,
      ),
  ],
  [
    'restriction_type_is_not_yours',
    (bank) =>
      bank.restrictions.create({ accountNumber: bank.masterAccount.accountNumber, appliesTo: 'All', type: 'Internal' }),
  ],
  ['registration_not_found', (bank) => bank.webhooks.get(NOBODY)],
  ['partner_not_found', (bank) => bank.webhooks.register(pushOf('Wire.Payment.Sent', NOBODY))],
  ['token_is_invalid', (bank) => bank.tokens.revoke('nonsense')],
  ['audience_is_unknown', (bank) => bank.tokens.issue({ audience: 'https://elsewhere.example' })],
  ['loan_not_found', (bank) => bank.loans.get('nobody')],
  ['loan_has_another_status', (bank) => bank.loans.setStatus(bank.loans.add().Id, 'Settled')],
  ['loan_has_another_status', (bank) => bank.loans.advance(bank.loans.add({ Status: 'Rejected' }).Id)],
  ['loan_has_another_status', (bank) => bank.loans.advance(bank.loans.add({ Status: 'Unheard of' }).Id)],
  ['loan_has_another_status', (bank) => bank.loans.fund(bank.loans.add().Id)],
  [
    'loan_rail_not_found',
    (bank) => bank.loans.fund(bank.loans.add({ Status: 'InFunding' }).Id, { failedRails: ['none'] }),
  ],
  ['query_is_not_a_number', (bank) => bank.loans.summary({ Take: 'many' })],
]

it.each(refusals)(
  'says no with the code %s, its status, and a message of fact, advice and section [§7]',
  (code, ask) => {
    const error = thrownBy(() => ask(createBank({ seed: 7 })))

    expect(error).toBeInstanceOf(RejectionError)
    expect(error).toMatchObject({
      name: 'RejectionError',
      code,
      status: rejections[code as keyof typeof rejections].status,
      message: expect.stringMatching(/^Failed to [a-z][^:]+: .+\. .+\. \(§\d+(\.\d+)?\)$/),
    })
  },
)

it('names in the message what was asked and what to do [§7]', () => {
  const bank = createBank({ seed: 7 })
  const { id } = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))

  expect(() => bank.wires.cancel(id)).toThrow(
    `Failed to cancel the wire "${id}": its status is Created, but it must be Hold or Pending. Look at bank.wires.get(id).status first. (§3)`,
  )
})

it('has the section of its message, which is the heading of a page [§7]', () => {
  const refusal = thrownBy(() => createBank().wires.get(NOBODY))
  const misuse = thrownBy(() => createBank().timeline({ lst: 10 } as never))

  expect(refusal).toMatchObject({ section: '§4' })
  expect((refusal as Error).message).toMatch(/ \(§4\)$/)
  expect(misuse).toMatchObject({ name: 'UsageError', section: undefined })
  expect((misuse as Error).message).not.toContain('§')
})

it('distinguishes the three kinds of error, from any copy of the package [§7]', () => {
  const bank = createBank()
  const refusal = thrownBy(() => bank.wires.get(NOBODY))
  const misuse = thrownBy(() => bank.clock.advance({ hours: -1 }))
  const foreign = { [Symbol.for('vostro.error')]: 'RejectionError' }

  const kinds = [refusal, misuse, foreign, new Error('other'), null, undefined, 'text'].map((error) => [
    isRejectionError(error),
    isUsageError(error),
    isDefectError(error),
  ])

  expect(misuse).toBeInstanceOf(UsageError)
  expect(kinds).toEqual([
    [true, false, false],
    [false, true, false],
    [true, false, false],
    [false, false, false],
    [false, false, false],
    [false, false, false],
    [false, false, false],
  ])
})

it('lists every problem of an input at once, with the path of each field [§7]', () => {
  const bank = createBank()
  const request = {
    ...outboundWire('12'),
    businessFunctionCode: 'ctr',
    receiverRoutingNumber: '011000144',
    beneficiary: { idCode: 'X', identifier: '', name: 'n', address3: 'third' },
    amount: -1,
  }

  const error = thrownBy(() => bank.wires.create(request))

  expect(error).toMatchObject({
    name: 'UsageError',
    message: expect.stringMatching(/^Failed to originate a wire: \d of its inputs/),
  })
  expect(isUsageError(error) && error.details.map(({ path }) => path).toSorted()).toEqual([
    'accountNumber',
    'amount',
    'beneficiary.address3',
    'beneficiary.idCode',
    'beneficiary.identifier',
    'businessFunctionCode',
    'receiverRoutingNumber',
  ])
})

it.each(['accountNumber', 'businessFunctionCode', 'receiverRoutingNumber', 'beneficiary', 'amount'] as const)(
  'needs in a wire request the field %s [§2.3]',
  (field) => {
    const bank = createBank()
    const { [field]: _, ...request } = outboundWire(bank.masterAccount.accountNumber)

    const error = thrownBy(() => bank.wires.create(request as ReturnType<typeof outboundWire>))

    expect(error).toMatchObject({ name: 'UsageError', details: [expect.objectContaining({ path: field })] })
  },
)

it.each([
  [{ idCode: 'F', identifier: '011000144', name: 'Example Bank' }, 'beneficiary.identifier'],
  [{ idCode: 'D', identifier: 'x'.repeat(35), name: 'n' }, 'beneficiary.identifier'],
  [{ idCode: 'D', identifier: '1', name: 'x'.repeat(36) }, 'beneficiary.name'],
  [{ idCode: 'D', identifier: '1', name: 'n', address1: 'x'.repeat(36) }, 'beneficiary.address1'],
  [{ idCode: 'd', identifier: '1', name: 'n' }, 'beneficiary.idCode'],
])('refuses the party %o for its %s [§2.2]', (beneficiary, path) => {
  const bank = createBank()

  const error = thrownBy(() => bank.wires.create(outboundWire(bank.masterAccount.accountNumber, { beneficiary })))

  expect(error).toMatchObject({ name: 'UsageError', details: [expect.objectContaining({ path })] })
})
