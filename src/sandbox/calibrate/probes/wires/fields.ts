/** What a request for a wire may and must say: asked with service messages, which move no money. (§2.2, §2.3) */
import type { AssumptionId } from '../../../../core/assumptions/catalogue.ts'
import type { Service } from '../../../service/service.ts'
import type { Probe, Tell } from '../../probe.ts'
import { message, originate } from './reading.ts'
import { beneficiary, NOBODY, serviceMessage } from './requests.ts'

/** The same with its last digit one up, which is wrong. */
const WRONG_CHECK_DIGIT = '987654321'

/** Which of these changes of a service message are accepted, each by its name. */
async function tryEach(service: Service, changes: Readonly<Record<string, object>>): Promise<Record<string, boolean>> {
  const accepted: Record<string, boolean> = {}
  for (const [name, change] of Object.entries(changes)) {
    const record = await originate(service, { ...serviceMessage(service.accountNumber), ...change })
    accepted[name] = record !== undefined
  }
  return accepted
}

/** Tells whether a check is made, by requests that fail it; those of `right` pass it, and must be accepted. */
function tellCheck(
  tell: Tell,
  id: 'wires.originator' | 'wires.routingNumberCheck' | 'wires.fieldLengths',
  { right = {}, wrong }: { right?: Record<string, boolean>; wrong: Record<string, boolean> },
): void {
  const refused = Object.keys(right).filter((name) => !right[name])
  const passed = Object.keys(wrong).filter((name) => wrong[name])
  const failed = Object.keys(wrong).filter((name) => !wrong[name])
  if (refused.length > 0) tell.differs(id, `refused: ${refused.join(', ')}`)
  else if (passed.length > 0 && failed.length > 0) {
    tell.differs(id, `accepted: ${passed.join(', ')}; refused: ${failed.join(', ')}`)
  } else if (passed.length > 0) tell.is(id, 'ignored', `accepted: ${passed.join(', ')}`)
  else tell.is(id, 'enforced', `refused: ${failed.join(', ')}`)
}

/** Judges whether the service checks a part of a request as our bank does: right values accepted, wrong ones refused. */
function tellPart(tell: Tell, id: AssumptionId, right: Record<string, boolean>, wrong: Record<string, boolean>): void {
  const refused = Object.keys(right).filter((name) => !right[name])
  const passed = Object.keys(wrong).filter((name) => wrong[name])
  if (refused.length > 0) tell.differs(id, `refused: ${refused.join(', ')}`)
  else if (passed.length > 0) tell.differs(id, `accepted, as if it were not read: ${passed.join(', ')}`)
  else tell.agrees(id, `accepted: ${Object.keys(right).join(', ')}; refused: ${Object.keys(wrong).join(', ')}`)
}

const institution = { idCode: 'F', identifier: NOBODY, name: 'Calibration Bank' } as const
const lines = [1, 2, 3, 4].map((line) => `originatorToBeneficiary${line}`)
const long = (length: number) => 'X'.repeat(length)

export const fieldProbes: readonly Probe[] = [
  {
    name: 'the fields of a wire',
    scope: 'money',
    needs: ['accountNumber'],
    how: 'sends service messages, which move no money, with a field that is right, and with one that is not',
    tells: {
      'wires.originator': 'service messages are accepted',
      'wires.routingNumberCheck': 'service messages are accepted',
      'wires.fieldLengths': 'service messages are accepted',
      'wires.party': 'service messages are accepted',
      'wires.intermediary': 'service messages are accepted',
      'wires.originatorToBeneficiary': 'service messages are accepted',
    },
    async run(service, tell) {
      // A service that takes none refuses all that follow, which shows nothing.
      await message(service)
      const own = { ...beneficiary, identifier: service.accountNumber }
      tellCheck(tell, 'wires.originator', {
        right: await tryEach(service, { 'the account itself': { originator: own } }),
        wrong: await tryEach(service, { 'another account': { originator: beneficiary } }),
      })
      tellCheck(tell, 'wires.routingNumberCheck', {
        wrong: await tryEach(service, {
          [`receiverRoutingNumber ${WRONG_CHECK_DIGIT}`]: { receiverRoutingNumber: WRONG_CHECK_DIGIT },
        }),
      })
      await tellLengths(service, tell)
      await tellParties(service, tell)
      tellPart(
        tell,
        'wires.intermediary',
        await tryEach(service, { 'a party named intermediaryFi': { intermediaryFi: institution } }),
        await tryEach(service, { 'a number in its place': { intermediaryFi: 1 } }),
      )
      tellPart(
        tell,
        'wires.originatorToBeneficiary',
        await tryEach(service, { 'four texts': Object.fromEntries(lines.map((line) => [line, 'calibration'])) }),
        await tryEach(service, Object.fromEntries(lines.map((line) => [`a number in ${line}`, { [line]: 1 }]))),
      )
    },
  },
]

async function tellLengths(service: Service, tell: Tell): Promise<void> {
  const full = { ...beneficiary, identifier: long(34), name: long(35), address1: long(35) }
  tellCheck(tell, 'wires.fieldLengths', {
    right: await tryEach(service, {
      'fields as long as the network has them': { beneficiary: full, beneficiaryReference: long(16) },
    }),
    wrong: await tryEach(service, {
      'a name of 36': { beneficiary: { ...beneficiary, name: long(36) } },
      'an identifier of 35': { beneficiary: { ...beneficiary, identifier: long(35) } },
      'an address1 of 36': { beneficiary: { ...beneficiary, address1: long(36) } },
      'a beneficiaryReference of 17': { beneficiaryReference: long(17) },
      'address3 without address2': { beneficiary: { ...beneficiary, address1: 'X', address3: 'X' } },
    }),
  })
}

async function tellParties(service: Service, tell: Tell): Promise<void> {
  const of = (codes: readonly string[]) =>
    Object.fromEntries(
      codes.map((idCode) => {
        const identifier = idCode === 'F' ? NOBODY : beneficiary.identifier
        return [`idCode ${idCode}`, { beneficiary: { ...beneficiary, idCode, identifier } }]
      }),
    )
  const right = await tryEach(service, of(['B', 'C', 'D', 'F', 'T', 'U']))
  tellPart(tell, 'wires.party', right, await tryEach(service, of(['A', 'X'])))
}
