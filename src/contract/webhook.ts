/** Webhook registrations and notifications, with their operations and endpoints. (§2.6, §2.7) */
import * as z from 'zod/mini'
import { BASE64 } from '../core/kernel/base64.ts'
import { keysOf } from '../core/kernel/keys.ts'
import { isLoanEvent } from '../core/loans/loan.ts'
import { eventNames } from '../core/webhooks/event-name.ts'
import type { EventRecord, Notification } from '../core/webhooks/notification.ts'
import { getEvent, pingRegistration, pollEvents } from '../core/webhooks/read-events.ts'
import {
  getRegistration,
  listRegistrations,
  type Registration,
  type RegistrationChanges,
  type RegistrationQuery,
  type RegistrationRequest,
  register,
  removeRegistration,
  restartRegistration,
  signRegistration,
  updateRegistration,
} from '../core/webhooks/registration.ts'
import { registrationFormats, registrationTypes } from '../core/webhooks/state.ts'
import { eventStatuses, registrationStatuses } from '../core/webhooks/webhook-status.ts'
import { endpointsOf } from './endpoint.ts'
import { inquiry, operation } from './operation.ts'
import {
  type AsJson,
  choiceOf,
  credential,
  pageQuery,
  stated,
  text,
  textLike,
  timestamp,
  uuid,
  waivable,
} from './primitives.ts'
import { type Decides, inOrder, page, recordFrom, request, strictObject } from './record.ts'

const type = choiceOf(registrationTypes)
const format = choiceOf(registrationFormats)
const URL_WORDS = 'must be an http or https URL'

/** A request may have both `registrationType` and `type`, if they are equal. */
const saysOneKind = z.refine<RegistrationChanges>(
  ({ registrationType, type }) => registrationType === undefined || type === undefined || registrationType === type,
  {
    path: ['registrationType'],
    ...stated('must say the same as type, or be left out', {
      anyOf: registrationTypes.map((kind) => {
        const says = { enum: [kind, null] }
        return { properties: { registrationType: says, type: says } }
      }),
    }),
  },
)

const eventName = z.string().check(
  z.minLength(1, 'must not be empty'),
  z.refine(
    (name) => eventNames.includes(name),
    waivable('webhooks.eventNames', `must be one of ${eventNames.join(', ')}`, { enum: eventNames }),
  ),
)
const isLoanEventName: Decides = (name) => isLoanEvent(name as string)
const isExtended: Decides = (value) => value === 'Extended'
/** One of username and password alone. */
const isAlone: Decides = (_, { authUsername, authPassword }) => authUsername === undefined || authPassword === undefined

const fields = () =>
  ({
    eventName: ['loans.registration', eventName, isLoanEventName],
    registrationType: ['webhooks.typeField', z.optional(type)],
    type: ['webhooks.typeField', z.optional(type)],
    // No blanks: URL parsers drop or encode them, so the push would go to another address than the one in the request.
    callbackUrl: z.pipe(
      z.string(URL_WORDS).check(z.regex(/^\S*$/, 'must have no blank in it')),
      z.url({ protocol: /^https?$/, error: URL_WORDS }),
    ),
    format: ['events.details', z.optional(format), isExtended],
    authUsername: ['webhooks.credentials', z.optional(credential), isAlone],
    authPassword: ['webhooks.credentials', z.optional(credential), isAlone],
  }) as const

export const registrationRequest = request(
  'webhooks.requiredFields',
  () => ({ partnerId: uuid, ...fields() }),
  saysOneKind,
) satisfies z.ZodMiniType<RegistrationRequest>

const registrationChanges = strictObject(() => {
  const all = fields()
  return {
    ...all,
    eventName: ['loans.registration', z.optional(eventName), isLoanEventName],
    callbackUrl: z.optional(all.callbackUrl),
  } as const
}, saysOneKind) satisfies z.ZodMiniType<RegistrationChanges>

const signatureKey = z.optional(textLike(BASE64, 'must be base64, padded, of at least one byte'))

const registrationQuery = z.extend(pageQuery, {
  partnerId: z.optional(uuid),
  eventName: text,
  callbackUrl: text,
}) satisfies z.ZodMiniType<RegistrationQuery>

const registration = recordFrom('webhooks.record', 'registration', () => ({
  id: uuid,
  partnerId: uuid,
  eventName: z.string(),
  callbackUrl: z.string(),
  consecutiveErrors: z.int(),
  status: z.enum(keysOf(registrationStatuses)),
  type: ['webhooks.typeField', type],
  format,
  lastError: z.optional(timestamp),
})) satisfies z.ZodMiniType<AsJson<Registration>>

