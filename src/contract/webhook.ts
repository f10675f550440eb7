/** Webhook registrations and notifications. (§2.6, §2.7) */
import * as z from 'zod'
import { loanEventNames } from '../core/loans/loan.ts'
import { wireEventNames } from '../core/webhooks/event.ts'
import type { Notification } from '../core/webhooks/notification.ts'
import type { Registration, RegistrationChanges, RegistrationRequest } from '../core/webhooks/registration.ts'
import { type AsJson, timestamp, uuid, waivedBy } from './primitives.ts'

const known: readonly string[] = [...wireEventNames.specified, ...wireEventNames.published, ...loanEventNames]
const eventName = z
  .string()
  .min(1, 'must not be empty')
  .refine((name) => known.includes(name), {
    error: `must be one of ${known.join(', ')}`,
    ...waivedBy('webhooks.eventNames'),
  })
const callbackUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })
const push = z.literal('Push', { error: 'must be Push' })

export const registrationRequest = z
  .strictObject({ partnerId: uuid, eventName, registrationType: push.optional(), type: push.optional(), callbackUrl })
  .refine(({ registrationType, type }) => registrationType ?? type, {
    path: ['registrationType'],
    error: 'must be Push',
    when: ({ value, issues }) =>
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      !issues.some(({ path }) => path?.[0] === 'registrationType' || path?.[0] === 'type'),
  }) satisfies z.ZodType<RegistrationRequest>

export const registrationChanges = z.strictObject({
  eventName: eventName.optional(),
  callbackUrl: callbackUrl.optional(),
}) satisfies z.ZodType<RegistrationChanges>

export const registration = z.strictObject({
  id: uuid,
  partnerId: uuid,
  eventName: z.string(),
  callbackUrl: z.string(),
  consecutiveErrors: z.int(),
  status: z.enum(['Active', 'Restarting']),
  type: z.literal('Push'),
  format: z.literal('Basic'),
}) satisfies z.ZodType<Registration>

export const notification = z.strictObject({
  id: uuid,
  eventName: z.string(),
  status: z.literal('Pending'),
  partnerId: uuid,
  createdAt: timestamp,
  resources: z.array(z.string()),
  details: z.array(z.unknown()),
  isPing: z.literal(true).optional(),
}) satisfies z.ZodType<AsJson<Notification>>
