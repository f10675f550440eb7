/**
 * Prints a partner's day at the bank: `npm run demo`. Every call of the partner is a real `fetch` that MSW passes to the bank.
 */
import { setupServer } from 'msw/node'
import { createBank } from 'vostro'
import { bankHandlers } from 'vostro/msw'
import { createPartnerClient } from './partner-client.ts'

/** Plays the day, and returns its timeline and the balances at its end. */
export async function playPartnerDay(): Promise<string> {
  const bank = createBank({ seed: 7, partner: { name: 'Example Payroll' } })
  const server = setupServer(...bankHandlers(bank))
  server.listen({ onUnhandledRequest: 'error' })
  try {
    const client = createPartnerClient({ urls: bank.urls, ...bank.partner })
    const { accountNumber } = bank.masterAccount
    bank.loans.add({ LoanNumber: 'L-1001', LoanAmount: '12500.000000', Term: 36 })

    // The morning: the partner opens a subledger for a customer, and registers for wire events.
    const subledger = await client.post<{ accountNumber: string }>('/core/v1/dda/subaccounts', {
      masterAccountNumber: accountNumber,
      title: 'Customer 17',
    })
    for (const eventName of ['Wire.Payment.Sent', 'Wire.Payment.Received', 'Wire.Payment.Rejected']) {
      await client.post('/webhooks/v1/registrations', {
        partnerId: bank.partner.id,
        eventName,
        registrationType: 'Push',
        callbackUrl: 'https://partner.example/hooks/bank',
      })
    }

    // The partner pays a supplier. The wire waits for the next batch, but the test waits for no real time.
    const supplier = {
      accountNumber,
      businessFunctionCode: 'CTR',
      receiverRoutingNumber: '011000138',
      beneficiary: { idCode: 'D', identifier: '9876543210', name: 'Example Supplies' },
      beneficiaryReference: 'INVOICE 4711',
      amount: 1_250_000,
      purpose: 'Invoice 4711',
    }
    await client.post('/wires/v1/payments', supplier)
    bank.clock.advanceToNextBatch()

    // The bank has captured the push. Its resource names the payment, and a read of the payment returns the imad.
    const [push] = bank.pushes
    await client.get(`/${push?.notification.resources[0]}`)

    // The customer receives a wire from another bank.
    await client.post('/v1/payments/simulations', {
      accountNumber: subledger.accountNumber,
      originator: { idCode: 'D', identifier: '5551234', name: 'Example Buyer' },
      businessFunctionCode: 'CTR',
      senderRoutingNumber: '026009593',
      senderDiName: 'Example National',
      originatorFi: { idCode: 'F', identifier: '026009593', name: 'Example National' },
      beneficiaryReference: 'ORDER 88',
      amount: 300_000,
    })
    bank.clock.advance({ minutes: 5 })

    // A restriction blocks outgoing wires of 10,000.00 or more, so the same payment as before is now rejected.
    await client.post(`/core/v1/dda/accounts/${accountNumber}/restrictions`, {
      appliesTo: 'All',
      rail: 'Wire',
      transactionType: 'Debit',
      amountThreshold: 1_000_000,
      reason: 'Large payments need a call',
    })
    await client.post('/wires/v1/payments', supplier)
    bank.clock.advanceToNextBatch()

    // The loan service: the deprecated summary, and the events that replace it.
    await client.getLoans('/LoanSummary?OrderBy=LoanNumber&Include=Total')
    await client.getLoans('/Webhook/GetEvents')

    const books = [bank.masterAccount, bank.subledgers.get(subledger.accountNumber)].map(
      ({ title, accountNumber: number, availableBalance }) =>
        `  ${title.padEnd(16)} ${number.padEnd(13)} ${money(availableBalance).padStart(14)}`,
    )
    return `${bank.timeline()}\n\nThe books at ${bank.clock.now}\n${books.join('\n')}\n`
  } finally {
    server.close()
  }
}

const money = (amount: number) => (amount / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })

if (process.argv[1]?.endsWith('partner-day.ts')) console.log(`\n${await playPartnerDay()}`)
