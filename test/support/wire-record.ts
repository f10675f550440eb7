/** The payment record of a new wire, spelt out in full, as the bank answers with it (§2.4). */

import { expect } from 'vitest'
import type { Bank } from 'vostro'

/** A random UUID, of version 4. */
export const UUID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)

/** What both directions have in common: a bank that opened on Monday, 9 o'clock, and its master account. */
const newRecord = (bank: Bank, id: string) => ({
  id: UUID,
  accountNumber: bank.masterAccount.accountNumber,
  referenceId: expect.stringMatching(/^W[0-9A-Z]{11}$/),
  paymentType: 'Transfer',
  source: 'Api',
  posting: 'Pending',
  amount: 10_000,
  currency: 'usd',
  businessFunctionCode: 'CTR',
  typeCode: '1000',
  wasReversed: false,
  isInternational: false,
  createdAt: '2026-03-02T09:00:00.000-05:00',
  effectiveDate: '2026-03-02T00:00:00.000-05:00',
  originalPaymentId: id,
  partnerId: bank.partner.id,
  productId: bank.partner.productId,
})

/** Of `outboundWire`, just accepted: every field that exists by then, and no other. */
export const outboundRecord = (bank: Bank, id: string) => ({
  ...newRecord(bank, id),
  direction: 'Outbound',
  status: 'Created',
  senderRoutingNumber: '012345672',
  senderName: 'VOSTRO TEST BANK',
  senderReference: expect.stringMatching(/^[0-9A-Z]{16}$/),
  receiverRoutingNumber: '011000138',
  receiverName: 'Institution 011000138',
  originatingFi: { idCode: 'F', identifier: '012345672', name: 'VOSTRO TEST BANK' },
  originator: { idCode: 'D', identifier: bank.masterAccount.accountNumber, name: 'Test Partner' },
  beneficiaryFi: { idCode: 'F', identifier: '011000138', name: 'Institution 011000138' },
  beneficiary: { idCode: 'D', identifier: '12345678', name: 'Example Supplier' },
})

/** Of `inboundWire`, just simulated. */
export const inboundRecord = (bank: Bank, id: string) => ({
  ...newRecord(bank, id),
  direction: 'Inbound',
  status: 'Hold',
  imad: '20260302SIMULATE000001',
  omad: '20260302SIMULATE000002',
  senderRoutingNumber: '021000021',
  senderName: 'Example Sending Bank',
  senderReference: expect.any(String),
  receiverRoutingNumber: '012345672',
  receiverName: 'VOSTRO TEST BANK',
  originatingFi: { idCode: 'F', identifier: '021000021', name: 'Example Sending Bank' },
  originator: { idCode: 'D', identifier: '87654321', name: 'Example Customer' },
  beneficiaryFi: { idCode: 'F', identifier: '012345672', name: 'VOSTRO TEST BANK' },
  beneficiary: { idCode: 'D', identifier: bank.masterAccount.accountNumber, name: 'Test Partner' },
  receiptDate: '0302',
  receiptTime: '0900',
})
