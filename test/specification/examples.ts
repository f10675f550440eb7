/** The specification's examples, every field of every request given. */
import type { Bank, InboundWireRequest, Party, WirePaymentRequest } from 'vostro'

const institution = (identifier: string): Party => ({
  idCode: 'F',
  identifier,
  name: 'Example National',
  address1: '1 Example Street',
  address2: '',
})

const holder = (identifier: string): Party => ({
  idCode: 'D',
  identifier,
  name: 'Example Supplies',
  address1: '2 Example Street',
  address2: 'Floor 3',
  address3: 'Exampletown',
})

/** A wire request with every field of §2.3. */
export const fullWireRequest = ({ masterAccount: { accountNumber } }: Bank): WirePaymentRequest => ({
  accountNumber,
  businessFunctionCode: 'CTR',
  receiverRoutingNumber: '011000138',
  beneficiaryFi: institution('011000138'),
  intermediaryFi: { idCode: 'F', identifier: '026009593' },
  beneficiary: holder('9876543210'),
  beneficiaryReference: 'INVOICE 4711',
  originatorToBeneficiary1: 'line 1',
  originatorToBeneficiary2: 'line 2',
  originatorToBeneficiary3: 'line 3',
  originatorToBeneficiary4: 'line 4',
  originator: holder(accountNumber),
  amount: 10_000,
  purpose: 'Invoice 4711',
  clientIdentifier: 'invoice-4711',
})

/** A simulation request with every field of §2.5. */
export const fullInboundRequest = ({ masterAccount: { accountNumber } }: Bank): InboundWireRequest => ({
  accountNumber,
  originator: holder('5551234'),
  businessFunctionCode: 'CTR',
  senderRoutingNumber: '026009593',
  senderDiName: 'Example National',
  originatorFi: institution('026009593'),
  beneficiaryReference: 'ORDER 88',
  amount: 25_000,
})

/** Sends a request to the bank with a fresh token of the right audience. */
export async function call(
  bank: Bank,
  method: string,
  url: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  const { partner, urls } = bank
  const audience = url.startsWith(urls.loanBaseUrl) ? partner.loanAudience : partner.audience
  const headers = {
    authorization: `Bearer ${bank.tokens.issue({ audience }).access_token}`,
    'content-type': 'application/json',
  }
  const response = await bank.fetch(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}
