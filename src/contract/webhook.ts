/** Webhook registrations and notifications. (§2.6, §2.7) */
import * as z from 'zod'
import { loanEventNames } from '../core/loans/loan.ts'
import { bankEvents } from '../core/webhooks/event.ts'
import type { EventRecord, Notification } from '../core/webhooks/notification.ts'
import type { Registration, RegistrationChanges, RegistrationRequest } from '../core/webhooks/registration.ts'
import { type AsJson, pageParameters, pageQuery, timestamp, uuid, waivedBy } from './primitives.ts'

const known: readonly string[] = [...Object.keys(bankEvents), ...loanEventNames]
const eventName = z
  .string()
  .min(1, 'must not be empty')
  .refine((name) => known.includes(name), {
    error: `must be one of ${known.join(', ')}`,
    ...waivedBy('webhooks.eventNames'),
  })
const callbackUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })
const type = z.enum(['Push', 'Poll'], { error: 'must be Push or Poll' })
const credential = z.string().max(255, 'must have at most 255 characters').optional()
const delivery = {
  type: type.optional(),
  format: z.enum(['Basic', 'Extended'], { error: 'must be Basic or Extended' }).optional(),
  authUsername: credential,
  authPassword: credential,
}

export const registrationRequest = z
  .strictObject({ partnerId: uuid, eventName, registrationType: type.optional(), callbackUrl, ...delivery })
  .refine(({ registrationType, type }) => registrationType ?? type, {
    path: ['registrationType'],
    error: 'must be Push or Poll',
    when: ({ value, issues }) =>
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      !issues.some(({ path }) => path?.[0] === 'registrationType' || path?.[0] === 'type'),
  }) satisfies z.ZodType<RegistrationRequest>

export const registrationChanges = z.strictObject({
  eventName: eventName.optional(),
  callbackUrl: callbackUrl.optional(),
  ...delivery,
}) satisfies z.ZodType<RegistrationChanges>

export const registration = z.strictObject({
  id: uuid,
  partnerId: uuid,
  eventName: z.string(),
  callbackUrl: z.string(),
  consecutiveErrors: z.int(),
  status: z.enum(['Active', 'Suspended', 'Restarting']),
  type: z.enum(['Push', 'Poll']),
  format: z.enum(['Basic', 'Extended']),
}) satisfies z.ZodType<Registration>

export const notification = z.strictObject({
  id: uuid,
  eventName: z.string(),
  status: z.literal('Pending'),
  partnerId: uuid,
  createdAt: timestamp,
  resources: z.array(z.string()),
  details: z.array(z.record(z.string(), z.string())),
  isPing: z.literal(true).optional(),
}) satisfies z.ZodType<AsJson<Notification>>

export const event = notification.extend({
  status: z.enum(['Pending', 'Success', 'Failed']),
  lastAttemptedAt: timestamp.optional(),
}) satisfies z.ZodType<AsJson<EventRecord>>

/** What a poll takes, as the function API and as parameters of an address. */
export const pollQuery = pageQuery.pick({ pageSize: true })
export const pollParameters = z.object({ pageSize: pageParameters.pageSize })
