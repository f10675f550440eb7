/** Questions on the fields of a request for a wire: one field at a time of an accepted request is changed. (§2.2, §2.3, §2.5) */
import { fieldsOf } from '../../../core/kernel/json.ts'
import { businessFunctionCodes } from '../../../core/wires/business-function-code.ts'
import { type Fields, fieldOf } from '../../service/fields.ts'
import { make } from '../../service/records.ts'
import type { Service } from '../../service/service.ts'
import { titleOf } from '../accounts.ts'
import { ask, differs, is, unknown } from '../question.ts'
import { type Base, type Changes, variants } from '../variants.ts'
import { ACCEPTED, knownGood, knownGoodTransfer, ownAmount, takesMessages } from './amounts.ts'
import {
  beneficiary,
  blockedSubledger,
  inboundMessage,
  institutionOf,
  messageFrom,
  NO_INSTITUTION,
  originate,
} from './requests.ts'

const TAKEN = 'a service message is accepted, or else a small wire from a subledger that a restriction closes to wires'

const wire: Base = {
  noun: 'a wire',
  scope: 'money',
  when: TAKEN,
  good: knownGood,
  send: (service, body) => make(service, 'wire', body),
}
/** A wire with an amount. */
const payment: Base = { ...wire, when: ACCEPTED, good: knownGoodTransfer }
/** A drawdown request that comes in, and brings no money. */
const drawdown: Base = {
  noun: 'an inbound drawdown request',
  scope: 'money',
  when: ACCEPTED,
  good: async (service) => {
    const amount = await ownAmount(service)
    return { ...inboundMessage(service), businessFunctionCode: 'DRC', amount }
  },
  send: (service, body) => make(service, 'simulation', body),
}

/** Differs from `NO_INSTITUTION` in its last digit, which is the check digit. */
const WRONG_CHECK_DIGIT = '987654321'
const lines = [1, 2, 3, 4].map((line) => `originatorToBeneficiary${line}`)
const long = (length: number) => 'X'.repeat(length)

const beneficiaryWith =
  (change: Fields, more: Fields = {}) =>
  ({ options }: Service): Fields => ({
    beneficiary: { ...beneficiary, ...fieldsOf(options.wire['beneficiary']), ...change },
    ...more,
  })

const withCodes = (...codes: readonly string[]): Changes =>
  Object.fromEntries(
    codes.map((idCode) => {
      const identifierFor = (service: Service) => (idCode === 'F' ? institutionOf(service) : beneficiary.identifier)
      return [
        `idCode ${idCode}`,
        (service: Service) => beneficiaryWith({ idCode, identifier: identifierFor(service) })(service),
      ]
    }),
  )

/** The values of a check that can be turned off. */
const checked = { accepted: 'ignored', refused: 'enforced' } as const

