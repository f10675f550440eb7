/** Requests as a partner writes them, for tests whose point lies elsewhere. */
import type { InboundWireRequest, WirePaymentRequest } from 'vostro'

/** A customer transfer from an account; the amount in minor units. */
export function wireFrom(accountNumber: string, amount: number): WirePaymentRequest {
  return {
    accountNumber,
    businessFunctionCode: 'CTR',
    receiverRoutingNumber: '011000138',
    beneficiary: { idCode: 'D', identifier: '123456789', name: 'Example Supplier' },
    beneficiaryReference: 'Invoice 17',
    amount,
    purpose: 'Goods',
  }
}

/** A wire from outside to an account; the amount in minor units. */
export function inboundTo(accountNumber: string, amount: number): InboundWireRequest {
  return {
    accountNumber,
    originator: { idCode: 'D', identifier: '987654321', name: 'Example Customer' },
    businessFunctionCode: 'CTR',
    senderRoutingNumber: '026009593',
    senderDiName: 'Example Bank',
    originatorFi: { idCode: 'F', identifier: '026009593', name: 'Example Bank' },
    beneficiaryReference: 'Order 4',
    amount,
  }
}
