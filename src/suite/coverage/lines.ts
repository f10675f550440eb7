/** Lines of test code. Each is a call of the bank, made of values, or a call over HTTP, made of the example on the endpoint's row. */
import { escaped, literalOf, quoted } from '../../bank/reports/literal.ts'
import type { EndpointRow, ExampleFacts } from '../../contract/endpoint.ts'
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'

/** Among the values of a line, a text `${…}` stands for the expression in it. */
export const expression = (code: string): string => `\${${code}}`

/** A part of the bank, such as `partner.id`, as a value of a line. */
const the = (part: string): string => expression(`bank.${part}`)

/** Returns a call of the bank as code. */
export const lineOf = (call: string, ...given: readonly unknown[]): string =>
  `bank.${call}(${given.map(codeOf).join(', ')})`

/** A line with a comment: where it goes, and what else it needs. A line without one meets its row alone. */
export const noted = (line: string, ...notes: readonly string[]): string => `${line} // ${notes.join(', ')}`
export const beforeCall = (call: string, line: string): string => noted(line, `before your code calls ${call}`)

/** A field of what a call of the bank returns, as a value of a line. */
const fieldOf = (field: string, call: string, ...given: readonly unknown[]): string =>
  expression(`${lineOf(call, ...given)}.${field}`)

const codeOf = (value: unknown): string => literalOf(value, textOf)

function textOf(text: string): string {
  const opening = expression('').slice(0, 2)
  if (!text.includes(opening)) return quoted(text)
  const isAlone = text.lastIndexOf(opening) === 0 && text.endsWith('}')
  return isAlone ? text.slice(opening.length, -1) : `\`${escaped(text)}\``
}

export const account = the('masterAccount.accountNumber')
/** The id of the payment that the code under test made. */
export const id = expression('id')
export const check = { accountNumber: account, appliesTo: 'All', rail: 'Check' }
export const receive = lineOf('wires.simulateInbound', the('wires.plausibleInbound()'))

/** A text that is longer than the bank reads. */
export const long = (letters: number): string => expression(`'x'.repeat(${letters})`)
export const deep = expression(`'['.repeat(500) + ']'.repeat(500)`)

const wire = fieldOf('id', 'wires.create', the('wires.plausible()'))
const subledger = fieldOf('accountNumber', 'subledgers.create', {
  masterAccountNumber: account,
  title: 'Customer 17',
})

const facts: ExampleFacts = {
  accountNumber: account,
  subAccountNumber: subledger,
  partnerId: the('partner.id'),
  clientId: the('partner.clientId'),
  clientSecret: the('partner.clientSecret'),
  audience: the('partner.audience'),
}

export const exampleOf = (name: EndpointName): object => (endpoints[name] as EndpointRow).example?.(facts) ?? {}

const registration = fieldOf('id', 'webhooks.register', {
  ...exampleOf('registerWebhook'),
  eventName: 'Wire.Payment.Processed',
})

/** The numbers and ids of records, each made where the line uses it. */
export const made = {
  subledger,
  wire,
  registration,
  inbound: expression(`${receive}.id`),
  held: fieldOf('id', 'desk.hold', wire),
  /** The name of an event that has a registration already. */
  registered: fieldOf('eventName', 'webhooks.register', exampleOf('registerWebhook')),
  restriction: fieldOf('id', 'restrictions.create', check),
  internal: fieldOf('id', 'desk.restrictions.create', check),
  hold: fieldOf('id', 'holds.place', { accountNumber: account, amount: 500 }),
  loan: (Status: string): string => fieldOf('Id', 'loans.add', { Status }),
} as const

/** Which record the `{id}` of a path names, by the part of the path before it. */
const idsIn = {
  payments: made.held,
  registrations: registration,
  events: fieldOf('id', 'webhooks.ping', registration),
  restrictions: made.restriction,
  transactions: fieldOf('id', 'transactions.transfer', exampleOf('transferFunds')),
} as const

const addresses = { token: 'authUrl', banking: 'baseUrl', loans: 'loanBaseUrl' } as const
const audiences = { token: [], banking: [], loans: [{ audience: the('partner.loanAudience') }] } as const

/** Where a call differs from the example on its row. */
interface Otherwise {
  readonly method?: string
  readonly id?: string
  readonly accountNumber?: string
  /** Fields in the place of those of the example. */
  readonly body?: object
  /** The text of the whole body. */
  readonly text?: string
  readonly type?: string
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Null if the call has none. */
  readonly token?: string | null
}

export function callOf(name: EndpointName, otherwise: Otherwise = {}): string {
  const { service, path, isSecured, example, ...row }: EndpointRow = endpoints[name]
  const steps = path.split('/')
  const of = steps[steps.indexOf('{id}') - 1] ?? 'payments'
  const {
    method = row.method,
    id = idsIn[of as keyof typeof idsIn],
    accountNumber = path.includes('/subaccounts/') ? subledger : account,
    text = example && JSON.stringify({ ...exampleOf(name), ...otherwise.body }),
    type = 'application/json',
    query = '',
    token = isSecured ? fieldOf('access_token', 'tokens.issue', ...audiences[service]) : null,
  } = otherwise
  const place = path.replace('{id}', () => id).replace('{accountNumber}', () => accountNumber)
  const headers = {
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(text === undefined ? {} : { 'content-type': type }),
    ...otherwise.headers,
  }
  const init = {
    ...(method === 'GET' ? {} : { method }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(text === undefined ? {} : { body: text }),
  }
  const url = the(`urls.${addresses[service]}`) + place + query
  const call = lineOf('fetch', url, ...(Object.keys(init).length === 0 ? [] : [init]))
  return noted(`await ${call}`, 'what the bank answers: let your code make this call')
}
