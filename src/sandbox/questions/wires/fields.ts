/** Questions on the fields of a request for a wire: one field at a time of an accepted request is changed. (§2.2, §2.3) */
import { assumptions } from '../../../core/assumptions/catalogue.ts'
import { fieldsOf } from '../../../core/kernel/json.ts'
import type { Fields } from '../../service/fields.ts'
import { make, markOf } from '../../service/records.ts'
import type { Service } from '../../service/service.ts'
import { ask, differs, is, type Part } from '../question.ts'
import { type Base, type Changes, variants } from '../variants.ts'
import { knownGood, knownGoodTransfer } from './amounts.ts'
import { beneficiary, NO_INSTITUTION, originate, surely } from './requests.ts'

const wire: Base = {
  noun: 'a wire',
  scope: 'money',
  good: knownGood,
  send: (service, body) => make(service, 'wire', body),
}
/** A wire with an amount. */
const payment: Base = { ...wire, good: knownGoodTransfer }

/** Differs from `NO_INSTITUTION` in its last digit, which is the check digit. */
const WRONG_CHECK_DIGIT = '987654321'

/** Changes the beneficiary, which no other wire has. */
const beneficiaryWith =
  (change: Fields) =>
  (_: Service, { beneficiary: known }: Fields): Fields => ({ beneficiary: { ...fieldsOf(known), ...change } })

/** The values of a check that can be turned off. */
const checked = { accepted: 'ignored', refused: 'enforced' } as const

const without = (...names: readonly string[]): Changes =>
  Object.fromEntries(names.map((name) => [`without ${name}`, { [name]: undefined }]))

const withoutMandatory: Changes = {
  ...without('accountNumber', 'businessFunctionCode', 'receiverRoutingNumber', 'beneficiary'),
  'without beneficiary.idCode': beneficiaryWith({ idCode: undefined }),
  'without beneficiary.identifier': beneficiaryWith({ identifier: undefined }),
  'without beneficiary.name': beneficiaryWith({ name: undefined }),
  ...without('amount'),
}

/** The fields of the documented example that our bank does not require. */
const OPTIONAL = ['beneficiaryReference', 'purpose'] as const

export const wireFields = {
  'wires.originator': variants<'wires.originator'>({
    base: wire,
    how: 'requests a wire with the account itself as originator, and with another account as originator',
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
    how: 'requests a wire with a routing number of no institution, and with a wrong check digit',
    // If a service refuses even this number, it accepts only known institutions. Then the refusal of the wrong number shows no check.
    known: {
      'a routing number of no institution, with a right check digit': { receiverRoutingNumber: NO_INSTITUTION },
    },
    wrong: { 'a routing number with a wrong check digit': { receiverRoutingNumber: WRONG_CHECK_DIGIT } },
    ...checked,
  }),
  'wires.requiredFields': variants<'wires.requiredFields'>({
    base: payment,
    how: 'requests wires without each of the fields, from a subledger that a restriction closes to wires',
    right: ({ options }) =>
      without(
        ...[...OPTIONAL, ...Object.keys(options.wire)].filter((name) => !(`without ${name}` in withoutMandatory)),
      ),
    wrong: withoutMandatory,
    refused: assumptions['wires.requiredFields'].default,
  }),
  'idempotency.clientIdentifier': ask<'idempotency.clientIdentifier'>({
    scope: 'money',
    how: 'requests the same wire twice, with one clientIdentifier, from a subledger that a restriction closes to wires',
    async of(service) {
      const request = { ...(await knownGoodTransfer(service)), clientIdentifier: markOf(service) }
      const first = await surely(service, request, 'a wire that was accepted before')
      const second = await originate(service, request)
      const seen = 'a second request with the same clientIdentifier'
      if (second === undefined) {
        // A service may refuse the second wire as a suspected duplicate, whatever its clientIdentifier.
        const other = { ...request, clientIdentifier: markOf(service) }
        await surely(service, other, 'the same wire with another clientIdentifier')
        return differs(`${seen} was refused`)
      }
      return second.id === first.id
        ? is('replayed', `${seen} was answered with the first wire`)
        : is('ignored', `${seen} made a second wire`)
    },
  }),
} satisfies Part
