/** Plausible wires, for tests and examples that need any wire. All parties are invented. (§2.3, §2.5) */
import type { InboundWireRequest, WirePaymentRequest } from './wire.ts'

export const plausibleWire = (accountNumber: string): WirePaymentRequest => ({
  accountNumber,
  businessFunctionCode: 'CTR',
  receiverRoutingNumber: '011000138',
  beneficiary: { idCode: 'D', identifier: '9876543210', name: 'Example Supplies' },
  beneficiaryReference: 'INVOICE 4711',
  amount: 1_250_000,
  purpose: 'Invoice 4711',
})

export const plausibleInbound = (accountNumber: string): InboundWireRequest => ({
  accountNumber,
  originator: { idCode: 'D', identifier: '5551234', name: 'Example Buyer' },
  businessFunctionCode: 'CTR',
  senderRoutingNumber: '026009593',
  senderDiName: 'Example National',
  originatorFi: { idCode: 'F', identifier: '026009593', name: 'Example National' },
  beneficiaryReference: 'ORDER 88',
  amount: 300_000,
})
