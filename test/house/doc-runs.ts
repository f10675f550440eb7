/** Real runs of a bank, from which the reference pages take their requests, answers and events. Same seed, same pages. */
import { type Bank, createBank, type Notification } from 'vostro'

/** One call of the reference page: what was sent, and what came back, as text. */
export interface Exchange {
  readonly method: string
  readonly url: string
  readonly headers: readonly string[]
  readonly body: string | undefined
  readonly status: number
  readonly answer: string
}

type Call = (method: string, url: string, body?: object, headers?: Record<string, string>) => Promise<Answered>
type Answered = { readonly id: string; readonly accountNumber: string; readonly access_token: string }

const party = { idCode: 'D', identifier: '9876543210', name: 'Example Supplies' }
const sender = { idCode: 'F', identifier: '026009593', name: 'Example National' }

const outbound = (accountNumber: string) => ({
  accountNumber,
  businessFunctionCode: 'CTR',
  receiverRoutingNumber: '011000138',
  beneficiary: party,
  beneficiaryReference: 'INVOICE 4711',
  amount: 1_250_000,
  purpose: 'Invoice 4711',
})
const inbound = (accountNumber: string) => ({
  accountNumber,
  originator: { idCode: 'D', identifier: '5551234', name: 'Example Buyer' },
  businessFunctionCode: 'CTR',
  senderRoutingNumber: '026009593',
  senderDiName: 'Example National',
  originatorFi: sender,
  beneficiaryReference: 'ORDER 88',
  amount: 300_000,
})

/** Makes every call of the endpoint table, and gives the last good exchange of each, by its name. */
export async function runEveryCall(): Promise<ReadonlyMap<string, Exchange>> {
  const bank = createBank({ seed: 7 })
  const exchanges = new Map<string, Exchange>()
  const { baseUrl, authUrl, loanBaseUrl } = bank.urls
  const { accountNumber } = bank.masterAccount
  const { clientId, clientSecret, audience, loanAudience, id: partnerId } = bank.partner

  const send: Call = async (method, url, body, headers = {}) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const init = {
      method,
      headers: { ...json, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    const response = await bank.fetch(url, init)
    const answer = await response.text()
    const { endpoint } = bank.requests.at(-1) ?? {}
    if (!response.ok || !endpoint) throw new Error(`${method} ${url} answered ${response.status}: ${answer}`)
    exchanges.set(endpoint, {
      method,
      url,
      headers: Object.entries(init.headers).map(
        ([name, value]) => `${name}: ${value.replace(/Bearer .*/, 'Bearer <access_token>')}`,
      ),
      body: init.body === undefined ? undefined : pretty(init.body),
      status: response.status,
      answer: pretty(answer),
    })
    return answer === '' ? undefined : JSON.parse(answer)
  }
  const credentials = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }

  await send('GET', `${authUrl}/.well-known/openid-configuration`)
  const loanToken = await send('POST', `${authUrl}/oauth/token`, { ...credentials, audience: loanAudience })
  const { access_token } = await send('POST', `${authUrl}/oauth/token`, { ...credentials, audience })
  const call: Call = (method, path, body, headers) =>
    send(method, baseUrl + path, body, { authorization: `Bearer ${access_token}`, ...headers })

  // Webhooks: one pushed, one polled.
  const hook = { partnerId, registrationType: 'Push', callbackUrl: 'https://partner.example/hooks' }
  const hooks = '/webhooks/v1/registrations'
  const registration = await call('POST', hooks, { ...hook, eventName: 'Wire.Payment.Sent' })
  await call('GET', `${hooks}/${registration.id}`)
  await call('PUT', `${hooks}/${registration.id}`, { callbackUrl: 'https://partner.example/wires' })
  await call('PUT', `${hooks}/${registration.id}/ping`)
  await call('POST', hooks, { ...hook, registrationType: 'Poll', eventName: 'Wire.Payment.Received' })
  await call('GET', hooks)

  // Money in, and to a subledger.
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

  // Wires out: one is withdrawn, one completes.
  const withdrawn = await call('POST', '/wires/v1/payments', outbound(accountNumber))
  bank.clock.advance({ minutes: 1 })
  await call('POST', `/wires/v1/payments/${withdrawn.id}/cancel`)
  const key = { 'idempotency-key': 'invoice-4711' }
  const wire = await call('POST', '/wires/v1/payments', { ...outbound(accountNumber), amount: 10_000 }, key)
  bank.clock.advanceToNextBatch()
  await call('GET', `/wires/v1/payments/${wire.id}`)
  await call('GET', '/wires/v1/payments?pageNumber=2&pageSize=1')
  await call('GET', `/webhooks/v1/events/${bank.events.at(-1)?.id}`)

  // Restrictions.
  const restrictions = `/core/v1/dda/accounts/${accountNumber}/restrictions`
  const criteria = { appliesTo: 'All', rail: 'Wire', transactionType: 'Debit', amountThreshold: 1_000_000 }
  const restriction = await call('POST', restrictions, criteria)
  await call('GET', restrictions)
  await call('GET', `${restrictions}/${restriction.id}`)
  await call('PUT', `${restrictions}/${restriction.id}`, { amountThreshold: 2_000_000 })
  await call('DELETE', `${restrictions}/${restriction.id}`)

  await call('PUT', `${hooks}/${(await suspended(bank, call)).id}/restart`)
  await call('DELETE', `${hooks}/${registration.id}`)

  // Loans.
  bank.loans.add({ LoanNumber: 'L-1001', LoanAmount: '12500.000000', Term: 36, Program: 'Prime' }, { isSparse: true })
  const authorization = `Bearer ${loanToken.access_token}`
  await send('GET', `${loanBaseUrl}/LoanSummary?OrderBy=LoanNumber&Include=Total`, undefined, { authorization })
  await send('GET', `${loanBaseUrl}/Webhook/GetEvents`, undefined, { authorization, accept: 'application/json' })
  return exchanges
}

