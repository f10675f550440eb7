/** What a request for a wire may and must have: one change of a known good request at a time. (§2.2, §2.3, §2.5) */
import { businessFunctionCodes } from '../../../core/wires/business-function-code.ts'
import { type Fields, fieldOf, fieldsOf } from '../../service/fields.ts'
import { Inconclusive } from '../../service/inconclusive.ts'
import { markOf } from '../../service/records.ts'
import type { Service } from '../../service/service.ts'
import { agrees, agreesIf, ask, differs, is, story, type Verdict } from '../question.ts'
import { ACCEPTED, smallestAmount } from './amounts.ts'
import { originate, simulate } from './asking-wires.ts'
import { knownGood, knownGoodTransfer, takesMessages } from './idle-wires.ts'
import { blockedSubledger, LONG_TITLE } from './payer.ts'
import { beneficiary, inboundMessage, messageFrom, NO_INSTITUTION } from './requests.ts'

/** Changes of a request, each by its name. */
type Changes = Readonly<Record<string, Fields>>

const TAKEN = 'a message is accepted, or the smallest wire from a subledger of which none can leave'
const asking = { scope: 'money', needs: ['accountNumber'], when: TAKEN } as const

/** Which of these changes are accepted, and which are refused. */
async function tried(changes: Changes, isTaken: (change: Fields) => Promise<boolean>) {
  const [accepted, refused]: [string[], string[]] = [[], []]
  for (const [name, change] of Object.entries(changes)) ((await isTaken(change)) ? accepted : refused).push(name)
  return { accepted, refused }
}

/** Requests that pass a check, and must be accepted, and others that fail it. */
interface Check {
  readonly how: string
  readonly right?: (service: Service, request: Fields) => Changes
  readonly wrong: (service: Service) => Changes
}

async function checked(service: Service, { right, wrong }: Check) {
  const request = await knownGood(service)
  const isTaken = async (change: Fields) =>
    (await originate(service, { ...request, purpose: markOf(service), ...change })) !== undefined
  // What is refused now would show nothing of the change.
  if (!(await isTaken({}))) throw new Inconclusive('a request that was accepted before was refused')
  return { right: await tried(right?.(service, request) ?? {}, isTaken), wrong: await tried(wrong(service), isTaken) }
}

/** Whether a check is made. */
const enforced = (check: Check) =>
  ask<'wires.originator' | 'wires.routingNumberCheck' | 'wires.fieldLengths'>({
    ...asking,
    how: check.how,
    async of(service) {
      const { right, wrong } = await checked(service, check)
      if (right.refused.length > 0) return differs(`refused: ${right.refused.join(', ')}`)
      const [passed, failed] = [`accepted: ${wrong.accepted.join(', ')}`, `refused: ${wrong.refused.join(', ')}`]
      if (wrong.accepted.length > 0 && wrong.refused.length > 0) return differs(`${passed}; ${failed}`)
      return wrong.accepted.length > 0 ? is('ignored', passed) : is('enforced', failed)
    },
  })

/** Whether a part of the request is read as our bank reads it. */
const readAsHere = (check: Check & Required<Pick<Check, 'right'>>) =>
  ask<'wires.party' | 'wires.intermediary' | 'wires.originatorToBeneficiary'>({
    ...asking,
    how: check.how,
    async of(service) {
      const { right, wrong } = await checked(service, check)
      if (right.refused.length > 0) return differs(`refused: ${right.refused.join(', ')}`)
      if (wrong.accepted.length > 0) return differs(`accepted, as if it were not read: ${wrong.accepted.join(', ')}`)
      return agrees(`accepted: ${right.accepted.join(', ')}; refused: ${wrong.refused.join(', ')}`)
    },
  })

/** The routing number of nobody with its last digit one up, which is wrong. */
const WRONG_CHECK_DIGIT = '987654321'
const institution = { idCode: 'F', identifier: NO_INSTITUTION, name: 'Calibration Bank' }
const lines = [1, 2, 3, 4].map((line) => `originatorToBeneficiary${line}`)
const long = (length: number) => 'X'.repeat(length)

/** The beneficiary of the requests, otherwise. */
const beneficiaryWith = ({ options }: Service, change: Fields): Fields => ({
  beneficiary: { ...beneficiary, ...fieldsOf(options.wire['beneficiary']), ...change },
})

const withCodes = (service: Service, codes: readonly string[]): Changes =>
  Object.fromEntries(
    codes.map((idCode) => {
      const identifier = idCode === 'F' ? NO_INSTITUTION : beneficiary.identifier
      return [`idCode ${idCode}`, beneficiaryWith(service, { idCode, identifier })]
    }),
  )

