import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { bankingToken, post } from '../../support/calls.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

const party = { idCode: 'D', identifier: '12345678', name: 'Supplier' }

it.each([
  ['no accountNumber', { accountNumber: undefined }, 'accountNumber is required'],
  ['null as accountNumber', { accountNumber: null }, 'accountNumber must be string, received null'],
  ['a number as accountNumber', { accountNumber: 2000000006 }, 'accountNumber must be string'],
  ['a wrong check digit', { accountNumber: '2000000007' }, 'accountNumber must be an account number'],
  ['the account number of another bank', { accountNumber: '12345678' }, 'accountNumber must be an account number'],
  ['an empty accountNumber', { accountNumber: '' }, 'accountNumber must be an account number'],
  ['no businessFunctionCode', { businessFunctionCode: undefined }, 'businessFunctionCode is required'],
  ['a code that is not listed', { businessFunctionCode: 'ZZZ' }, 'businessFunctionCode must be one of'],
  ['a code in small letters', { businessFunctionCode: 'ctr' }, 'businessFunctionCode must be three capital letters'],
  ['no receiverRoutingNumber', { receiverRoutingNumber: undefined }, 'receiverRoutingNumber is required'],
  [
    'a short routing number',
    { receiverRoutingNumber: '11000138' },
    'receiverRoutingNumber must be a routing number: 9',
  ],
  ['a number as routing number', { receiverRoutingNumber: 11000138 }, 'receiverRoutingNumber must be string'],
  ['a wrong routing number', { receiverRoutingNumber: '011000144' }, 'with a right check digit'],
  ['another wrong routing number', { receiverRoutingNumber: '999999998' }, 'with a right check digit'],
  ['nine zeros', { receiverRoutingNumber: '000000000' }, 'with a right check digit'],
  ['no beneficiary', { beneficiary: undefined }, 'beneficiary is required'],
  ['null as beneficiary', { beneficiary: null }, 'beneficiary must be object, received null'],
  ['a text as beneficiary', { beneficiary: 'Supplier' }, 'beneficiary must be object, received string'],
  ['an array as beneficiary', { beneficiary: [party] }, 'beneficiary must be object, received array'],
  ['a beneficiary without name', { beneficiary: { ...party, name: undefined } }, 'beneficiary.name is required'],
  ['an empty name', { beneficiary: { ...party, name: '' } }, 'beneficiary.name must not be empty'],
  ['a name of 36', { beneficiary: { ...party, name: 'x'.repeat(36) } }, 'beneficiary.name must have at most 35'],
  [
    'an identifier of 35',
    { beneficiary: { ...party, identifier: '1'.repeat(35) } },
    'beneficiary.identifier must have',
  ],
  ['an empty identifier', { beneficiary: { ...party, identifier: '' } }, 'beneficiary.identifier must not be empty'],
  ['an unknown idCode', { beneficiary: { ...party, idCode: 'X' } }, 'beneficiary.idCode must be D'],
  ['an address line of 36', { beneficiary: { ...party, address1: 'x'.repeat(36) } }, 'beneficiary.address1 must have'],
  ['address3 alone', { beneficiary: { ...party, address3: 'x' } }, 'beneficiary.address3 needs address2'],
  [
    'a bad institution',
    { beneficiaryFi: { ...party, idCode: 'F' } },
    'beneficiaryFi.identifier must be a routing number',
  ],
  [
    'a bad intermediary',
    { intermediaryFi: { idCode: 'F', identifier: '1' } },
    'intermediaryFi.identifier must be a routing',
  ],
  ['a long reference', { beneficiaryReference: 'x'.repeat(17) }, 'beneficiaryReference must have at most 16'],
  ['a long text', { originatorToBeneficiary4: 'x'.repeat(36) }, 'originatorToBeneficiary4 must have at most 35'],
  ['a bad originator', { originator: { ...party, idCode: 5 } }, 'originator.idCode must be D'],
  ['a number as purpose', { purpose: 17 }, 'purpose must be string, received number'],
  ['a list as clientIdentifier', { clientIdentifier: [] }, 'clientIdentifier must be string, received array'],
])('answers 400 to a wire with %s [§2.3]', async (_, changes, problem) => {
  const bank = createBank()
  const token = bankingToken(bank)
  const before = bank.world

  const response = await post(bank, token, '/wires/v1/payments', { ...outboundWire(bank), ...changes })

  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ errors: [{ code: 1000, message: expect.stringContaining(problem) }] })
  expect(bank.world).toBe(before)
})

