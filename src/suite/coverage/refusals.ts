/** Refusals that a partner's code may get, each with a call that gets it. All other refusals concern calls that only a test makes. */
import type { RejectionCode } from '../../core/rejection.ts'
import { beforeCall, callOf, deep, lineOf, long, made, noted } from './lines.ts'

const NONE = '00000000-0000-4000-8000-000000000000'

// biome-ignore format: read it as a table
export const refusals = (): { readonly [Code in RejectionCode]?: string } => ({
  request_is_invalid: callOf('createWire', { text: '{}' }),
  body_is_not_json: callOf('createWire', { text: '{' }),
  content_type_is_not_json: callOf('createWire', { type: 'text/plain' }),
  path_is_too_long: callOf('getWire', { id: long(20_000) }),
  query_is_too_long: callOf('listWires', { query: `?status=${long(20_000)}` }),
  headers_are_too_long: callOf('listWires', { headers: { 'x-long': long(100_000) } }),
  body_is_too_long: callOf('createWire', { text: long(10_000_000) }),
  body_is_too_deep: callOf('createWire', { text: deep }),
  amount_is_out_of_range: callOf('createWire', { body: { amount: 1_000_000_000_000 } }),
  idempotency_key_is_too_long: callOf('createWire', { headers: { 'idempotency-key': long(51) } }),
  grant_type_is_unsupported: callOf('requestToken', { body: { grant_type: 'password' } }),
  client_is_unknown: callOf('requestToken', { body: { client_id: 'nobody' } }),
  audience_is_unknown: callOf('requestToken', { body: { audience: 'none' } }),
  endpoint_not_found: callOf('listWires', { query: '/of/nobody' }),
  method_is_not_allowed: callOf('listWires', { method: 'DELETE' }),
  token_is_missing: callOf('listWires', { token: null }),
  token_is_invalid: callOf('listWires', { token: 'nonsense' }),
  token_has_expired: noted(lineOf('clock.advance', { days: 2 }), 'between two calls of your code with one token'),
  token_was_revoked: beforeCall('listWires', lineOf('faults.inject', 'expiredToken', { endpoint: 'listWires', uses: 1 })),
  account_not_found: callOf('getSubledger', { accountNumber: '300000000004' }),
  account_is_not_a_master: callOf('createRestriction', { accountNumber: made.subledger }),
  payment_not_found: callOf('getWire', { id: NONE }),
  restriction_not_found: callOf('getRestriction', { id: NONE }),
  registration_not_found: callOf('getWebhook', { id: NONE }),
  transaction_not_found: callOf('getTransaction', { id: NONE }),
  event_not_found: callOf('getEvent', { id: NONE }),
  partner_not_found: callOf('registerWebhook', { body: { partnerId: NONE } }),
  registration_exists: callOf('registerWebhook', { body: { eventName: made.registered } }),
  restriction_is_internal: callOf('removeRestriction', { id: made.internal }),
  payment_has_another_status: callOf('cancelWire', { id: made.wire }),
  payment_has_another_direction: callOf('cancelWire', { id: made.inbound }),
  query_is_not_a_number: callOf('getLoanSummary', { query: '?Skip=many' }),
  order_field_is_unknown: callOf('getLoanSummary', { query: '?OrderBy=Nothing' }),
})
