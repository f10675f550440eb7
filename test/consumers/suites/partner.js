/** A partner's code: it pays invoices over HTTP and knows nothing of vostro. */

/** The fetch of the import, as a typed client keeps it. */
export const keptFetch = globalThis.fetch

/** Pays 100.00 by wire, with whatever `fetch` it is given. */
export async function pay({ urls, partner, accountNumber, fetch: call = fetch }) {
  const token = await call(`${urls.authUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: partner.clientId,
      client_secret: partner.clientSecret,
      audience: partner.audience,
    }),
  })
  const { access_token } = await token.json()
  const answer = await call(`${urls.baseUrl}/wires/v1/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
    body: JSON.stringify({
      accountNumber,
      businessFunctionCode: 'CTR',
      receiverRoutingNumber: '011000138',
      beneficiary: { idCode: 'D', identifier: '9876543210', name: 'Example Supplies' },
      amount: 10_000,
    }),
  })
  return await answer.json()
}
