/** The requests for wires, with parties that do not exist, and the subledgers that wires are requested from. (§2.3, §2.5, §2.8, §2.9) */
import type { Fields } from '../../service/fields.ts'
import { Inconclusive } from '../../service/inconclusive.ts'
import { make, markOf } from '../../service/records.ts'
import type { Service } from '../../service/service.ts'

/** A routing number that no institution has. Its check digit is correct. */
export const NO_INSTITUTION = '987654320'

/** The routing number of the other institution in all wires. The option `wire` can replace it, because a service may know no other. */
export const institutionOf = ({ options }: Service): string =>
  String(options.wire['receiverRoutingNumber'] ?? NO_INSTITUTION)

export const beneficiary = { idCode: 'D', identifier: '1234567', name: 'Calibration' }

/** A beneficiary that no other wire of the run has: a service may hold a second wire to the same one as a suspected duplicate. */
const newBeneficiary = ({ session }: Service): Fields => {
  const number = session.newNumber()
  return { ...beneficiary, identifier: String(1_234_567 + number), name: `Calibration ${number}` }
}

/** The documented example without an amount. The option `wire` replaces fields. */
export const wireFrom = (service: Service, accountNumber: string): Fields => ({
  accountNumber,
  businessFunctionCode: 'CTR',
  receiverRoutingNumber: NO_INSTITUTION,
  beneficiary: newBeneficiary(service),
  beneficiaryReference: 'CALIBRATION',
  purpose: markOf(service),
  ...service.options.wire,
})

/** A service message: text to another bank, which moves no money. */
export const messageFrom = (service: Service, accountNumber: string): Fields => ({
  ...wireFrom(service, accountNumber),
  businessFunctionCode: 'SVC',
})

export const inboundMessage = (service: Service): Fields => ({
  accountNumber: service.accountNumber,
  originator: beneficiary,
  businessFunctionCode: 'SVC',
  senderRoutingNumber: institutionOf(service),
  senderDiName: 'Calibration Bank',
  originatorFi: { idCode: 'F', identifier: institutionOf(service), name: 'Calibration Bank' },
  beneficiaryReference: markOf(service).slice(-16),
})

export const inboundTransfer = (service: Service, accountNumber: string, amount: number): Fields => ({
  ...inboundMessage(service),
  accountNumber,
  businessFunctionCode: 'CTR',
  amount,
})

/** Milliseconds after which a new subledger can pay; the specification says "usually within seconds". (§2.9 rule 9) */
const READY = 5_000

/** Opens a subledger and restricts it. Both remain: no call closes a subledger, and wires from it may still be in review. */
export async function blockedSubledger(service: Service): Promise<string> {
  // The title is longer than the 35 characters that the network allows for a name.
  const number = await openFor(service, `${markOf(service)} of-what-is-left-open-by-the-specification`)
  await block(service, number)
  await service.wait(Math.min(READY, service.waitLeft))
  return number
}

/** @throws {Inconclusive} if opening a subledger is refused */
export async function openFor(service: Service, title = markOf(service)): Promise<string> {
  const { id, status } = await make(service, 'subledger', { masterAccountNumber: service.accountNumber, title })
  if (id === undefined) throw new Inconclusive(`opening a subledger was answered ${status}`)
  return id
}

/** Closes a subledger to outbound wires. @throws {Inconclusive} if the restriction is refused */
export async function block(service: Service, subAccountNumber: string): Promise<void> {
  const body = { subAccountNumber, appliesTo: 'All', rail: 'Wire', transactionType: 'Debit', reason: markOf(service) }
  const { id, status } = await make(service, 'restriction', body)
  if (id === undefined) throw new Inconclusive(`placing a restriction was answered ${status}`)
}
