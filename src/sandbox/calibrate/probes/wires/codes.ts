/** Which business function codes there are, and what a request cannot leave out: asked where no money can leave. (§2.3) */
import { businessFunctionCodes } from '../../../../core/wires/business-function-code.ts'
import type { Service } from '../../../service/service.ts'
import type { Probe, Tell } from '../../probe.ts'
import { ACCEPTED, reviewOf, smallestAmount } from './amounts.ts'
import { blockedSubledger } from './payer.ts'
import { originate } from './reading.ts'
import { beneficiary, customerTransfer, serviceMessage } from './requests.ts'
import { settled } from './stopping.ts'

/** Three capital letters that the network has no message for. */
const UNKNOWN = 'ZZZ'

export const codeProbes: readonly Probe[] = [
  {
    name: 'the codes and required fields of a wire',
    scope: 'money',
    needs: ['accountNumber'],
    how: 'asks for wires of each code, of an unknown one, and without each field, from a subledger that none can leave',
    tells: {
      'wires.businessFunctionCodes': ACCEPTED,
      'wires.requiredFields': ACCEPTED,
    },
    async run(service, tell) {
      const amount = await smallestAmount(service)
      const request = customerTransfer(await blockedSubledger(service), amount)
      const wires: string[] = []
      const isTaken = async (changes: object) => {
        const wire = await originate(service, { ...request, ...changes })
        if (wire !== undefined) wires.push(wire.id)
        return wire !== undefined
      }
      try {
        await tellOfCodes(service, tell, request.accountNumber, isTaken)
      } finally {
        await settled(service, wires, reviewOf(service))
      }
    },
  },
]

async function tellOfCodes(
  service: Service,
  tell: Tell,
  accountNumber: string,
  isTaken: (changes: object) => Promise<boolean>,
): Promise<void> {
  const refused: string[] = []
  for (const businessFunctionCode of businessFunctionCodes) {
    const isText = businessFunctionCode === 'SVC'
    const isKnown = isText
      ? (await originate(service, serviceMessage(accountNumber))) !== undefined
      : await isTaken({ businessFunctionCode })
    if (!isKnown) refused.push(businessFunctionCode)
  }
  const isAny = await isTaken({ businessFunctionCode: UNKNOWN })
  const words = `${UNKNOWN} was ${isAny ? 'accepted' : 'refused'}`
  if (refused.length > 0) tell.differs('wires.businessFunctionCodes', `${words}, and so were ${refused.join(', ')}`)
  else tell.is('wires.businessFunctionCodes', isAny ? 'any' : 'listed', words)

  const optional: string[] = []
  for (const [field, changes] of Object.entries(without)) if (await isTaken(changes)) optional.push(field)
  if (optional.length > 0) tell.differs('wires.requiredFields', `accepted without ${optional.join(', ')}`)
  else tell.agrees('wires.requiredFields', `accepted with these, refused without any one of them`)
}

const without: Readonly<Record<string, object>> = {
  accountNumber: { accountNumber: undefined },
  businessFunctionCode: { businessFunctionCode: undefined },
  receiverRoutingNumber: { receiverRoutingNumber: undefined },
  beneficiary: { beneficiary: undefined },
  'beneficiary.idCode': { beneficiary: { ...beneficiary, idCode: undefined } },
  'beneficiary.identifier': { beneficiary: { ...beneficiary, identifier: undefined } },
  'beneficiary.name': { beneficiary: { ...beneficiary, name: undefined } },
  amount: { amount: undefined },
}
