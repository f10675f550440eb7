/** The wires of all tests: one that goes out and one that comes in, each as the least and as the fullest request (§2.3, §2.5). */
import type { Bank, InboundWireRequest, WirePaymentRequest } from 'vostro'

/** The number of an account, or a bank whose master account is meant. */
type Account = string | Pick<Bank, 'masterAccount'>

const numberOf = (account: Account) => (typeof account === 'string' ? account : account.masterAccount.accountNumber)

/** A wire of 100.00 from an account, with the fields that every wire needs. */
export function outboundWire(account: Account, changes: Partial<WirePaymentRequest> = {}): WirePaymentRequest {
  return {
    accountNumber: numberOf(account),
    businessFunctionCode: 'CTR',
    receiverRoutingNumber: '011000138',
    beneficiary: { idCode: 'D', identifier: '12345678', name: 'Example Supplier' },
    amount: 10_000,
    ...changes,
  }
}

/** A wire of 100.00 from an account, with every field that there is. */
export function fullOutboundWire(
  account: Account,
  changes: Partial<WirePaymentRequest> = {},
): Required<WirePaymentRequest> {
  return {
    accountNumber: numberOf(account),
    businessFunctionCode: 'CTR',
    receiverRoutingNumber: '011000138',
    beneficiaryFi: { idCode: 'F', identifier: '011000138', name: 'Example Receiving Bank', address1: '1 Main Street' },
    intermediaryFi: { idCode: 'F', identifier: '026009593' },
    beneficiary: {
      idCode: 'D',
      identifier: '12345678',
      name: 'Example Supplier',
      address1: '2 Side Street',
      address2: 'Floor 3',
      address3: 'Springfield',
    },
    beneficiaryReference: 'INVOICE 4711',
    originatorToBeneficiary1: 'line 1',
    originatorToBeneficiary2: 'line 2',
    originatorToBeneficiary3: 'line 3',
    originatorToBeneficiary4: 'line 4',
    originator: {
      idCode: 'D',
      identifier: numberOf(account),
      name: 'Test Partner',
      address1: '3 Back Lane',
      address2: '',
    },
    amount: 10_000,
    purpose: 'Invoice 4711',
    clientIdentifier: 'invoice-4711',
    ...changes,
  }
}

/** A wire of 100.00 to an account, with the fields that every one needs. */
export function inboundWire(account: Account, changes: Partial<InboundWireRequest> = {}): InboundWireRequest {
  return {
    accountNumber: numberOf(account),
    originator: { idCode: 'D', identifier: '87654321', name: 'Example Customer' },
    businessFunctionCode: 'CTR',
    senderRoutingNumber: '021000021',
    senderDiName: 'Example Sending Bank',
    originatorFi: { idCode: 'F', identifier: '021000021', name: 'Example Sending Bank' },
    amount: 10_000,
    ...changes,
  }
}

/** A wire of 100.00 to an account, with every field that there is. */
export function fullInboundWire(
  account: Account,
  changes: Partial<InboundWireRequest> = {},
): Required<InboundWireRequest> {
  return {
    accountNumber: numberOf(account),
    originator: {
      idCode: 'D',
      identifier: '87654321',
      name: 'Example Customer',
      address1: '4 Side Street',
      address2: 'Floor 5',
      address3: 'Springfield',
    },
    businessFunctionCode: 'CTR',
    senderRoutingNumber: '021000021',
    senderDiName: 'Example Sending Bank',
    originatorFi: { idCode: 'F', identifier: '021000021', name: 'Example Sending Bank', address1: '5 Main Street' },
    beneficiaryReference: 'ORDER 88',
    amount: 10_000,
    ...changes,
  }
}
