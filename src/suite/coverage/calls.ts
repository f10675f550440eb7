/** Coverage of calls: which calls the partner's code made, and how they ended. (§4, §7) */
import { type EndpointRow, refusalsOf } from '../../contract/endpoint.ts'
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import { namesOf } from '../../core/kernel/names.ts'
import type { Axis, Evidence } from './axis.ts'
import { account, hook, lineOf, opened, pay, registered, restricted } from './statements.ts'

/** The expressions that a call needs: for the `{id}` or `{accountNumber}` in its path, and for its body. */
interface Needs {
  readonly id?: string
  readonly accountNumber?: string
  readonly body?: string
}

const needs: { readonly [Name in EndpointName]: Needs } = {
  requestToken: {
    body: `{ grant_type: 'client_credentials', client_id: bank.partner.clientId, client_secret: bank.partner.clientSecret, audience: bank.partner.audience }`,
  },
  createWire: { body: 'bank.wires.plausible()' },
  getWire: { id: `${pay}.id` },
  simulateInboundWire: { body: 'bank.wires.plausibleInbound()' },
  listWires: {},
  cancelWire: { id: `bank.desk.hold(${pay}.id).id` },
  registerWebhook: { body: hook('Wire.Payment.Processed') },
  listWebhooks: {},
  getWebhook: { id: `${registered}.id` },
  updateWebhook: { id: `${registered}.id`, body: `{ callbackUrl: 'https://partner.example/wires' }` },
  removeWebhook: { id: `${registered}.id` },
  restartWebhook: { id: `${registered}.id` },
  pingWebhook: { id: `${registered}.id` },
  pollEvents: {},
  getEvent: { id: `bank.webhooks.ping(${registered}.id).id` },
  createRestriction: { body: `{ appliesTo: 'All', rail: 'Check' }` },
  listRestrictions: {},
  getRestriction: { id: `${restricted}.id` },
  updateRestriction: { id: `${restricted}.id`, body: `{ notes: 'until May' }` },
  removeRestriction: { id: `${restricted}.id` },
  createSubledger: { body: `{ masterAccountNumber: ${account}, title: 'Customer 17' }` },
  listSubledgers: {},
  getSubledger: { accountNumber: `${opened}.accountNumber` },
  transferFunds: {
    body: `{ debitAccountNumber: ${account}, creditAccountNumber: ${opened}.accountNumber, amount: 5_000 }`,
  },
  getTransaction: {
    id: `bank.transactions.post({ accountNumber: ${account}, rail: 'Ach', transactionType: 'Credit', transactionCode: 'Incoming ACH', amount: 5_000 }).id`,
  },
  getLoanSummary: {},
  getLoanEvents: {},
  discoverTokenServer: {},
}

const addresses = { token: 'authUrl', banking: 'baseUrl', loans: 'loanBaseUrl' } as const

/** How a call differs from the usual one. `text` replaces the JSON of `body`. */
export interface Otherwise extends Needs {
  readonly headers?: readonly string[]
  readonly token?: string
  readonly type?: string
  readonly query?: string
  readonly text?: string
}

/** Returns the call as a statement of a test in which only `bank` is defined. */
export function callOf(name: EndpointName, otherwise: Otherwise = {}): string {
  const { method, service, path, isSecured }: EndpointRow = endpoints[name]
  const { id, accountNumber = account, body, ...given } = { ...needs[name], ...otherwise }
  const { headers = [], type = 'application/json', query = '', text = body && `JSON.stringify(${body})` } = given
  const place = path.replace('{id}', `\${${id}}`).replace('{accountNumber}', `\${${accountNumber}}`) + query
  const audience = service === 'loans' ? '{ audience: bank.partner.loanAudience }' : ''
  const { token = `\${bank.tokens.issue(${audience}).access_token}` } = given
  const sent = [
    ...(isSecured && token !== '' ? [`authorization: \`Bearer ${token}\``] : []),
    ...(text ? [`'content-type': '${type}'`] : []),
    ...headers,
  ]
  const parts = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(sent.length > 0 ? [`headers: { ${sent.join(', ')} }`] : []),
    ...(text ? [`body: ${text}`] : []),
  ]
  const options = parts.length > 0 ? `, { ${parts.join(', ')} }` : ''
  return `await bank.fetch(\`\${bank.urls.${addresses[service]}}${place}\`${options})`
}

/** True if a repeat with the same idempotency key gets the first answer again. */
const isRepeatable = ({ method, service }: EndpointRow) =>
  method !== 'GET' && method !== 'DELETE' && service === 'banking'

/** Refusals that every call may get, though no rule of the bank causes them: too many calls, and an outage. */
const OF_ANY_CALL = [429, 503] as const

function* rowsOf(name: EndpointName): Generator<readonly [name: string, line: string]> {
  const row = endpoints[name]
  yield [`${name}: done`, callOf(name)]
  if (isRepeatable(row)) yield [`${name}: repeated`, repeatOf(name)]
  for (const status of [...refusalsOf(row), ...OF_ANY_CALL]) {
    const fault = `bank.faults.inject('status', { endpoint: '${name}', status: ${status}, uses: 1 })`
    yield [`${name}: ${status}`, lineOf(fault, callOf(name))]
  }
  const lost = `bank.faults.inject('lostAnswer', { endpoint: '${name}', uses: 1 })`
  yield [`${name}: no answer`, lineOf(lost, `${callOf(name)}.catch(() => {})`)]
}

/** The same call twice with one key. What the call needs is made once. */
function repeatOf(name: EndpointName): string {
  const needed = Object.entries(needs[name]).map(([part, value]) => `const ${part} = ${value}`)
  const names = Object.fromEntries(Object.keys(needs[name]).map((part) => [part, part]))
  const again = callOf(name, { ...names, headers: [`'idempotency-key': 'again'`] })
  return lineOf(...needed, again, again)
}

function* met({ requests, entries }: Evidence): Generator<string> {
  const repeated = new Set(entries.flatMap(({ outcome, call }) => (outcome === 'repeated' ? [call.requestId] : [])))
  for (const { endpoint, status, id } of requests) {
    if (endpoint === null) continue
    if (status === 0) yield `${endpoint}: no answer`
    else if (status >= 400) yield `${endpoint}: ${status}`
    else yield `${endpoint}: ${repeated.has(id) ? 'repeated' : 'done'}`
  }
}

export const calls: Axis = {
  title: 'Calls, and how they ended',
  section: '§4',
  rows: () => Object.fromEntries(namesOf(needs).flatMap((name) => [...rowsOf(name)])),
  met,
}
