/** The happenings of registrations and events, each with its facts and its sentence in the timeline. */
import type { RestsOn } from '../assumptions/catalogue.ts'
import { isLoanEvent, loanEvents } from '../loans/loan.ts'
import { shortened, telling, tellingOfRefusal } from '../telling.ts'

interface Address {
  eventName: string
  callbackUrl: string
}

interface RegistrationFacts extends Address {
  registrationId: string
}

interface PushFacts extends Address {
  pushId: string
  resources: readonly string[]
  attempt: number
}

const registration = <Facts extends Address = RegistrationFacts>(became: string, restsOn: RestsOn<Facts> = []) =>
  telling<Facts>(
    'bank',
    ({ eventName, callbackUrl }) => `webhook for ${eventName} to ${callbackUrl} ${became}`,
    restsOn,
  )

const push = (became: string) =>
  telling<PushFacts>(
    'push',
    (facts) => {
      const attempt = facts.attempt === 1 ? '' : `, attempt ${facts.attempt}`
      return `${pushOf(facts)} ${became}${attempt}`
    },
    ['webhooks.delivery'],
  )

export const webhookHappenings = {
  'webhook.registered': registration('registered', ['webhooks.record', 'webhooks.delivery']),
  'webhook.changed': registration('changed'),
  'webhook.removed': registration('removed'),
  'webhook.suspended': registration<Address>('suspended', ['webhooks.restart']),
  'event.emitted': telling<{ eventId: string; eventName: string; resources: readonly string[] }>(
    'push',
    ({ eventName, resources }) => `event ${eventName} for ${resources.map(shortened).join(', ') || 'nothing'}`,
    ({ eventName }) => (isLoanEvent(eventName) ? loanEvents[eventName] : []),
  ),
  'push.captured': push('captured'),
  'push.delivered': push('delivered'),
  'push.received': telling<Address & { pushId: string }>(
    'push',
    ({ eventName, callbackUrl }) => `${eventName} to ${callbackUrl} received`,
    ['webhooks.callback'],
  ),
  'push.failed': tellingOfRefusal<PushFacts & { reason: string }>(
    'push',
    (facts) => `${pushOf(facts)} failed, attempt ${facts.attempt}: ${facts.reason}`,
    ['webhooks.delivery'],
  ),
}

function pushOf({ eventName, resources, callbackUrl }: PushFacts): string {
  const about = resources.length === 0 ? '' : ` for ${resources.map(shortened).join(', ')}`
  return `${eventName}${about} to ${callbackUrl}`
}
