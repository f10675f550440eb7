import { expect, it } from 'vitest'
import { createBank, type WirePayment } from 'vostro'
import { bankingToken, initOf } from '../../support/calls.ts'
import { outboundWire } from '../../support/wire.ts'

it('fills in the originator unless the request names one [§2.3]', () => {
  const bank = createBank()
  const masterAccountNumber = bank.masterAccount.accountNumber
  const { accountNumber } = bank.subledgers.create({ masterAccountNumber, title: 'Customer 17' })
  const originator = {
    idCode: 'D',
    identifier: accountNumber,
    name: 'Named One',
    address1: '1 Example Street',
    address2: '',
  }

  const filled = bank.wires.create(outboundWire(accountNumber))
  const named = bank.wires.create(outboundWire(accountNumber, { originator }))

  expect(filled.originator).toEqual({ idCode: 'D', identifier: accountNumber, name: 'Customer 17' })
  expect(named.originator).toEqual(originator)
})

it("takes the beneficiary's institution from the request, else from the receiver routing number [§2.3]", () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const receiver = { idCode: 'F', identifier: '011000138', name: 'Example Bank' }
  const other = { idCode: 'F', identifier: '021000021', name: 'Example Other Bank' }

  const [named, elsewhere] = [receiver, other].map((beneficiaryFi) =>
    bank.wires.create(outboundWire(accountNumber, { beneficiaryFi })),
  ) as [WirePayment, WirePayment]

  expect(named).toMatchObject({ receiverName: 'Example Bank', beneficiaryFi: receiver })
  expect(elsewhere).toMatchObject({ receiverName: 'Institution 011000138', beneficiaryFi: other })
})

it.each<[string, object]>([
  ['without a name', {}],
  ['with null for a name', { name: null }],
])('takes the institution and the originator %s, and the record names them [§2.3]', async (_, name) => {
  const bank = createBank()
  const { accountNumber, title } = bank.masterAccount
  const body = outboundWire(accountNumber, {
    beneficiaryFi: { idCode: 'F', identifier: '011000138', ...name },
    originator: { idCode: 'D', identifier: accountNumber, ...name },
  })

  const response = await bank.fetch(
    `${bank.urls.baseUrl}/wires/v1/payments`,
    initOf('POST', { token: bankingToken(bank), body }),
  )

  expect(await response.json()).toMatchObject({
    receiverName: 'Institution 011000138',
    beneficiaryFi: { idCode: 'F', identifier: '011000138', name: 'Institution 011000138' },
    originator: { idCode: 'D', identifier: accountNumber, name: title },
  })
})

it('accepts an intermediary, four extra texts and every optional field [§2.3]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount

  const wire = bank.wires.create(
    outboundWire(accountNumber, {
      intermediaryFi: { idCode: 'F', identifier: '026009593' },
      originatorToBeneficiary1: 'one',
      originatorToBeneficiary2: 'two',
      originatorToBeneficiary3: 'three',
      originatorToBeneficiary4: 'four',
      clientIdentifier: 'order 4711',
      beneficiary: {
        idCode: 'D',
        identifier: '12345678',
        name: 'Example Supplier',
        address1: '1 Example Street',
        address2: 'Floor 2',
        address3: 'Exampleton',
      },
    }),
  )

  expect(wire.beneficiary).toMatchObject({ address1: '1 Example Street', address2: 'Floor 2', address3: 'Exampleton' })
})
