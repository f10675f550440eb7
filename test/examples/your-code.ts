/** The partner's code that the README's first test is about: it pays an invoice over HTTP and knows nothing of vostro. */
import { type ClientConfig, createPartnerClient } from './partner-client.ts'

/** Pays an invoice of 100.00 by wire and gives the payment. */
export async function payInvoice(
  urls: ClientConfig['urls'],
  partner: Omit<ClientConfig, 'urls'>,
  accountNumber: string,
): Promise<{ id: string }> {
  const client = createPartnerClient({ urls, ...partner })
  return client.post('/wires/v1/payments', {
    accountNumber,
    businessFunctionCode: 'CTR',
    receiverRoutingNumber: '011000138',
    beneficiary: { idCode: 'D', identifier: '9876543210', name: 'Example Supplies' },
    amount: 10_000,
  })
}
