/** Calls of the bank's HTTP edge, written down: valid requests of §2, and how they are sent. Pure: no state, no set-up. */
import type { Bank } from 'vostro'
import { inboundWire, outboundWire } from './wire.ts'

/** What a call carries beside its method and address. */
export interface Sending {
  /** An access token, sent as bearer. */
  readonly token?: string
  /** A value, sent as JSON. */
  readonly body?: unknown
  /** A body sent as it is. */
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A token for the banking API. */
export const bankingToken = (bank: Bank) => bank.tokens.issue().access_token

/** A token for the loan service. */
export const loanToken = (bank: Bank) => bank.tokens.issue({ audience: bank.partner.loanAudience }).access_token

/** The init of a fetch that sends this. */
export function initOf(method: string, { token, body, text, headers = {} }: Sending = {}): RequestInit {
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body))
  return {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(sent === undefined ? {} : { body: sent }),
  }
}

/** Sends to the banking API, or to a whole address. */
export const send = (bank: Bank, method: string, path: string, sending: Sending = {}) =>
  bank.fetch(path.startsWith('http') ? path : bank.urls.baseUrl + path, initOf(method, sending))

/** POSTs JSON to the banking API. */
export const post = (bank: Bank, token: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(bank, 'POST', path, { token, body, headers })

/** GETs from the banking API. */
export const get = (bank: Bank, token: string, path: string) => send(bank, 'GET', path, { token })

/** GETs from the loan service. */
export const getLoans = (bank: Bank, token: string, path: string) =>
  send(bank, 'GET', bank.urls.loanBaseUrl + path, { token })

/** The messages of a banking error, in order. */
export async function messagesOf(response: Response): Promise<string[]> {
  const { errors } = (await response.json()) as { errors: { message: string }[] }
  return errors.map(({ message }) => message)
}

/** A registration for an event (§2.6). */
export const registrationRequest = (bank: Bank) => ({
  partnerId: bank.partner.id,
  eventName: 'Wire.Payment.Sent',
  registrationType: 'Push',
  callbackUrl: 'https://partner.example/hooks',
})

/** A restriction with every criterion (§2.8). */
export const restrictionRequest = () => ({
  subAccountNumber: null,
  appliesTo: 'All',
  rail: 'Ach',
  transactionType: 'Debit',
  otherAccountType: null,
  amountThreshold: 50_000,
  transactionCode: 'Incoming ACH',
  reason: 'Review',
  notes: 'until the audit',
})

/** A subledger with a profile (§2.9). */
export const subledgerRequest = (bank: Bank) => ({
  masterAccountNumber: bank.masterAccount.accountNumber,
  title: 'Customer 17',
  beneficiary: { referenceId: '17', entityName: 'Customer Seventeen', city: 'Springfield', countryCode: 'US' },
})

/** A token request (§2.1). */
export const tokenRequest = (bank: Bank) => ({
  grant_type: 'client_credentials',
  client_id: bank.partner.clientId,
  client_secret: bank.partner.clientSecret,
  audience: bank.partner.audience,
})

/** The path of call 6. */
export const restrictionsPath = (bank: Bank) => `/core/v1/dda/accounts/${bank.masterAccount.accountNumber}/restrictions`

/** A UUID that no record bears. */
export const unknownId = '00000000-0000-4000-8000-000000000000'

/** One call of a service, with what makes it a good one. */
export interface Call {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: (bank: Bank) => string
  readonly body?: (bank: Bank) => object
}

/** A book transfer from the account to itself, which moves nothing. */
const transferRequest = (bank: Bank) => ({
  debitAccountNumber: bank.masterAccount.accountNumber,
  creditAccountNumber: bank.masterAccount.accountNumber,
  amount: 1_000,
})

/** The banking calls that carry a body (§4 calls 2, 4, 5, 6, 7), the published book transfer among them. */
export const bodyCalls: readonly (Call & { readonly body: (bank: Bank) => object })[] = [
  {
    name: 'create wire',
    method: 'POST',
    url: (bank) => `${bank.urls.baseUrl}/wires/v1/payments`,
    body: (bank) => outboundWire(bank),
  },
  {
    name: 'simulate inbound wire',
    method: 'POST',
    url: (bank) => `${bank.urls.baseUrl}/wires/v1/payments/simulations`,
    body: (bank) => inboundWire(bank),
  },
  {
    name: 'register webhook',
    method: 'POST',
    url: (bank) => `${bank.urls.baseUrl}/webhooks/v1/registrations`,
    body: registrationRequest,
  },
  {
    name: 'create restriction',
    method: 'POST',
    url: (bank) => bank.urls.baseUrl + restrictionsPath(bank),
    body: restrictionRequest,
  },
  {
    name: 'create subledger',
    method: 'POST',
    url: (bank) => `${bank.urls.baseUrl}/core/v1/dda/subaccounts`,
    body: subledgerRequest,
  },
  {
    name: 'transfer funds',
    method: 'POST',
    url: (bank) => `${bank.urls.baseUrl}/core/v1/transactions`,
    body: transferRequest,
  },
]

/** Every banking call that needs a token. The wire of the last ones is none that exists. */
export const bankingCalls: readonly Call[] = [
  ...bodyCalls,
  { name: 'get wire', method: 'GET', url: (bank) => `${bank.urls.baseUrl}/wires/v1/payments/${unknownId}` },
  { name: 'list subledgers', method: 'GET', url: (bank) => `${bank.urls.baseUrl}/core/v1/dda/subaccounts` },
  { name: 'list wires', method: 'GET', url: (bank) => `${bank.urls.baseUrl}/wires/v1/payments` },
  {
    name: 'get subledger',
    method: 'GET',
    url: (bank) => `${bank.urls.baseUrl}/core/v1/dda/subaccounts/${bank.masterAccount.accountNumber}`,
  },
  { name: 'list restrictions', method: 'GET', url: (bank) => bank.urls.baseUrl + restrictionsPath(bank) },
  {
    name: 'update restriction',
    method: 'PUT',
    url: (bank) => `${bank.urls.baseUrl}${restrictionsPath(bank)}/${unknownId}`,
    body: () => ({ reason: 'Edited' }),
  },
  {
    name: 'remove restriction',
    method: 'DELETE',
    url: (bank) => `${bank.urls.baseUrl}${restrictionsPath(bank)}/${unknownId}`,
  },
  { name: 'cancel wire', method: 'POST', url: (bank) => `${bank.urls.baseUrl}/wires/v1/payments/${unknownId}/cancel` },
]

/** Every call of the loan service. */
export const loanCalls: readonly Call[] = [
  { name: 'loan summary', method: 'GET', url: (bank) => `${bank.urls.loanBaseUrl}/LoanSummary` },
  { name: 'loan events', method: 'GET', url: (bank) => `${bank.urls.loanBaseUrl}/Webhook/GetEvents` },
]

/** Sends a call of the lists above. */
export const make = (bank: Bank, { method, url, body }: Call, sending: Sending = {}) =>
  send(bank, method, url(bank), { ...(body ? { body: body(bank) } : {}), ...sending })