it.each([
  ['no accountNumber', { accountNumber: undefined }, 'accountNumber is required'],
  ['a wrong check digit', { accountNumber: '300000000005' }, 'accountNumber must be an account number'],
  ['no originator', { originator: undefined }, 'originator is required'],
  ['an empty originator', { originator: {} }, 'originator.idCode is required, and must be D'],
  ['no businessFunctionCode', { businessFunctionCode: undefined }, 'businessFunctionCode is required'],
  ['no senderRoutingNumber', { senderRoutingNumber: undefined }, 'senderRoutingNumber is required'],
  ['a wrong senderRoutingNumber', { senderRoutingNumber: '011000144' }, 'senderRoutingNumber must be a routing number'],
  ['no senderDiName', { senderDiName: undefined }, 'senderDiName is required'],
  ['an empty senderDiName', { senderDiName: '' }, 'senderDiName must not be empty'],
  ['a long senderDiName', { senderDiName: 'x'.repeat(36) }, 'senderDiName must have at most 35'],
  ['no originatorFi', { originatorFi: undefined }, 'originatorFi is required'],
  [
    'a wrong originatorFi',
    { originatorFi: { ...party, idCode: 'F', identifier: '999999998' } },
    'originatorFi.identifier',
  ],
  ['a number as reference', { beneficiaryReference: 9 }, 'beneficiaryReference must be string'],
  ['no amount', { amount: undefined }, 'amount is required'],
])('answers 400 to the simulation of an inbound wire with %s [§2.5]', async (_, changes, problem) => {
  const bank = createBank()
  const token = bankingToken(bank)
  const before = bank.world

  const body = { ...inboundWire(bank), ...changes }
  const response = await post(bank, token, '/wires/v1/payments/simulations', body)
  const { errors } = await response.json()

  expect(response.status).toBe(400)
  expect(errors[0]).toEqual({ code: 1000, message: expect.stringContaining(problem) })
  expect(bank.world).toBe(before)
})

it('counts a list in place of a text as one mistake [§2.2]', async () => {
  const bank = createBank()
  const beneficiary = { ...party, identifier: [], name: Array(40) }

  const response = await post(bank, bankingToken(bank), '/wires/v1/payments', { ...outboundWire(bank), beneficiary })

  expect((await response.json()).errors.map(({ message }: { message: string }) => message)).toEqual([
    expect.stringContaining('beneficiary.identifier must be string'),
    expect.stringContaining('beneficiary.name must be string'),
  ])
})

it.each(['2000000006', '300000000004'])(
  'answers 404 to wires of the unknown account %s [§2.3]',
  async (accountNumber) => {
    const bank = createBank()
    const token = bankingToken(bank)
    const before = bank.world

    const out = await post(bank, token, '/wires/v1/payments', outboundWire(accountNumber))
    const inbound = inboundWire(accountNumber)
    const back = await post(bank, token, '/wires/v1/payments/simulations', inbound)

    for (const response of [out, back]) {
      expect(response.status).toBe(404)
      expect(await response.json()).toEqual({
        errors: [{ code: 2000, message: expect.stringContaining(accountNumber) }],
      })
    }
    expect(bank.world).toBe(before)
  },
)

it.each(['011000138', '026009593', '021000021'])('accepts the routing number %s [§2.3]', async (number) => {
  const bank = createBank()
  const token = bankingToken(bank)

  const body = outboundWire(bank, { receiverRoutingNumber: number })
  const response = await post(bank, token, '/wires/v1/payments', body)

  expect(await response.json()).toMatchObject({ receiverRoutingNumber: number })
})

it.each([
  ['a routing number that is none', { receiverRoutingNumber: 'x' }, ['receiverRoutingNumber']],
  ['a long name', { beneficiary: { ...party, name: 'x'.repeat(36) } }, ['beneficiary.name']],
  [
    'another originator and address3 alone',
    { originator: party, beneficiary: { ...party, address3: 'x' } },
    ['beneficiary.address3', 'originator'],
  ],
])('lists an amount past the limit beside %s [§7]', async (_, changes, paths) => {
  const bank = createBank()
  const wires = [
    ['/wires/v1/payments', { ...outboundWire(bank), ...changes, amount: 1_000_000_000_000 }],
    ['/wires/v1/payments/simulations', { ...inboundWire(bank), senderDiName: '', amount: 1_000_000_000_000 }],
  ] as const

  const lists = await Promise.all(
    wires.map(async ([path, wire]) => (await post(bank, bankingToken(bank), path, wire)).json()),
  )

  const range = { code: 1003, message: expect.stringMatching(/ amount 1000000000000 is not from 1 to 999999999999 /) }
  const shape = (path: string) => ({ code: 1000, message: expect.stringContaining(` ${path} `) })
  expect(lists).toEqual([{ errors: [...paths.map(shape), range] }, { errors: [shape('senderDiName'), range] }])
})

it.each([
  ['an empty body', {}, [1000, 1000, 1000, 1000, 1000, 1004]],
  ['an amount past the limit', { amount: 1_000_000_000_000 }, [1003, 1004]],
  ['a good body', {}, [1004]],
])('lists a key that is too long beside %s [§7]', async (what, changes, codes) => {
  const bank = createBank()
  const wire = what === 'an empty body' ? changes : { ...outboundWire(bank), ...changes }

  const headers = { 'idempotency-key': 'k'.repeat(51) }
  const response = await post(bank, bankingToken(bank), '/wires/v1/payments', wire, headers)

  const { errors } = await response.json()
  expect(response.status).toBe(400)
  expect(errors.map(({ code }: { code: number }) => code)).toEqual(codes)
  expect(errors.at(-1).message).toMatch(/51 characters, and 50 are allowed/)
  expect(bank.assumptions.used().map(({ id }) => id)).toContain('idempotency.keyLength')
})
