/** Requests with everything that they need; a test names what it is about. */
import type { Bank, InboundWireRequest, RegistrationRequest, TransactionRequest, WirePaymentRequest } from 'vostro'

/** A wire of 100.00 from an account. */
export function outboundWire(accountNumber: string, changes: Partial<WirePaymentRequest> = {}): WirePaymentRequest {
  return {
    accountNumber,
    businessFunctionCode: 'CTR',
    receiverRoutingNumber: '011000138',
    beneficiary: { idCode: 'D', identifier: '12345678', name: 'Example Supplier' },
    amount: 10_000,
    ...changes,
  }
}

/** A wire of 100.00 to an account. */
export function inboundWire(accountNumber: string, changes: Partial<InboundWireRequest> = {}): InboundWireRequest {
  return {
    accountNumber,
    originator: { idCode: 'D', identifier: '87654321', name: 'Example Customer' },
    businessFunctionCode: 'CTR',
    senderRoutingNumber: '021000021',
    senderDiName: 'Example Sending Bank',
    originatorFi: { idCode: 'F', identifier: '021000021', name: 'Example Sending Bank' },
    amount: 10_000,
    ...changes,
  }
}

/** A push registration for an event, to an address of the partner's. */
export function pushOf(eventName: string, partnerId: string): RegistrationRequest {
  return { partnerId, eventName, registrationType: 'Push', callbackUrl: 'https://partner.example/hooks' }
}

/** An ACH debit of 100.00 that an outside bank pulls from an account. */
export function achDebit(accountNumber: string, changes: Partial<TransactionRequest> = {}): TransactionRequest {
  return {
    accountNumber,
    rail: 'Ach',
    transactionType: 'Debit',
    transactionCode: 'Incoming ACH',
    amount: 10_000,
    ...changes,
  }
}

/** A second account under the same master. */
export function customerOf(bank: Bank, title = 'Customer 17'): string {
  return bank.subledgers.create({ masterAccountNumber: bank.masterAccount.accountNumber, title }).accountNumber
}
