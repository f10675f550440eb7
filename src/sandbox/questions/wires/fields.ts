/** Questions on the fields of a request for a wire: one field at a time of an accepted request is changed. (§2.2, §2.3, §2.5) */
import { fieldsOf } from '../../../core/kernel/json.ts'
import { businessFunctionCodes } from '../../../core/wires/business-function-code.ts'
import { type Fields, fieldOf } from '../../service/fields.ts'
import { markOf } from '../../service/records.ts'
import type { Service } from '../../service/service.ts'
import { agrees, ask, differs, is, shownBy, story, unknown, type Verdict } from '../question.ts'
import { ACCEPTED, knownGood, knownGoodTransfer, smallestAmount, takesMessages } from './amounts.ts'
import { originate, simulate, surely } from './asking-wires.ts'
import {
  beneficiary,
  blockedSubledger,
  inboundMessage,
  institutionOf,
  messageFrom,
  NO_INSTITUTION,
} from './requests.ts'

/** Changes of a request, each under its description. */
type Changes = Readonly<Record<string, Fields | ((service: Service, request: Fields) => Fields)>>

const TAKEN =
  'a service message is accepted, or else the smallest wire from a subledger that a restriction closes to wires'

/** Sends a request with each of the changes. */
async function tried(service: Service, request: Fields, changes: Changes, send: typeof originate = originate) {
  const [accepted, refused]: [string[], string[]] = [[], []]
  for (const [name, given] of Object.entries(changes)) {
    const change = typeof given === 'function' ? given(service, request) : given
    // Each request needs a mark of its own.
    const mark = 'purpose' in request ? { purpose: markOf(service) } : {}
    const wire = await send(service, { ...request, ...mark, ...change })
    ;(wire === undefined ? refused : accepted).push(name)
  }
  return { accepted, refused }
}

/** Returns a request after the service accepts it. @throws {Inconclusive} if it is refused: then a refused variant shows nothing */
async function acceptedNow(service: Service, request: Fields, send = originate): Promise<Fields> {
  await surely(service, request, 'a request without a change', send)
  return request
}

/**
 * Asks whether the service makes a check. The changes in `right` pass it and must be accepted; those in `wrong` fail it. With
 * `isAlwaysMade`, no value of the assumption turns the check off. The changes in `known` pass it, too: if one of them is refused, the cause
 * is another check, and the verdict is unknown.
 */
const checking = (right: Changes, wrong: Changes, isAlwaysMade: boolean, known: Changes = {}) =>
  ask<'wires.originator' | 'wires.routingNumberCheck' | 'wires.fieldLengths'>({
    scope: 'money',
    when: TAKEN,
    how: `requests wires with ${Object.keys({ ...right, ...wrong }).join(', and with ')}`,
    async of(service) {
      const request = await acceptedNow(service, await knownGood(service))
      const other = await tried(service, request, known)
      if (other.refused.length > 0) return unknown(`refused: ${other.refused.join(', ')} (answered ${service.refusal})`)
      const passing = await tried(service, request, right)
      const failing = await tried(service, request, wrong)
      if (passing.refused.length > 0) return differs(`refused: ${passing.refused.join(', ')}`)
      const [taken, not] = [`accepted: ${failing.accepted.join(', ')}`, `refused: ${failing.refused.join(', ')}`]
      if (failing.accepted.length === 0) return isAlwaysMade ? agrees(not) : is('enforced', not)
      return isAlwaysMade || failing.refused.length > 0 ? differs(`${taken}; ${not}`) : is('ignored', taken)
    },
  })

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
    codes.map((idCode): [string, Changes[string]] => {
      const identifierFor = (service: Service) => (idCode === 'F' ? institutionOf(service) : beneficiary.identifier)
      return [`idCode ${idCode}`, (service) => beneficiaryWith({ idCode, identifier: identifierFor(service) })(service)]
    }),
  )

export const wireFields = {
  'wires.originator': checking(
    {
      'the account itself as originator': (_, { accountNumber }) => ({
        originator: { ...beneficiary, identifier: accountNumber },
      }),
    },
    { 'another account': { originator: beneficiary } },
    false,
  ),
  'wires.routingNumberCheck': checking(
    {},
    { 'a routing number with a wrong check digit': { receiverRoutingNumber: WRONG_CHECK_DIGIT } },
    false,
    // If a service refuses even this number, it accepts only known institutions. Then the refusal of the wrong number shows no check.
    { 'a routing number of no institution, with a right check digit': { receiverRoutingNumber: NO_INSTITUTION } },
  ),
  'wires.fieldLengths': checking(
    {
      'fields of the greatest length that the network has': beneficiaryWith(
        { identifier: long(34), name: long(35), address1: long(35) },
        { beneficiaryReference: long(16) },
      ),
    },
    {
      'a name of 36': beneficiaryWith({ name: long(36) }),
      'an identifier of 35': beneficiaryWith({ identifier: long(35) }),
      'an address1 of 36': beneficiaryWith({ address1: long(36) }),
      'a beneficiaryReference of 17': { beneficiaryReference: long(17) },
      'address3 without address2': beneficiaryWith({ address1: 'X', address2: undefined, address3: 'X' }),
    },
    false,
  ),
  'wires.party': checking(withCodes('B', 'C', 'D', 'F', 'T', 'U'), withCodes('A', 'X'), true),
  'wires.intermediary': checking(
    {
      'a party named intermediaryFi': (service) => ({
        intermediaryFi: { idCode: 'F', identifier: institutionOf(service), name: 'Calibration Bank' },
      }),
    },
    { 'a number instead of intermediaryFi': { intermediaryFi: 1 } },
    true,
  ),
  'wires.originatorToBeneficiary': checking(
    { 'four texts to the beneficiary': Object.fromEntries(lines.map((line) => [line, 'calibration'])) },
    Object.fromEntries(lines.map((line) => [`a number in ${line}`, { [line]: 1 }])),
    true,
  ),
  'wires.holderName': ask<'wires.holderName'>({
    scope: 'money',
    when: TAKEN,
    how: 'requests a wire from a subledger whose title is longer than the network allows for a name',
    async of(service) {
      const payer = await service.once(blockedSubledger)
      const title = String(service.session.made.get(payer)?.body['title'])
      const request = (await service.once(takesMessages))
        ? messageFrom(service, payer)
        : await knownGoodTransfer(service)
      const name = fieldOf((await originate(service, request))?.['originator'], 'name')
      const seen = `a title of ${title.length} characters became a name of ${String(name).length}`
      return shownBy({ 'originator.name': name }, () => {
        if (name === title) return is('whole', seen)
        return name === title.slice(0, LONGEST_NAME) ? is('shortened', seen) : differs(seen)
      })
    },
  }),
}

