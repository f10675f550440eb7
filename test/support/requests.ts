/** Requests with everything that they need; a test names what it is about. */
import type { Bank, RegistrationRequest, TransactionRequest } from 'vostro'

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
