/** A partner whose code calls the function API. Promises only because HTTP has them. */
import type { Bank } from 'vostro'
import { CALLBACK_URL, type Partner } from './partner.ts'

export function functionPartner(bank: Bank): Partner {
  return {
    token: async () => bank.tokens.issue().access_token,
    createWire: async (request, options) => bank.wires.create(request, options),
    getWire: async (id) => bank.wires.get(id),
    simulateInbound: async (request) => bank.wires.simulateInbound(request),
    registerWebhook: async (eventName) =>
      bank.webhooks.register({
        partnerId: bank.partner.id,
        eventName,
        registrationType: 'Push',
        callbackUrl: CALLBACK_URL,
      }),
    createSubledger: async (request) => bank.subledgers.create(request),
    listSubledgers: async (query) => bank.subledgers.list(query),
    createRestriction: async (accountNumber, request) => bank.restrictions.create({ accountNumber, ...request }),
    loanSummary: async (query) => bank.loans.summary(query),
    loanEvents: async () => bank.loans.events(),
  }
}
