// pay-invoice.ts
// Your application: it gets a token, then posts a wire of 100.00.
// No retry and no idempotency-key yet: Faults shows why they matter.
// It does not import vostro.
type Urls = { authUrl: string; baseUrl: string }
type Client = { clientId: string; clientSecret: string; audience: string }

export async function payInvoice(
  urls: Urls,
  client: Client,
  accountNumber: string,
): Promise<{ id: string }> {
  const token = await post(`${urls.authUrl}/oauth/token`, {
    grant_type: 'client_credentials',
    client_id: client.clientId,
    client_secret: client.clientSecret,
    audience: client.audience,
  })
  const wire = {
    accountNumber,
    businessFunctionCode: 'CTR',
    receiverRoutingNumber: '011000138',
    beneficiary: {
      idCode: 'D',
      identifier: '9876543210',
      name: 'Example Supplies',
    },
    amount: 10_000, // in minor units
  }
  return post(`${urls.baseUrl}/wires/v1/payments`, wire, {
    authorization: `Bearer ${token.access_token}`,
  })
}

async function post(
  url: string,
  body: object,
  headers: Record<string, string> = {},
) {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${url}: ${await response.text()}`)
  return response.json()
}
