/** A partner's client with the types of the document. It runs in a scratch folder beside them. */
import createClient from 'openapi-fetch'
import type { paths } from './bank-api.js'

interface Bank {
  readonly fetch: typeof fetch
  readonly urls: { readonly baseUrl: string; readonly authUrl: string; readonly loanBaseUrl: string }
  readonly partner: { readonly clientId: string; readonly clientSecret: string }
  readonly accountNumber: string
}

/** Opens a subledger, pays a wire and follows it; and asks for what there is none of. */
export async function payAndFind({ fetch, urls, partner, accountNumber }: Bank, release: () => void) {
  const auth = createClient<paths>({ baseUrl: urls.authUrl, fetch })
  const token = await auth.POST('/oauth/token', {
    body: { grant_type: 'client_credentials', client_id: partner.clientId, client_secret: partner.clientSecret },
  })
  const headers = { authorization: `Bearer ${token.data?.access_token}` }
  const client = createClient<paths>({ baseUrl: urls.baseUrl, fetch, headers })
  const loans = createClient<paths>({ baseUrl: urls.loanBaseUrl, fetch, headers })

  const opened = await client.POST('/core/v1/dda/subaccounts', {
    body: { masterAccountNumber: accountNumber, title: 'Customer 17' },
  })
  const beneficiary = { idCode: 'D' as const, identifier: '9876543210', name: 'Example Supplies' }
  const wire = { accountNumber, businessFunctionCode: 'CTR' as const, receiverRoutingNumber: '011000138', beneficiary }
  const paid = await client.POST('/wires/v1/payments', {
    params: { header: { 'idempotency-key': 'invoice-17' } },
    body: { ...wire, amount: 10_000 },
  })
  release()
  const { data } = await client.GET('/wires/v1/payments/{id}', { params: { path: { id: paid.data?.id ?? '' } } })
  if (data === undefined) throw new Error('The wire is not found.')
  const id = '00000000-0000-4000-8000-000000000000'
  const missing = await client.GET('/wires/v1/payments/{id}', { params: { path: { id } } })
  const refused = await client.POST('/wires/v1/payments', { body: { ...wire, amount: 0 } })
  const summary = await loans.GET('/LoanSummary', { params: { query: { Include: 'Total', fields: { FICO: '700' } } } })
  return {
    title: opened.data?.title,
    status: data.status,
    imad: data.imad,
    missing: missing.response.status,
    refused: refused.error?.errors.map(({ code }) => code),
    loans: summary.data?.Total,
  }
}