/** A registration whose receiver failed four times. */
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

/** What the bank pushes, by the name of the event: a notification, or for a loan event the loan service's own body. */
export function runEveryEvent(names: readonly string[]): ReadonlyMap<string, string> {
  const bank = createBank({ seed: 7 })
  const { accountNumber } = bank.masterAccount
  for (const eventName of names) {
    const callbackUrl = 'https://partner.example/hooks'
    bank.webhooks.register({ partnerId: bank.partner.id, eventName, registrationType: 'Push', callbackUrl })
  }
  bank.wires.simulateInbound(inbound(accountNumber))
  bank.clock.advance({ minutes: 1 })
  bank.wires.create(outbound(accountNumber))
  bank.clock.advanceToNextBatch()
  const canceled = bank.wires.create(outbound(accountNumber))
  bank.clock.advance({ minutes: 1 })
  bank.wires.cancel(canceled.id)
  bank.wires.create({ ...outbound(accountNumber), amount: 999_999_999_999 })
  bank.clock.advance({ minutes: 1 })
  const { id } = bank.restrictions.create(accountNumber, { appliesTo: 'All', rail: 'Wire' })
  bank.restrictions.remove(id)
  const subledger = bank.subledgers.create({ masterAccountNumber: accountNumber, title: 'Customer 17' })
  bank.subledgers.rename(subledger.accountNumber, 'Customer 18')
  bank.accounts.setStatus(subledger.accountNumber, 'Inactive')
  bank.accounts.setStatus(subledger.accountNumber, 'Closed')
  const fee = { accountNumber, rail: 'Internal', transactionType: 'Debit', transactionCode: 'Fee' } as const
  bank.transactions.post({ ...fee, amount: 25 })
  const loan = bank.loans.add({ LoanAmount: '12500.000000' })
  for (let step = 0; step < 4; step++) bank.loans.advance(loan.Id)
  bank.loans.fund(loan.Id)
  bank.loans.update(loan.Id, { AdjustedLoanAmount: '12000' })
  const failing = bank.loans.add()
  const reason = { RuleName: 'FICO', Rule: 'FICO >= 600', Data: '580', Result: 'Failed' }
  bank.loans.failCompliance(failing.Id, [reason])

  const bodies = bank.pushes.map(({ eventName, payload, notification }): [string, string] => {
    const body: Notification | object = payload ?? notification
    return [eventName, pretty(JSON.stringify(body))]
  })
  // The first push of each: later ones say no more.
  const first = new Map(bodies.reverse())
  const missing = names.filter((name) => !first.has(name))
  if (missing.length > 0)
    throw new Error(`Failed to find a push of ${missing.join(', ')}. Bring it about in doc-runs.ts.`)
  return new Map(names.map((name) => [name, first.get(name) ?? '']))
}

/** JSON with a member on each line; numbers stay as they are written, 12500.000000 say. */
function pretty(json: string): string {
  let depth = 0
  const breakLine = () => `\n${'  '.repeat(depth)}`
  return json.replace(/"(?:[^"\\]|\\.)*"|\[\]|\{\}|[[{]|[\]}]|,|:/g, (token) => {
    if (token === ',') return `,${breakLine()}`
    if (token === ':') return ': '
    if (token === '[' || token === '{') {
      depth++
      return token + breakLine()
    }
    if (token === ']' || token === '}') {
      depth--
      return breakLine() + token
    }
    return token
  })
}
