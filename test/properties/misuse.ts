/** Misuse: calls that a bank refuses, whatever its state. */
import type { Bank } from 'vostro'
import { inboundWire, outboundWire } from '../support/wire.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'

const fee = { rail: 'Internal', transactionType: 'Debit', transactionCode: 'Fee', amount: 100 } as const

export const misuses = {
  wireFromNowhere: (bank: Bank) => bank.wires.create(outboundWire('2000000006', { amount: 100 })),
  wireOfNothing: (bank: Bank) => bank.wires.create(outboundWire(bank.masterAccount.accountNumber, { amount: 0 })),
  wireTooLarge: (bank: Bank) =>
    bank.wires.create(outboundWire(bank.masterAccount.accountNumber, { amount: 1_000_000_000_000 })),
  wireToNoBank: (bank: Bank) =>
    bank.wires.create({
      ...outboundWire(bank.masterAccount.accountNumber, { amount: 1 }),
      receiverRoutingNumber: '011000144',
    }),
  inboundToNobody: (bank: Bank) => bank.wires.simulateInbound(inboundWire('300000000007', { amount: 100 })),
  unknownPayment: (bank: Bank) => bank.wires.cancel(NOBODY),
  unknownAtDesk: (bank: Bank) => bank.desk.approve(NOBODY),
  unknownRestriction: (bank: Bank) => bank.restrictions.remove(NOBODY),
  restrictionOfUnknownShape: (bank: Bank) =>
    bank.restrictions.create({ accountNumber: bank.masterAccount.accountNumber, appliesTo: 'Everything' as 'All' }),
  restrictionOfAnother: (bank: Bank) =>
    bank.restrictions.create({ accountNumber: bank.masterAccount.accountNumber, appliesTo: 'All', type: 'Internal' }),
  subledgerUnderNothing: (bank: Bank) => bank.subledgers.create({ masterAccountNumber: '2000000006', title: 'Lost' }),
  subledgerWithoutTitle: (bank: Bank) =>
    bank.subledgers.create({ masterAccountNumber: bank.masterAccount.accountNumber, title: '' }),
  webhookOfAnother: (bank: Bank) =>
    bank.webhooks.register({
      partnerId: NOBODY,
      eventName: 'Wire.Payment.Sent',
      registrationType: 'Push',
      callbackUrl: 'https://partner.example/hooks',
    }),
  unknownWebhook: (bank: Bank) => bank.webhooks.ping(NOBODY),
  tokenForAnotherService: (bank: Bank) => bank.tokens.issue({ audience: 'https://other.example' }),
  unknownToken: (bank: Bank) => bank.tokens.revoke('none such'),
  unknownLoan: (bank: Bank) => bank.loans.update('none such', { Term: 36 }),
  loanInWords: (bank: Bank) => bank.loans.add({ LoanAmount: 'a lot' }),
  clockBackwards: (bank: Bank) => bank.clock.advanceTo('2001-01-01T00:00:00Z'),
  clockToNowhere: (bank: Bank) => bank.clock.advance({ hours: -1 }),
  transactionOfNothing: (bank: Bank) =>
    bank.transactions.post({ ...fee, accountNumber: bank.masterAccount.accountNumber, amount: 0 }),
  transactionOnNoRail: (bank: Bank) =>
    bank.transactions.post({ ...fee, accountNumber: bank.masterAccount.accountNumber, rail: 'Pigeon' as 'Ach' }),
  transactionPastExactness: (bank: Bank) =>
    bank.transactions.post({ ...fee, accountNumber: bank.masterAccount.accountNumber, amount: 2 ** 53 }),
  transferOfAHalf: (bank: Bank) =>
    bank.transactions.transfer({
      debitAccountNumber: bank.masterAccount.accountNumber,
      creditAccountNumber: '300000000007',
      amount: 0.5,
    }),
  holdOnNobody: (bank: Bank) => bank.holds.place({ accountNumber: '2000000006', amount: 100 }),
  holdOfEverythingThereIs: (bank: Bank) =>
    bank.desk.holds.place({ accountNumber: bank.masterAccount.accountNumber, amount: Number.MAX_SAFE_INTEGER + 1 }),
  unknownHold: (bank: Bank) => bank.holds.release(NOBODY),
  policyByPartner: (bank: Bank) => bank.policies.set(bank.partner.productId, []),
  policyOfUnknownProduct: (bank: Bank) => bank.desk.policies.set(NOBODY, null),
  partnerWithoutName: (bank: Bank) => bank.partners.add({ name: '' }),
  partnerTooRich: (bank: Bank) => bank.partners.add({ masterAccount: { balance: Number.MAX_SAFE_INTEGER } }),
  unknownPartner: (bank: Bank) => bank.as(NOBODY),
  statusOfNothing: (bank: Bank) => bank.accounts.setStatus('2000000006', 'Closed'),
} as const

export type Misuse = keyof typeof misuses

/** Does something that the bank refuses. */
export const doMisuse = (bank: Bank, misuse: Misuse): unknown => misuses[misuse](bank)