export const wireFields = {
  'wires.originator': enforced({
    how: 'asks for wires of the account itself as originator, and of another account',
    right: (_, { accountNumber }) => ({
      'the account itself': { originator: { ...beneficiary, identifier: accountNumber } },
    }),
    wrong: () => ({ 'another account': { originator: beneficiary } }),
  }),
  'wires.routingNumberCheck': enforced({
    how: 'asks for a wire to a routing number with a wrong check digit',
    wrong: () => ({ [`receiverRoutingNumber ${WRONG_CHECK_DIGIT}`]: { receiverRoutingNumber: WRONG_CHECK_DIGIT } }),
  }),
  'wires.fieldLengths': enforced({
    how: 'asks for wires with fields as long as the network has them, and longer',
    right: (service) => ({
      'fields as long as the network has them': {
        ...beneficiaryWith(service, { identifier: long(34), name: long(35), address1: long(35) }),
        beneficiaryReference: long(16),
      },
    }),
    wrong: (service) => ({
      'a name of 36': beneficiaryWith(service, { name: long(36) }),
      'an identifier of 35': beneficiaryWith(service, { identifier: long(35) }),
      'an address1 of 36': beneficiaryWith(service, { address1: long(36) }),
      'a beneficiaryReference of 17': { beneficiaryReference: long(17) },
      'address3 without address2': beneficiaryWith(service, { address1: 'X', address2: undefined, address3: 'X' }),
    }),
  }),
  'wires.party': readAsHere({
    how: 'asks for wires with each idCode, and with others',
    right: (service) => withCodes(service, ['B', 'C', 'D', 'F', 'T', 'U']),
    wrong: (service) => withCodes(service, ['A', 'X']),
  }),
  'wires.intermediary': readAsHere({
    how: 'asks for wires with an intermediaryFi that is a party, and with one that is a number',
    right: () => ({ 'a party named intermediaryFi': { intermediaryFi: institution } }),
    wrong: () => ({ 'a number in its place': { intermediaryFi: 1 } }),
  }),
  'wires.originatorToBeneficiary': readAsHere({
    how: 'asks for wires with four texts to the beneficiary, and with numbers in their place',
    right: () => ({ 'four texts': Object.fromEntries(lines.map((line) => [line, 'calibration'])) }),
    wrong: () => Object.fromEntries(lines.map((line) => [`a number in ${line}`, { [line]: 1 }])),
  }),
  'wires.holderName': ask<'wires.holderName'>({
    ...asking,
    how: `asks for a wire from a subledger with a title of ${LONG_TITLE.length} characters`,
    async of(service) {
      const payer = await service.once(blockedSubledger)
      const request = (await service.once(takesMessages))
        ? messageFrom(service, payer)
        : await knownGoodTransfer(service)
      const name = fieldOf((await originate(service, request))?.['originator'], 'name')
      const seen = `a title of ${LONG_TITLE.length} characters became a name of ${String(name).length}`
      if (name === LONG_TITLE) return is('whole', seen)
      return name === LONG_TITLE.slice(0, LONGEST_NAME) ? is('shortened', seen) : differs(seen)
    },
  }),
}

const LONGEST_NAME = 35

/** Three capital letters that the network has no message for. */
const NO_CODE = 'ZZZ'

const transferWithout = (service: Service): Changes => ({
  accountNumber: { accountNumber: undefined },
  businessFunctionCode: { businessFunctionCode: undefined },
  receiverRoutingNumber: { receiverRoutingNumber: undefined },
  beneficiary: { beneficiary: undefined },
  'beneficiary.idCode': beneficiaryWith(service, { idCode: undefined }),
  'beneficiary.identifier': beneficiaryWith(service, { identifier: undefined }),
  'beneficiary.name': beneficiaryWith(service, { name: undefined }),
  amount: { amount: undefined },
})

/** The fields of the documented example that our bank does not ask for. */
const OPTIONAL = ['beneficiaryReference', 'purpose'] as const

export const wireCodes = story(
  { 'wires.businessFunctionCodes': ACCEPTED, 'wires.requiredFields': ACCEPTED },
  {
    scope: 'money',
    needs: ['accountNumber'],
    how: 'asks for wires of each code, of an unknown one, and without each field, from a subledger that none can leave',
    async *tell(service) {
      const request = await knownGoodTransfer(service)
      const isTaken = async (change: Fields) =>
        (await originate(service, { ...request, purpose: markOf(service), ...change })) !== undefined
      const codes = Object.fromEntries(
        businessFunctionCodes.map((code) => [
          code,
          { businessFunctionCode: code, ...(code === 'SVC' ? { amount: undefined } : {}) },
        ]),
      )
      const { refused } = await tried(codes, isTaken)
      const isAny = await isTaken({ businessFunctionCode: NO_CODE })
      const seen = `${NO_CODE} was ${isAny ? 'accepted' : 'refused'}`
      const others = differs(`${seen}, and so were ${refused.join(', ')}`)
      yield { 'wires.businessFunctionCodes': refused.length > 0 ? others : is(isAny ? 'any' : 'listed', seen) }
      const { accepted } = await tried(transferWithout(service), isTaken)
      const further = [...OPTIONAL, ...Object.keys(service.options.wire)].filter(
        (name) => !(name in transferWithout(service)),
      )
      const more = await tried(Object.fromEntries(further.map((name) => [name, { [name]: undefined }])), isTaken)
      yield { 'wires.requiredFields': required(accepted, more.refused) }
    },
  },
)

function required(optional: readonly string[], further: readonly string[]): Verdict<never> {
  if (optional.length > 0) return differs(`accepted without ${optional.join(', ')}`)
  if (further.length > 0) return differs(`refused without ${further.join(', ')}, too`)
  return agrees('accepted with these, refused without any one of them')
}

export const inboundFields = ask<'wires.inboundRequiredFields'>({
  scope: 'money',
  needs: ['accountNumber'],
  when: ACCEPTED,
  how: 'simulates a drawdown request that comes in, which brings no money, and the same without each field',
  async of(service) {
    const { beneficiaryReference: _, ...message } = inboundMessage(service)
    const isTaken = async (request: Fields) => (await simulate(service, request)) !== undefined
    const request = { ...message, businessFunctionCode: 'DRC', amount: await smallestAmount(service) }
    if (!(await isTaken(message))) return differs('a service message without an amount is refused')
    if (!(await isTaken(request))) return differs('refused without beneficiaryReference')
    const changes = Object.fromEntries(Object.keys(request).map((name) => [name, { ...request, [name]: undefined }]))
    const { accepted } = await tried(changes, isTaken)
    const isEach = accepted.length === 0
    return agreesIf(
      isEach,
      isEach ? 'accepted with these, refused without any one of them' : `accepted without ${accepted.join(', ')}`,
    )
  },
})
