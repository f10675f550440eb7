/** The requests for wires that questions send: to and from parties that do not exist. (§2.3, §2.5) */
import type { Fields } from '../../service/fields.ts'
import { markOf } from '../../service/records.ts'
import type { Service } from '../../service/service.ts'

/** A routing number with a right check digit that is assigned to no institution. */
export const NO_INSTITUTION = '987654320'

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
  senderRoutingNumber: NO_INSTITUTION,
  senderDiName: 'Calibration Bank',
  originatorFi: { idCode: 'F', identifier: NO_INSTITUTION, name: 'Calibration Bank' },
  beneficiaryReference: markOf(service).slice(-16),
})

/** A simulation of money that comes in. */
export const inboundTransfer = (service: Service, accountNumber: string, amount: number): Fields => ({
  ...inboundMessage(service),
  accountNumber,
  businessFunctionCode: 'CTR',
  amount,
})
