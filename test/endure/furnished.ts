/** A bank with one of everything: a right body for each call that takes one, and the paths of what is there. */
import type { EndpointName } from '../../src/contract/endpoints.ts'
import type { Bank } from '../../src/index.ts'
import { registrationOf } from '../properties/calls.ts'
import { inboundWire, outboundWire } from '../support/wire.ts'

/** Puts one of everything into a bank. */
export function furnished(bank: Bank) {
  const { accountNumber } = bank.masterAccount
  const other = bank.accounts.open({ title: 'Other', balance: 1_000_000 }).accountNumber
  const subledger = bank.subledgers.create({ masterAccountNumber: accountNumber, title: 'Owned Customer' })
  const restriction = bank.restrictions.create({ accountNumber, appliesTo: 'All', rail: 'Ach', reason: 'Owned Reason' })
  const registration = bank.webhooks.register(registrationOf(bank, 'Wire.Payment.Received'))
  const wire = bank.wires.create(outboundWire(bank, { amount: 1, purpose: 'Owned Purpose' }))
  const transaction = bank.transactions.transfer({
    debitAccountNumber: accountNumber,
    creditAccountNumber: other,
    amount: 1,
  })
  bank.wires.simulateInbound(inboundWire(bank, { amount: 1 }))
  const loan = bank.loans.add({ LoanAmount: '12.5', FICO: 700, LoanNumber: 'Owned Loan' })
  // The wire is reviewed, so that it may be withdrawn.
  bank.clock.advance({ minutes: 1 })
  const bodies: { readonly [Name in EndpointName]?: object } = {
    requestToken: {
      grant_type: 'client_credentials',
      client_id: bank.partner.clientId,
      client_secret: bank.partner.clientSecret,
      audience: bank.partner.audience,
    },
    createWire: outboundWire(bank, { amount: 1 }),
    simulateInboundWire: inboundWire(bank, { amount: 1 }),
    registerWebhook: registrationOf(bank, 'Wire.Payment.Sent'),
    updateWebhook: { callbackUrl: 'https://p.example/b' },
    createRestriction: { appliesTo: 'All', rail: 'Ach', notes: 'So' },
    updateRestriction: { notes: 'Else' },
    createSubledger: { masterAccountNumber: accountNumber, title: 'New', beneficiary: { city: 'A' } },
    transferFunds: { debitAccountNumber: accountNumber, creditAccountNumber: other, amount: 1 },
  }
  const idOf = (call: EndpointName): string => {
    if (/Webhook/.test(call)) return registration.id
    if (/Restriction/.test(call)) return restriction.id
    if (call === 'getTransaction') return transaction.id
    return call === 'getEvent' ? (bank.events[0]?.id ?? '') : wire.id
  }
  const numberOf = (call: EndpointName) => (call === 'getSubledger' ? subledger.accountNumber : accountNumber)
  const pathOf = (call: EndpointName, path: string) =>
    path.replace(/\{[^}]*\}/g, (parameter) =>
      /id\}$/i.test(parameter) && !/account/i.test(parameter) ? idOf(call) : numberOf(call),
    )
  /** Everything by which these records could be recognised. */
  const marks = [
    ...['Owned Customer', 'Owned Reason', 'Owned Purpose', 'Owned Loan', registration.callbackUrl],
    ...[accountNumber, other, subledger.accountNumber, restriction.id, registration.id, wire.id, wire.referenceId],
    ...[transaction.id, loan.Id, bank.partner.id, bank.partner.productId, ...bank.events.map(({ id }) => id)],
  ]
  return { bodies, pathOf, marks }
}