const LONGEST_NAME = 35

/** A code that no message of the network has. */
const NO_CODE = 'ZZZ'

const without = (...names: readonly string[]): Changes =>
  Object.fromEntries(names.map((name) => [name, { [name]: undefined }]))

const withoutMandatory: Changes = {
  ...without('accountNumber', 'businessFunctionCode', 'receiverRoutingNumber', 'beneficiary'),
  'beneficiary.idCode': beneficiaryWith({ idCode: undefined }),
  'beneficiary.identifier': beneficiaryWith({ identifier: undefined }),
  'beneficiary.name': beneficiaryWith({ name: undefined }),
  ...without('amount'),
}

/** The fields of the documented example that our bank does not require. */
const OPTIONAL = ['beneficiaryReference', 'purpose'] as const

export const wireCodes = story({
  tells: { 'wires.businessFunctionCodes': ACCEPTED, 'wires.requiredFields': ACCEPTED },
  scope: 'money',
  how: 'requests wires with each businessFunctionCode, with an unknown one, and without each of the fields, from a subledger that a restriction closes to wires',
  async *tell(service) {
    const request = await acceptedNow(service, await knownGoodTransfer(service))
    const of = (code: string) => ({ businessFunctionCode: code, ...(code === 'SVC' ? { amount: undefined } : {}) })
    const codes = Object.fromEntries(businessFunctionCodes.map((code) => [code, of(code)]))
    const codesOf = (names: readonly string[]) =>
      Object.fromEntries(names.map((code) => [code, { businessFunctionCode: code }]))
    const { refused: first } = await tried(service, request, codes)
    // A refused code is tried again with an amount: some services want one even in a service message.
    const refused = first.length === 0 ? first : (await tried(service, request, codesOf(first))).refused
    const because = service.refusal
    const isAny = (await tried(service, request, { [NO_CODE]: of(NO_CODE) })).refused.length === 0
    const seen = `${NO_CODE} was ${isAny ? 'accepted' : 'refused'}`
    const others = differs(
      `${seen}, and ${refused.join(', ')} ${isAny ? 'were refused' : 'were refused, too'}: ${because}`,
    )
    yield { 'wires.businessFunctionCodes': refused.length > 0 ? others : is(isAny ? 'any' : 'listed', seen) }
    const { accepted } = await tried(service, request, withoutMandatory)
    const further = [...OPTIONAL, ...Object.keys(service.options.wire)].filter((name) => !(name in withoutMandatory))
    const more = await tried(service, request, without(...further))
    yield { 'wires.requiredFields': required(accepted, more.refused) }
  },
})

function required(optional: readonly string[], further: readonly string[] = []): Verdict<never> {
  if (optional.length > 0) return differs(`accepted without ${optional.join(', ')}`)
  if (further.length > 0) return differs(`refused without ${further.join(', ')}, too`)
  return agrees('accepted with our mandatory fields, and refused if one of them is missing')
}

export const inboundFields = ask<'wires.inboundRequiredFields'>({
  scope: 'money',
  when: ACCEPTED,
  how: 'simulates an inbound drawdown request, which brings no money, and simulates it again without each of its fields in turn',
  async of(service) {
    const amount = await smallestAmount(service)
    const of = (businessFunctionCode: string) => ({ ...inboundMessage(service), businessFunctionCode, amount })
    const request = await acceptedNow(service, of('DRC'), simulate)
    const { beneficiaryReference: _, ...needed } = request
    const bare = { businessFunctionCode: 'SVC', amount: undefined }
    const message = await tried(service, request, { 'a service message without an amount': bare }, simulate)
    // If a message with an amount is refused as well, the service does not accept this code, and the question ends.
    if (message.refused.length > 0) await acceptedNow(service, of('SVC'), simulate)
    const { accepted, refused } = await tried(service, request, without(...Object.keys(request)), simulate)
    const optional = refused.filter((name) => !(name in needed)).map((name) => `without ${name}`)
    const others = [...message.refused, ...optional]
    return others.length > 0
      ? differs(`refused: ${others.join(', ')}`)
      : required(accepted.filter((name) => name in needed))
  },
})
