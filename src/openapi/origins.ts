/** Which entries of the catalogue say what the specification does not: of whole calls, and of what a request must have. (§7) */
import type { EndpointName } from '../contract/endpoints.ts'
import { type Draft, originOf } from '../contract/json-schema.ts'
import type { AssumptionId } from '../core/assumptions/catalogue.ts'
import { namesOf } from '../core/kernel/names.ts'

/** Of the calls that the specification does not have. */
export const callAssumptions: { readonly [Name in EndpointName]?: AssumptionId } = {
  discoverTokenServer: 'tokens.discovery',
  listWires: 'subledgers.listQuery',
  cancelWire: 'wires.canceling',
  listWebhooks: 'webhooks.management',
  getWebhook: 'webhooks.management',
  updateWebhook: 'webhooks.management',
  removeWebhook: 'webhooks.management',
  restartWebhook: 'webhooks.restart',
  pingWebhook: 'webhooks.ping',
  pollEvents: 'webhooks.poll',
  getEvent: 'webhooks.management',
  listRestrictions: 'restrictions.management',
  getRestriction: 'restrictions.management',
  updateRestriction: 'restrictions.management',
  removeRestriction: 'restrictions.management',
  getSubledger: 'subledgers.record',
  transferFunds: 'transactions.transfer',
  getTransaction: 'transactions.lookup',
}

/** Of the fields that a request must have, by its schema. */
const requiredAssumptions = {
  CreateWireRequest: 'wires.requiredFields',
  SimulateInboundWireRequest: 'wires.inboundRequiredFields',
  RegisterWebhookRequest: 'webhooks.requiredFields',
  CreateRestrictionRequest: 'restrictions.requiredFields',
  TransferFundsRequest: 'transactions.transfer',
} as const satisfies { readonly [schema: string]: AssumptionId }

/** Of fields of requests, by their schemas. */
const fieldAssumptions: { readonly [schema: string]: { readonly [field: string]: AssumptionId } } = {
  Party: { idCode: 'wires.party' },
  IntermediaryParty: { idCode: 'wires.party' },
  RegisterWebhookRequest: { registrationType: 'webhooks.typeField', type: 'webhooks.typeField' },
  UpdateWebhookRequest: { registrationType: 'webhooks.typeField', type: 'webhooks.typeField' },
  CreateRestrictionRequest: { appliesTo: 'restrictions.appliesTo', type: 'restrictions.type' },
  UpdateRestrictionRequest: { appliesTo: 'restrictions.appliesTo', type: 'restrictions.type' },
}

/** The schemas of requests, each with the entries that they rest on: at a schema, the one that says which fields it must have. */
export function withOrigins(schemas: Record<string, Draft>): Record<string, Draft> {
  const noted = { ...schemas }
  for (const name of namesOf(requiredAssumptions)) {
    noted[name] = { ...noted[name], ...originOf(requiredAssumptions[name]) }
  }
  for (const [name, ids] of Object.entries(fieldAssumptions)) {
    const fields = { ...(noted[name]?.['properties'] as Record<string, Draft>) }
    for (const [field, id] of Object.entries(ids)) fields[field] = { ...fields[field], ...originOf(id) }
    noted[name] = { ...noted[name], properties: fields }
  }
  return noted
}
