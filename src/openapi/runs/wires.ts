/** The wires of the examples, with invented parties and whole amounts. */
import type { InboundWireRequest, WirePaymentRequest } from '../../core/wires/wire.ts'

/** A request that originates a wire from an account. */
export const outbound = (accountNumber: string): WirePaymentRequest => ({
  accountNumber,
  businessFunctionCode: 'CTR',
  receiverRoutingNumber: '011000138',
  beneficiary: { idCode: 'D', identifier: '9876543210', name: 'Example Supplies' },
  beneficiaryReference: 'INVOICE 4711',
  amount: 1_250_000,
  purpose: 'Invoice 4711',
})

/** A request that simulates a wire to an account. */
export const inbound = (accountNumber: string): InboundWireRequest => ({
  accountNumber,
  originator: { idCode: 'D', identifier: '5551234', name: 'Example Buyer' },
  businessFunctionCode: 'CTR',
  senderRoutingNumber: '026009593',
  senderDiName: 'Example National',
  originatorFi: { idCode: 'F', identifier: '026009593', name: 'Example National' },
  beneficiaryReference: 'ORDER 88',
  amount: 300_000,
})
