/** Registrations, pushes, events, restrictions, transfers, subledgers, pages: when each value must be found. */
import type { AssumptionValues } from 'vostro'
import type { Conditions } from './condition.ts'

const HOUR = 3_600
const PATIENCE = 40 * 24 * HOUR

const always = () => true

/** Nothing tells a bank that tells whoever registered from one that tells all. */
const isToldAlike = (found: 'registered' | 'always' | 'never', hidden: string) =>
  (found === 'never') === (hidden === 'never')

/** Whether all tries of a push that fails are over in time. */
const areTriesOver = (values: AssumptionValues) =>
  values['webhooks.retries'] * values['webhooks.retrySeconds'] < PATIENCE - 30

export const webhooks: Conditions = {
  visible: {
    'webhooks.record': always,
    'webhooks.requiredFields': always,
    'webhooks.foreignPartner': always,
    'webhooks.duplicate': always,
    'webhooks.eventNames': always,
    'webhooks.signature': (values) => values['webhooks.secret'] !== null,
    'webhooks.secret': (values) => values['webhooks.secret'] === null,
    'webhooks.success': always,
    'webhooks.retries': areTriesOver,
    'webhooks.retrySeconds': (values) => values['webhooks.retries'] > 0,
    'webhooks.timeoutSeconds': always,
    'webhooks.ping': always,
    'webhooks.aggregationSeconds': always,
    'events.wires': (values) => values['wires.reviewSeconds'] < PATIENCE - 2 * HOUR,
    'events.subledgers': always,
    'events.restrictions': always,
    'events.transactions': always,
    'restrictions.appliesTo': always,
    'restrictions.values': always,
    'restrictions.record': always,
    'restrictions.requiredFields': always,
    'restrictions.type': always,
    'transactions.internalRail': always,
    'transactions.transfer': always,
    'transactions.transferRecord': always,
    'transactions.lookup': always,
    'subledgers.record': always,
    'subledgers.titleLength': always,
    'subledgers.ledgerType': always,
    'subledgers.implicitListed': always,
    'paging.pageSize': always,
    'accounts.number': always,
  },
  alike: {
    'events.wires': (found, hidden) => isToldAlike(found, hidden['events.wires']),
    'events.subledgers': (found, hidden) => isToldAlike(found, hidden['events.subledgers']),
    'events.restrictions': (found, hidden) => isToldAlike(found, hidden['events.restrictions']),
    'events.transactions': (found, hidden) => isToldAlike(found, hidden['events.transactions']),
  },
}
