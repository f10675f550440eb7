/**
 * Makes every call of the endpoint table at a bank, and some calls that the bank refuses. Documents take their examples from these requests
 * and answers. If a bank with unusual assumptions refuses a call, the calls that depend on it are refused too, and have no example.
 */
import type { Bank } from '../../bank/bank.ts'
import type { EndpointRow, ServiceName } from '../../contract/endpoint.ts'
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import { fieldsOf, jsonIn } from '../../core/kernel/json.ts'
import { keysOf } from '../../core/kernel/keys.ts'

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

/** Where a call differs from the example of its row. */
interface Otherwise {
  readonly id?: string | undefined
  readonly accountNumber?: string
  readonly body?: object
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Null if the call has no token. */
  readonly token?: null
}

type Call = (name: EndpointName, otherwise?: Otherwise) => Promise<Answered>
interface Answered {
  readonly id: string
  readonly accountNumber: string
  readonly access_token: string
}

export async function runCalls(bank: Bank): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = []
  const tokens: Partial<Record<ServiceName, string>> = {}
  const call = callsAt(bank, tokens, exchanges)
  await call('discoverTokenServer')
  tokens.loans = (await call('requestToken', { body: { audience: bank.partner.loanAudience } })).access_token
  tokens.banking = (await call('requestToken')).access_token
  const registration = await runWebhooks(call)
  await runSubledgers(bank, call)
  await runWires(bank, call)
  await runRestrictions(call)
  await call('restartWebhook', await suspended(bank, call))
  await call('removeWebhook', { id: registration.id })
  await runLoans(bank, call)
  const isMade = (name: EndpointName) => exchanges.some(({ endpoint }) => endpoint === name)
  for (const name of keysOf(endpoints)) if (!endpoints[name].path.includes('{id}') && !isMade(name)) await call(name)
  await runRefusals(call)
  return exchanges
}

/** Returns the function that makes a call with the example of its row, and adds the exchange to a list. */
function callsAt(bank: Bank, tokens: Readonly<Partial<Record<ServiceName, string>>>, exchanges: Exchange[]): Call {
  const { urls, masterAccount, partner } = bank
  const origins = { token: urls.authUrl, banking: urls.baseUrl, loans: urls.loanBaseUrl }
  const { accountNumber } = masterAccount
  const facts = { ...partner, partnerId: partner.id, accountNumber, subAccountNumber: accountNumber }
  return async (name, { query = '', token, ...otherwise } = {}) => {
    const { method, service, path, example, isSecured }: EndpointRow = endpoints[name]
    const place = path
      .replace('{id}', otherwise.id ?? '')
      .replace('{accountNumber}', otherwise.accountNumber ?? accountNumber)
    const url = origins[service] + place + query
    const body = example && JSON.stringify({ ...example(facts), ...otherwise.body })
    const headers = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(isSecured && token !== null ? { authorization: `Bearer ${tokens[service]}` } : {}),
      ...otherwise.headers,
    }
    const response = await bank.fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
    const answer = await response.text()
    const { endpoint = null } = bank.requests.at(-1) ?? {}
    exchanges.push({ endpoint, method, url, headers, body, status: response.status, answer })
    return fieldsOf(jsonIn(answer)) as unknown as Answered
  }
}

async function runWebhooks(call: Call): Promise<Answered> {
  const registration = await call('registerWebhook')
  const { id } = registration
  await call('getWebhook', { id })
  await call('updateWebhook', { id })
  await call('pingWebhook', { id })
  await call('registerWebhook', { body: { registrationType: 'Poll', eventName: 'Wire.Payment.Received' } })
  await call('listWebhooks')
  return registration
}

async function runSubledgers(bank: Bank, call: Call): Promise<void> {
  const { accountNumber } = await call('createSubledger')
  await call('simulateInboundWire', { body: { accountNumber } })
  await call('pollEvents')
  bank.clock.advance({ minutes: 1 })
  const { id } = await call('transferFunds', { body: { creditAccountNumber: accountNumber } })
  await call('getTransaction', { id })
  await call('getSubledger', { accountNumber })
  await call('listSubledgers')
}

async function runWires(bank: Bank, call: Call): Promise<void> {
  const withdrawn = await call('createWire')
  bank.clock.advance({ minutes: 1 })
  await call('cancelWire', { id: withdrawn.id })
  const { id } = await call('createWire', { body: { amount: 10_000 }, headers: { 'idempotency-key': 'invoice-4711' } })
  bank.clock.advanceToNextBatch()
  await call('getWire', { id })
  await call('listWires', { query: '?pageNumber=2&pageSize=1' })
  await call('getEvent', { id: bank.events.at(-1)?.id })
}

async function runRestrictions(call: Call): Promise<void> {
  const { id } = await call('createRestriction')
  await call('listRestrictions')
  await call('getRestriction', { id })
  await call('updateRestriction', { id })
  await call('removeRestriction', { id })
}

async function runLoans(bank: Bank, call: Call): Promise<void> {
  bank.loans.add({ LoanNumber: 'L-1001', LoanAmount: '12500.000000', Term: 36, Program: 'Prime' }, { isSparse: true })
  await call('getLoanSummary', { query: '?OrderBy=LoanNumber&Include=Total' })
  await call('getLoanEvents', { headers: { accept: 'application/json' } })
  await call('getLoanSummary', { query: '?Take=ten' })
  await call('getLoanSummary', { token: null })
}

/** Refused calls: a wrong body, an unknown record, a missing token, a wrong client. */
async function runRefusals(call: Call): Promise<void> {
  await call('createWire', { body: { amount: 0 } })
  await call('getWire', { id: '00000000-0000-4000-8000-000000000000' })
  await call('listWires', { token: null })
  await call('registerWebhook', { body: { eventName: 'Wire.Payment.Received' } })
  await call('requestToken', { body: { grant_type: 'password', client_secret: 'wrong' } })
  await call('requestToken', { body: { client_secret: 'wrong' } })
}

/** A registration that is Suspended, because its receiver failed four times. */
async function suspended(bank: Bank, call: Call): Promise<{ readonly id: string }> {
  const callbackUrl = 'https://partner.example/rejected'
  const { id } = await call('registerWebhook', { body: { callbackUrl, eventName: 'Wire.Payment.Canceled' } })
  bank.webhooks.connect(callbackUrl, () => new Response('busy', { status: 503 }))
  await call('pingWebhook', { id })
  await bank.clock.advanceAsync({ minutes: 5 })
  return { id }
}
