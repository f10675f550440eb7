/** The requests that the probes of wires send: to and from parties that do not exist. */

/** A routing number with a right check digit that is not assigned. */
export const NOBODY = '987654320'

export const beneficiary = { idCode: 'D', identifier: '1234567', name: 'Calibration' } as const

/** A service message: text to another bank, which moves no money. */
export const serviceMessage = (accountNumber: string) => ({
  accountNumber,
  businessFunctionCode: 'SVC',
  receiverRoutingNumber: NOBODY,
  beneficiary,
})

/** A wire that pays. */
export const customerTransfer = (accountNumber: string, amount: number) => ({
  ...serviceMessage(accountNumber),
  businessFunctionCode: 'CTR',
  amount,
})

/** A simulation of a service message that comes in. */
export const inboundMessage = (accountNumber: string) => ({
  accountNumber,
  originator: beneficiary,
  businessFunctionCode: 'SVC',
  senderRoutingNumber: NOBODY,
  senderDiName: 'Calibration Bank',
  originatorFi: { idCode: 'F', identifier: NOBODY, name: 'Calibration Bank' },
})

/** A simulation of money that comes in. */
export const inboundTransfer = (accountNumber: string, amount: number) => ({
  ...inboundMessage(accountNumber),
  businessFunctionCode: 'CTR',
  amount,
})
