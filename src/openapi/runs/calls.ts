/**
 * Makes every call of the endpoint table at a bank, and some calls that the bank refuses. Documents take their examples from these requests
 * and answers. If a bank with unusual assumptions refuses a call, the calls that depend on it are refused too, and have no example.
 */
import type { Bank } from '../../bank/bank.ts'
import type { EndpointName } from '../../contract/endpoints.ts'
import { plausibleInbound as inbound, plausibleWire as outbound } from '../../core/wires/plausible-wire.ts'

/** One call: what was sent, and what came back, as text. */
export interface Exchange {
  /** The name of the call in the endpoint table; null if the table has no such call. */
  readonly endpoint: EndpointName | null
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly status: number
  readonly answer: string
}

type Call = (method: string, url: string, body?: object, headers?: Record<string, string>) => Promise<Answered>
interface Answered {
  readonly id: string
  readonly accountNumber: string
  readonly access_token: string
}

export async function runCalls(bank: Bank): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = []
  const send: Call = async (method, url, given, headers = {}) => {
    const json = given === undefined ? {} : { 'content-type': 'application/json' }
    const body = given === undefined ? undefined : JSON.stringify(given)
    const sent = { ...json, ...headers }
    const response = await bank.fetch(url, { method, headers: sent, ...(body === undefined ? {} : { body }) })
    const answer = await response.text()
    const { endpoint = null } = bank.requests.at(-1) ?? {}
    exchanges.push({ endpoint, method, url, headers: sent, body, status: response.status, answer })
    return answer === '' ? {} : JSON.parse(answer)
  }
  const [tokens, call] = await tokensOf(bank, send)
  const registration = await runWebhooks(bank, call)
  await runSubledgers(bank, call)
  await runWires(bank, call)
  await runRestrictions(bank, call)
  const hooks = '/webhooks/v1/registrations'
  await call('PUT', `${hooks}/${(await suspended(bank, call)).id}/restart`)
  await call('DELETE', `${hooks}/${registration.id}`)
  await runLoans(bank, send, `Bearer ${tokens.access_token}`)
  await runRefusals(bank, send, call)
  return exchanges
}

/** The answer with a token for the loan service, and a function that makes calls of the banking API with a token. */
async function tokensOf(bank: Bank, send: Call): Promise<[Answered, Call]> {
  const { clientId, clientSecret, audience, loanAudience } = bank.partner
  const { authUrl, baseUrl } = bank.urls
  const credentials = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  await send('GET', `${authUrl}/.well-known/openid-configuration`)
  const loans = await send('POST', `${authUrl}/oauth/token`, { ...credentials, audience: loanAudience })
  const { access_token } = await send('POST', `${authUrl}/oauth/token`, { ...credentials, audience })
  const authorization = `Bearer ${access_token}`
  return [loans, (method, path, body, headers) => send(method, baseUrl + path, body, { authorization, ...headers })]
}

async function runWebhooks(bank: Bank, call: Call): Promise<Answered> {
  const hook = { partnerId: bank.partner.id, registrationType: 'Push', callbackUrl: 'https://partner.example/hooks' }
  const hooks = '/webhooks/v1/registrations'
  const registration = await call('POST', hooks, { ...hook, eventName: 'Wire.Payment.Sent' })
  await call('GET', `${hooks}/${registration.id}`)
  await call('PUT', `${hooks}/${registration.id}`, { callbackUrl: 'https://partner.example/wires' })
  await call('PUT', `${hooks}/${registration.id}/ping`)
  await call('POST', hooks, { ...hook, registrationType: 'Poll', eventName: 'Wire.Payment.Received' })
  await call('GET', hooks)
  return registration
}

async function runSubledgers(bank: Bank, call: Call): Promise<void> {
  const { accountNumber } = bank.masterAccount
  const subaccounts = '/core/v1/dda/subaccounts'
  const subledger = await call('POST', subaccounts, { masterAccountNumber: accountNumber, title: 'Customer 17' })
  await call('POST', '/wires/v1/payments/simulations', inbound(subledger.accountNumber))
  await call('GET', '/webhooks/v1/events/poll')
  bank.clock.advance({ minutes: 1 })
  const transfer = { debitAccountNumber: accountNumber, creditAccountNumber: subledger.accountNumber, amount: 5_000 }
  const transaction = await call('POST', '/core/v1/transactions', transfer)
  await call('GET', `/core/v1/transactions/${transaction.id}`)
  await call('GET', `${subaccounts}/${subledger.accountNumber}`)
  await call('GET', subaccounts)
}