export const wireFields = {
  'wires.originator': variants<'wires.originator'>({
    base: wire,
    right: {
      'the account itself as originator': (_, { accountNumber }) => ({
        originator: { ...beneficiary, identifier: accountNumber },
      }),
    },
    wrong: { 'another account as originator': { originator: beneficiary } },
    ...checked,
  }),
  'wires.routingNumberCheck': variants<'wires.routingNumberCheck'>({
    base: wire,
    // If a service refuses even this number, it accepts only known institutions. Then the refusal of the wrong number shows no check.
    known: {
      'a routing number of no institution, with a right check digit': { receiverRoutingNumber: NO_INSTITUTION },
    },
    wrong: { 'a routing number with a wrong check digit': { receiverRoutingNumber: WRONG_CHECK_DIGIT } },
    ...checked,
  }),
  'wires.fieldLengths': variants<'wires.fieldLengths'>({
    base: wire,
    right: {
      'fields of the greatest length that the network has': beneficiaryWith(
        { identifier: long(34), name: long(35), address1: long(35) },
        { beneficiaryReference: long(16) },
      ),
    },
    wrong: {
      'a name of 36': beneficiaryWith({ name: long(36) }),
      'an identifier of 35': beneficiaryWith({ identifier: long(35) }),
      'an address1 of 36': beneficiaryWith({ address1: long(36) }),
      'a beneficiaryReference of 17': { beneficiaryReference: long(17) },
      'address3 without address2': beneficiaryWith({ address1: 'X', address2: undefined, address3: 'X' }),
    },
    ...checked,
  }),
  'wires.party': variants<'wires.party'>({
    base: wire,
    right: withCodes('B', 'C', 'D', 'F', 'T', 'U'),
    wrong: withCodes('A', 'X'),
  }),
  'wires.intermediary': variants<'wires.intermediary'>({
    base: wire,
    right: {
      'a party named intermediaryFi': (service) => ({
        intermediaryFi: { idCode: 'F', identifier: institutionOf(service), name: 'Calibration Bank' },
      }),
    },
    wrong: { 'a number instead of intermediaryFi': { intermediaryFi: 1 } },
  }),
  'wires.originatorToBeneficiary': variants<'wires.originatorToBeneficiary'>({
    base: wire,
    right: { 'four texts to the beneficiary': Object.fromEntries(lines.map((line) => [line, 'calibration'])) },
    wrong: Object.fromEntries(lines.map((line) => [`a number in ${line}`, { [line]: 1 }])),
  }),
  'wires.holderName': ask<'wires.holderName'>({
    scope: 'money',
    when: TAKEN,
    how: 'requests a wire from a subledger whose title is longer than the network allows for a name',
    async of(service) {
      const payer = await service.once(blockedSubledger)
      const title = titleOf(service, payer)
      const request = (await service.once(takesMessages))
        ? messageFrom(service, payer)
        : await knownGoodTransfer(service)
      const name = fieldOf((await originate(service, request))?.['originator'], 'name')
      if (typeof name !== 'string') return unknown('no answer has originator.name')
      const seen = `a title of ${title.length} characters became a name of ${name.length}`
      if (name === title) return is('whole', seen)
      return name === title.slice(0, LONGEST_NAME) ? is('shortened', seen) : differs(seen)
    },
  }),
}

const LONGEST_NAME = 35

/** A code that no message of the network has. */
const NO_CODE = 'ZZZ'

const without = (...names: readonly string[]): Changes =>
  Object.fromEntries(names.map((name) => [`without ${name}`, { [name]: undefined }]))

/** A service message without an amount. */
const bare = { businessFunctionCode: 'SVC', amount: undefined }

const withoutMandatory: Changes = {
  ...without('accountNumber', 'businessFunctionCode', 'receiverRoutingNumber', 'beneficiary'),
  'without beneficiary.idCode': beneficiaryWith({ idCode: undefined }),
  'without beneficiary.identifier': beneficiaryWith({ identifier: undefined }),
  'without beneficiary.name': beneficiaryWith({ name: undefined }),
  ...without('amount'),
}

/** The fields of the documented example that our bank does not require. */
const OPTIONAL = ['beneficiaryReference', 'purpose'] as const

export const wireCodes = {
  'wires.businessFunctionCodes': variants<'wires.businessFunctionCodes'>({
    base: payment,
    how: 'requests wires with each businessFunctionCode, and with an unknown one, from a subledger that a restriction closes to wires',
    // Some services want an amount even in a service message, and others want none.
    right: Object.fromEntries(
      businessFunctionCodes.map((code) => {
        const change = { businessFunctionCode: code }
        return [code, code === 'SVC' ? [{ ...change, amount: undefined }, change] : change]
      }),
    ),
    wrong: { [NO_CODE]: { businessFunctionCode: NO_CODE } },
    accepted: 'any',
    refused: 'listed',
  }),
  'wires.requiredFields': variants<'wires.requiredFields'>({
    base: payment,
    how: 'requests wires without each of the fields, from a subledger that a restriction closes to wires',
    right: ({ options }) =>
      without(
        ...[...OPTIONAL, ...Object.keys(options.wire)].filter((name) => !(`without ${name}` in withoutMandatory)),
      ),
    wrong: withoutMandatory,
  }),
  'wires.inboundRequiredFields': variants<'wires.inboundRequiredFields'>({
    base: drawdown,
    how: 'simulates an inbound drawdown request, which brings no money, and simulates it again without each of its fields in turn',
    // A service that does not accept this code does not show whether a message needs an amount.
    known: { 'the code SVC': [{ businessFunctionCode: 'SVC' }, bare] },
    right: { 'the code SVC, without amount': bare, ...without('beneficiaryReference') },
    wrong: without(
      'accountNumber',
      'originator',
      'businessFunctionCode',
      'senderRoutingNumber',
      'senderDiName',
      'originatorFi',
      'amount',
    ),
  }),
}
