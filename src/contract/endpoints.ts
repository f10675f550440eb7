/**
 * THE TABLE: every call that the bank answers. Routing, validation, MSW handlers and the README's table come from here.
 * The ten rows of the specification come first, in its order (§4); what else is publicly known follows.
 */
import * as z from 'zod'
import type { EndpointName, EndpointRow } from './endpoint.ts'
import { loanEvents, loanSummary, loanSummaryParameters } from './loan.ts'
import { accountNumber, page, pageParameters, uuid } from './primitives.ts'
import { restriction, restrictionChanges, restrictionRequest } from './restriction.ts'
import { subledger, subledgerParameters, subledgerRequest } from './subledger.ts'
import { discoveryDocument, tokenRequest, tokenResponse } from './token.ts'
import { transaction, transferRequest } from './transaction.ts'
import {
  event,
  notification,
  pollParameters,
  registration,
  registrationChanges,
  registrationRequest,
} from './webhook.ts'
import { inboundWireRequest, wirePayment, wirePaymentRequest } from './wire-payment.ts'

const id = z.strictObject({ id: uuid })
const restrictionKey = z.strictObject({ accountNumber, id: uuid })

// biome-ignore format: read it as a table
/** The table, by the name of the call. */
export const endpoints: { readonly [Name in EndpointName]: EndpointRow } = {
  // The specification's ten.
  requestToken: {
    service: 'token', method: 'POST', path: '/oauth/token', aliases: [], isSecured: false,
    operation: 'tokens.issue', body: tokenRequest, isFormAccepted: true, response: tokenResponse,
    summary: 'issue a bearer token for client credentials', section: '§2.1', source: 'specified',
  },
  createWire: {
    service: 'banking', method: 'POST', path: '/wires/v1/payments', aliases: ['/v1/payments'], isSecured: true,
    operation: 'wires.create', body: wirePaymentRequest, response: wirePayment,
    summary: 'originate an outbound wire', section: '§2.3', source: 'specified',
  },
  getWire: {
    service: 'banking', method: 'GET', path: '/wires/v1/payments/{id}', aliases: ['/v1/payments/{id}'], isSecured: true,
    operation: 'wires.get', parameters: id, response: wirePayment,
    summary: 'look a wire up', section: '§2.4', source: 'specified',
  },
  simulateInboundWire: {
    service: 'banking', method: 'POST', path: '/wires/v1/payments/simulations', aliases: ['/v1/payments/simulations'], isSecured: true,
    operation: 'wires.simulateInbound', body: inboundWireRequest, response: wirePayment,
    summary: 'simulate an inbound wire', section: '§2.5', source: 'specified',
  },
  registerWebhook: {
    service: 'banking', method: 'POST', path: '/webhooks/v1/registrations', aliases: [], isSecured: true,
    operation: 'webhooks.register', body: registrationRequest, response: registration,
    summary: 'register a callback for an event', section: '§2.6', source: 'specified',
  },
  createRestriction: {
    service: 'banking', method: 'POST', path: '/core/v1/dda/accounts/{accountNumber}/restrictions', aliases: [], isSecured: true,
    operation: 'restrictions.create', parameters: z.strictObject({ accountNumber }), body: restrictionRequest, response: restriction,
    summary: 'place a restriction on an account', section: '§2.8', source: 'specified',
  },
  createSubledger: {
    service: 'banking', method: 'POST', path: '/core/v1/dda/subaccounts', aliases: ['/v1/dda/subaccounts'], isSecured: true,
    operation: 'subledgers.create', body: subledgerRequest, response: subledger,
    summary: 'open a subledger', section: '§2.9', source: 'specified',
  },
  listSubledgers: {
    service: 'banking', method: 'GET', path: '/core/v1/dda/subaccounts', aliases: ['/v1/dda/subaccounts'], isSecured: true,
    operation: 'subledgers.list', query: subledgerParameters, response: page(subledger),
    summary: 'list subledgers, page by page', section: '§2.9', source: 'specified',
  },
  getLoanSummary: {
    service: 'loans', method: 'GET', path: '/LoanSummary', aliases: [], isSecured: true,
    operation: 'loans.summary', query: loanSummaryParameters, response: loanSummary, isDeprecated: true,
    summary: 'query loans (deprecated)', section: '§2.10', source: 'specified',
  },
  getLoanEvents: {
    service: 'loans', method: 'GET', path: '/Webhook/GetEvents', aliases: ['/Webhooks/GetEvents'], isSecured: true,
    operation: 'loans.events', response: loanEvents,
    summary: 'list the loan event names', section: '§4', source: 'specified',
  },
  // Published extras.
  discoverTokenServer: {
    service: 'token', method: 'GET', path: '/.well-known/openid-configuration', aliases: [], isSecured: false,
    operation: 'discovery', response: discoveryDocument,
    summary: 'describe the token server to OAuth clients', section: '§5', source: 'published',
  },
  listWires: {
    service: 'banking', method: 'GET', path: '/wires/v1/payments', aliases: ['/v1/payments'], isSecured: true,
    operation: 'wires.list', query: z.object(pageParameters), response: page(wirePayment),
    summary: 'list wires, page by page', section: '§4', source: 'published',
  },
  cancelWire: {
    service: 'banking', method: 'POST', path: '/wires/v1/payments/{id}/cancel', aliases: ['/v1/payments/{id}/cancel'], isSecured: true,
    operation: 'wires.cancel', parameters: id, response: wirePayment,
    summary: 'withdraw a wire on Hold or Pending', section: '§3', source: 'published',
  },
  listRestrictions: {
    service: 'banking', method: 'GET', path: '/core/v1/dda/accounts/{accountNumber}/restrictions', aliases: [], isSecured: true,
    operation: 'restrictions.list', parameters: z.strictObject({ accountNumber }), query: z.object(pageParameters), response: page(restriction),
    summary: 'list the restrictions on an account, page by page', section: '§2.8', source: 'published',
  },
  updateRestriction: {
    service: 'banking', method: 'PUT', path: '/core/v1/dda/accounts/{accountNumber}/restrictions/{id}', aliases: [], isSecured: true,
    operation: 'restrictions.update', parameters: restrictionKey, body: restrictionChanges, response: restriction,
    summary: 'change a restriction', section: '§2.8', source: 'published',
  },
  removeRestriction: {
    service: 'banking', method: 'DELETE', path: '/core/v1/dda/accounts/{accountNumber}/restrictions/{id}', aliases: [], isSecured: true,
    operation: 'restrictions.remove', parameters: restrictionKey, response: restriction,
    summary: 'remove a restriction', section: '§2.8', source: 'published',
  },
  getSubledger: {
    service: 'banking', method: 'GET', path: '/core/v1/dda/subaccounts/{accountNumber}', aliases: ['/v1/dda/subaccounts/{accountNumber}'], isSecured: true,
    operation: 'subledgers.get', parameters: z.strictObject({ accountNumber }), response: subledger,
    summary: 'look a subledger up', section: '§2.9', source: 'published',
  },
  transferFunds: {
    service: 'banking', method: 'POST', path: '/core/v1/transactions', aliases: [], isSecured: true,
    operation: 'transactions.transfer', body: transferRequest, response: transaction,
    summary: 'transfer money between two accounts', section: '§2.9', source: 'published',
  },
  listWebhooks: {
    service: 'banking', method: 'GET', path: '/webhooks/v1/registrations', aliases: [], isSecured: true,
    operation: 'webhooks.list', query: z.object(pageParameters), response: page(registration),
    summary: 'list webhook registrations, page by page', section: '§2.6', source: 'published',
  },
  getWebhook: {
    service: 'banking', method: 'GET', path: '/webhooks/v1/registrations/{id}', aliases: [], isSecured: true,
    operation: 'webhooks.get', parameters: id, response: registration,
    summary: 'look a webhook registration up', section: '§2.6', source: 'published',
  },
  updateWebhook: {
    service: 'banking', method: 'PUT', path: '/webhooks/v1/registrations/{id}', aliases: [], isSecured: true,
    operation: 'webhooks.update', parameters: id, body: registrationChanges, response: registration,
    summary: 'change a webhook registration', section: '§2.6', source: 'published',
  },
  removeWebhook: {
    service: 'banking', method: 'DELETE', path: '/webhooks/v1/registrations/{id}', aliases: [], isSecured: true,
    operation: 'webhooks.remove', parameters: id, response: registration,
    summary: 'remove a webhook registration', section: '§2.6', source: 'published',
  },
  restartWebhook: {
    service: 'banking', method: 'PUT', path: '/webhooks/v1/registrations/{id}/restart', aliases: [], isSecured: true,
    operation: 'webhooks.restart', parameters: id, response: registration,
    summary: 'restart a suspended webhook registration', section: '§6', source: 'published',
  },
  pingWebhook: {
    service: 'banking', method: 'PUT', path: '/webhooks/v1/registrations/{id}/ping', aliases: [], isSecured: true,
    operation: 'webhooks.ping', parameters: id, response: notification,
    summary: 'push an event without resources', section: '§6', source: 'published',
  },
  pollEvents: {
    service: 'banking', method: 'GET', path: '/webhooks/v1/events/poll', aliases: [], isSecured: true,
    operation: 'events.poll', query: pollParameters, response: page(notification),
    summary: 'poll for events', section: '§6', source: 'published',
  },
  getEvent: {
    service: 'banking', method: 'GET', path: '/webhooks/v1/events/{id}', aliases: [], isSecured: true,
    operation: 'events.get', parameters: id, response: event,
    summary: 'look an event up', section: '§6', source: 'published',
  },
}