const notificationFields = () =>
  ({
    id: uuid,
    eventName: z.string(),
    status: z.literal('Pending'),
    partnerId: uuid,
    createdAt: timestamp,
    resources: z.array(z.string()),
    details: ['events.details', z.array(z.record(z.string(), z.nullable(z.string())))],
    isPing: ['webhooks.management', z.optional(z.literal(true))],
  }) as const

export const notification = recordFrom('§2.7', 'event', notificationFields) satisfies z.ZodMiniType<
  AsJson<Notification>
>

const event = recordFrom('§2.7', 'event', () => ({
  ...notificationFields(),
  status: ['webhooks.management', z.enum(eventStatuses)],
  lastAttemptedAt: ['webhooks.management', z.optional(timestamp)],
})) satisfies z.ZodMiniType<AsJson<EventRecord>>

const managed = { restsOn: ['webhooks.management'] } as const

// biome-ignore format: read it as a table
export const webhookOperations = {
  'webhooks.register': operation(register, 'register for an event', '§2.6', registrationRequest),
  'webhooks.update': operation(updateRegistration, 'change the registration', '§2.6', registrationChanges, managed),
  'webhooks.remove': operation(removeRegistration, 'remove the registration', '§2.6', undefined, managed),
  'webhooks.restart': operation(restartRegistration, 'restart the registration', '§6', undefined, { restsOn: [...managed.restsOn, 'webhooks.restart'] }),
  'webhooks.ping': operation(pingRegistration, 'ping the registration', '§6', undefined, { restsOn: [...managed.restsOn, 'webhooks.ping'] }),
  'webhooks.sign': operation(signRegistration, 'sign the pushes of', '§6', signatureKey),
  'webhooks.get': inquiry(getRegistration, 'read the registration', '§2.6', undefined, managed),
  'webhooks.list': inquiry(listRegistrations, 'list registrations', '§2.6', registrationQuery, { restsOn: [...managed.restsOn, ...inOrder.restsOn] }),
  'events.poll': operation(pollEvents, 'poll for events', '§6', z.pick(pageQuery, { pageSize: true }), { restsOn: ['webhooks.poll'] }),
  'events.get': inquiry(getEvent, 'read the event', '§2.7', undefined, managed),
} as const

// biome-ignore format: read it as a table
export const webhookEndpoints = endpointsOf('banking', webhookOperations, {
  registerWebhook: {
    method: 'POST', path: '/webhooks/v1/registrations', operation: 'webhooks.register', body: registrationRequest,
    example: ({ partnerId }) => ({ partnerId, registrationType: 'Push', callbackUrl: 'https://partner.example/hooks', eventName: 'Wire.Payment.Sent' }),
    response: registration, summary: 'register a callback for an event', source: 'specified',
  },
  listWebhooks: {
    method: 'GET', path: '/webhooks/v1/registrations', operation: 'webhooks.list',
    response: page(registration), summary: 'list webhook registrations, page by page', assumption: 'webhooks.management',
  },
  getWebhook: {
    method: 'GET', path: '/webhooks/v1/registrations/{id}', operation: 'webhooks.get',
    response: registration, summary: 'look a webhook registration up', assumption: 'webhooks.management',
  },
  updateWebhook: {
    method: 'PUT', path: '/webhooks/v1/registrations/{id}', operation: 'webhooks.update',
    body: registrationChanges, example: () => ({ callbackUrl: 'https://partner.example/wires' }), response: registration, summary: 'change a webhook registration', assumption: 'webhooks.management',
  },
  removeWebhook: {
    method: 'DELETE', path: '/webhooks/v1/registrations/{id}', operation: 'webhooks.remove',
    response: registration, summary: 'remove a webhook registration', assumption: 'webhooks.management',
  },
  restartWebhook: {
    method: 'PUT', path: '/webhooks/v1/registrations/{id}/restart', operation: 'webhooks.restart',
    response: registration, summary: 'restart a suspended webhook registration', assumption: 'webhooks.restart',
  },
  pingWebhook: {
    method: 'PUT', path: '/webhooks/v1/registrations/{id}/ping', operation: 'webhooks.ping',
    isEmpty: true, response: z.undefined(), summary: 'push an event without resources', assumption: 'webhooks.ping',
  },
  pollEvents: {
    method: 'GET', path: '/webhooks/v1/events/poll', operation: 'events.poll',
    response: page(notification), summary: 'poll for events', assumption: 'webhooks.poll',
  },
  getEvent: {
    method: 'GET', path: '/webhooks/v1/events/{id}', operation: 'events.get', response: event,
    summary: 'look an event up', section: '§6', assumption: 'webhooks.management',
  },
})
