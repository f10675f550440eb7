/** Coverage of refusals, by their codes: refusals of calls over HTTP, and of operations. (§7) */
import type { RejectionCode } from '../../core/rejection.ts'
import type { Axis, Evidence } from './axis.ts'
import { callOf } from './calls.ts'
import { account, lineOf, opened, pay, receive } from './statements.ts'

const NONE = '00000000-0000-4000-8000-000000000000'
const tried = (statement: string) => `try { ${statement} } catch {}`
const ISSUED = '$' + '{access_token}'
const held = `const { id } = bank.holds.place({ accountNumber: ${account}, amount: 100 })`
const internal = `bank.desk.restrictions.create({ accountNumber: ${account}, appliesTo: 'All', rail: 'Check' }).id`
const long = (letters: number) => `\${'x'.repeat(${letters})}`
const client =
  'client_id: bank.partner.clientId, client_secret: bank.partner.clientSecret, audience: bank.partner.audience'
const stranger =
  "grant_type: 'client_credentials', client_id: 'nobody', client_secret: 'none', audience: bank.partner.audience"

/** A line of test code for each refusal that a partner's code may get. All other refusals concern calls that only a test makes. */
const lines: { readonly [Code in RejectionCode]?: string } = {
  request_is_invalid: callOf('createWire', { body: '{}' }),
  body_is_not_json: callOf('createWire', { text: `'{'` }),
  content_type_is_not_json: callOf('createWire', { type: 'text/plain' }),
  path_is_too_long: `await bank.fetch(\`\${bank.urls.baseUrl}/${long(20_000)}\`)`,
  query_is_too_long: callOf('listWires', { query: `?status=${long(20_000)}` }),
  headers_are_too_long: callOf('listWires', { headers: [`'x-long': 'x'.repeat(100_000)`] }),
  body_is_too_long: callOf('createWire', { text: `'x'.repeat(10_000_000)` }),
  body_is_too_deep: callOf('createWire', { text: `'['.repeat(500) + ']'.repeat(500)` }),
  amount_is_out_of_range: callOf('createWire', { body: 'bank.wires.plausible({ amount: 1_000_000_000_000 })' }),
  idempotency_key_is_too_long: callOf('createWire', { headers: [`'idempotency-key': 'x'.repeat(51)`] }),
  grant_type_is_unsupported: callOf('requestToken', { body: `{ grant_type: 'password', ${client} }` }),
  client_is_unknown: callOf('requestToken', { body: `{ ${stranger} }` }),
  audience_is_unknown: callOf('requestToken', {
    body: `{ grant_type: 'client_credentials', ${client.replace('bank.partner.audience', "'none'")} }`,
  }),
  endpoint_not_found: callOf('listWires', { query: '/of/nobody' }),
  method_is_not_allowed: `await bank.fetch(\`\${bank.urls.baseUrl}/wires/v1/payments\`, { method: 'DELETE' })`,
  token_is_missing: callOf('listWires', { token: '' }),
  token_is_invalid: callOf('listWires', { token: 'nonsense' }),
  token_has_expired: lineOf(
    'const { access_token } = bank.tokens.issue()',
    'bank.clock.advance({ days: 2 })',
    callOf('listWires', { token: ISSUED }),
  ),
  token_was_revoked: lineOf(
    'const { access_token } = bank.tokens.issue()',
    'bank.tokens.revoke(access_token)',
    callOf('listWires', { token: ISSUED }),
  ),
  account_not_found: callOf('getSubledger', { accountNumber: "'300000000004'" }),
  account_is_not_a_master: lineOf(
    `const { accountNumber } = ${opened}`,
    tried(`bank.restrictions.create({ accountNumber, appliesTo: 'All' })`),
  ),
  payment_not_found: callOf('getWire', { id: `'${NONE}'` }),
  restriction_not_found: callOf('getRestriction', { id: `'${NONE}'` }),
  registration_not_found: callOf('getWebhook', { id: `'${NONE}'` }),
  transaction_not_found: callOf('getTransaction', { id: `'${NONE}'` }),
  event_not_found: callOf('getEvent', { id: `'${NONE}'` }),
  partner_not_found: callOf('registerWebhook', {
    body: `{ partnerId: '${NONE}', eventName: 'Wire.Payment.Sent', registrationType: 'Push', callbackUrl: 'https://partner.example/hooks' }`,
  }),
  registration_exists: lineOf(callOf('registerWebhook'), callOf('registerWebhook')),
  restriction_is_internal: callOf('removeRestriction', { id: internal }),
  payment_has_another_status: lineOf(
    `const { id } = ${pay}`,
    'bank.clock.advanceToNextBatch()',
    callOf('cancelWire', { id: 'id' }),
  ),
  payment_has_another_direction: callOf('cancelWire', { id: `${receive}.id` }),
  hold_not_found: tried(`bank.holds.release('${NONE}')`),
  query_is_not_a_number: callOf('getLoanSummary', { query: '?Skip=many' }),
  order_field_is_unknown: callOf('getLoanSummary', { query: '?OrderBy=Nothing' }),
  hold_was_released: lineOf(held, 'bank.holds.release(id)', tried('bank.holds.release(id)')),
}

/** Returns the refusals of calls, except those that a fault made up, and then the refusals of operations that no HTTP answer shows. */
function* met({ requests, entries }: Evidence): Generator<string> {
  const told = new Set<string>()
  for (const { status, refusal, id } of requests) {
    if (status < 400 || refusal === undefined) continue
    told.add(id)
    yield refusal
  }
  for (const { outcome, call } of entries)
    if (outcome !== 'done' && outcome !== 'repeated' && !told.has(call.requestId ?? '')) yield outcome
}

export const refusals: Axis = {
  title: 'Refusals, by their codes',
  section: '§7',
  rows: () => lines,
  met,
}
