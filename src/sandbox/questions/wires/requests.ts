/** The requests for wires that questions send, to and from parties that do not exist, and the subledgers that they come from. (§2.3, §2.5, §2.8, §2.9) */
import type { Fields } from '../../service/fields.ts'
import { Inconclusive } from '../../service/inconclusive.ts'
import { make, markOf } from '../../service/records.ts'
import type { Service } from '../../service/service.ts'

/** A routing number with a right check digit that is assigned to no institution. */
export const NO_INSTITUTION = '987654320'

/** The institution that wires go to, and come from: a service may know only that of the option `wire`. */
export const institutionOf = ({ options }: Service): string =>
  String(options.wire['receiverRoutingNumber'] ?? NO_INSTITUTION)

export const beneficiary = { idCode: 'D', identifier: '1234567', name: 'Calibration' }

/** A request with all that the documented example has, but an amount; the option `wire` has what this service wants. */
export const wireFrom = (service: Service, accountNumber: string): Fields => ({
  accountNumber,
  businessFunctionCode: 'CTR',
  receiverRoutingNumber: NO_INSTITUTION,
  beneficiary,
  beneficiaryReference: 'CALIBRATION',
  purpose: markOf(service),
  ...service.options.wire,
})

/** A service message: text to another bank, which moves no money. */
export const messageFrom = (service: Service, accountNumber: string): Fields => ({
  ...wireFrom(service, accountNumber),
  businessFunctionCode: 'SVC',
})

/** A simulation of a message that comes in. */
export const inboundMessage = (service: Service): Fields => ({
  accountNumber: service.accountNumber,
  originator: beneficiary,
  businessFunctionCode: 'SVC',
  senderRoutingNumber: institutionOf(service),
  senderDiName: 'Calibration Bank',
  originatorFi: { idCode: 'F', identifier: institutionOf(service), name: 'Calibration Bank' },
  beneficiaryReference: markOf(service).slice(-16),
})

/** A simulation of money that comes in. */
export const inboundTransfer = (service: Service, accountNumber: string, amount: number): Fields => ({
  ...inboundMessage(service),
  accountNumber,
  businessFunctionCode: 'CTR',
  amount,
})

/** The milliseconds after which a new subledger can pay: "usually within seconds". (§2.9 rule 9) */
export const READY = 5_000

/**
 * A subledger of which no wire can leave. It stays, as no call closes it, and so does its restriction, as wires of it may still be reviewed.
 */
export async function blockedSubledger(service: Service): Promise<string> {
  // Longer than a name of the network, which has 35 characters.
  const number = await openFor(service, `${markOf(service)} of-what-is-left-open-by-the-specification`)
  await block(service, number)
  await service.wait(Math.min(READY, service.waitLeft))
  return number
}

/** Opens a subledger. @throws {Inconclusive} where none can be opened */
export async function openFor(service: Service, title = markOf(service)): Promise<string> {
  const { id, status } = await make(service, 'subledger', { masterAccountNumber: service.accountNumber, title })
  if (id === undefined) throw new Inconclusive(`opening a subledger was answered ${status}`)
  return id
}

/** Lets no wire leave a subledger. @throws {Inconclusive} where no restriction can be placed */
export async function block(service: Service, subAccountNumber: string): Promise<void> {
  const body = { subAccountNumber, appliesTo: 'All', rail: 'Wire', transactionType: 'Debit', reason: markOf(service) }
  const { id, status } = await make(service, 'restriction', body)
  if (id === undefined) throw new Inconclusive(`placing a restriction was answered ${status}`)
}