async function runWires(bank: Bank, call: Call): Promise<void> {
  const { accountNumber } = bank.masterAccount
  const withdrawn = await call('POST', '/wires/v1/payments', outbound(accountNumber))
  bank.clock.advance({ minutes: 1 })
  await call('POST', `/wires/v1/payments/${withdrawn.id}/cancel`)
  const key = { 'idempotency-key': 'invoice-4711' }
  const wire = await call('POST', '/wires/v1/payments', { ...outbound(accountNumber), amount: 10_000 }, key)
  bank.clock.advanceToNextBatch()
  await call('GET', `/wires/v1/payments/${wire.id}`)
  await call('GET', '/wires/v1/payments?pageNumber=2&pageSize=1')
  await call('GET', `/webhooks/v1/events/${bank.events.at(-1)?.id}`)
}

async function runRestrictions(bank: Bank, call: Call): Promise<void> {
  const restrictions = `/core/v1/dda/accounts/${bank.masterAccount.accountNumber}/restrictions`
  const criteria = { appliesTo: 'All', rail: 'Wire', transactionType: 'Debit', amountThreshold: 1_000_000 }
  const restriction = await call('POST', restrictions, criteria)
  await call('GET', restrictions)
  await call('GET', `${restrictions}/${restriction.id}`)
  await call('PUT', `${restrictions}/${restriction.id}`, { amountThreshold: 2_000_000 })
  await call('DELETE', `${restrictions}/${restriction.id}`)
}

async function runLoans(bank: Bank, send: Call, authorization: string): Promise<void> {
  const { loanBaseUrl } = bank.urls
  bank.loans.add({ LoanNumber: 'L-1001', LoanAmount: '12500.000000', Term: 36, Program: 'Prime' }, { isSparse: true })
  await send('GET', `${loanBaseUrl}/LoanSummary?OrderBy=LoanNumber&Include=Total`, undefined, { authorization })
  await send('GET', `${loanBaseUrl}/Webhook/GetEvents`, undefined, { authorization, accept: 'application/json' })
  await send('GET', `${loanBaseUrl}/LoanSummary?Take=ten`, undefined, { authorization })
  await send('GET', `${loanBaseUrl}/LoanSummary`)
}

/** Refused calls: a wrong body, an unknown record, a missing token, a wrong client. */
async function runRefusals(bank: Bank, send: Call, call: Call): Promise<void> {
  const { baseUrl, authUrl } = bank.urls
  const { clientId, id: partnerId } = bank.partner
  const credentials = { client_id: clientId, client_secret: 'wrong' }
  await call('POST', '/wires/v1/payments', { ...outbound(bank.masterAccount.accountNumber), amount: 0 })
  await call('GET', '/wires/v1/payments/00000000-0000-4000-8000-000000000000')
  await send('GET', `${baseUrl}/wires/v1/payments`)
  const again = { partnerId, eventName: 'Wire.Payment.Received', callbackUrl: 'https://partner.example/hooks' }
  await call('POST', '/webhooks/v1/registrations', again)
  await send('POST', `${authUrl}/oauth/token`, { grant_type: 'password', ...credentials })
  await send('POST', `${authUrl}/oauth/token`, { grant_type: 'client_credentials', ...credentials })
}

/** A registration that is Suspended, because its receiver failed four times. */
async function suspended(bank: Bank, call: Call): Promise<Answered> {
  const callbackUrl = 'https://partner.example/rejected'
  const eventName = 'Wire.Payment.Canceled'
  const hook = { partnerId: bank.partner.id, registrationType: 'Push', callbackUrl, eventName }
  const registration = await call('POST', '/webhooks/v1/registrations', hook)
  bank.webhooks.connect(callbackUrl, () => new Response('busy', { status: 503 }))
  await call('PUT', `/webhooks/v1/registrations/${registration.id}/ping`)
  await bank.clock.advanceAsync({ minutes: 5 })
  return registration
}
