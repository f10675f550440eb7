/** How each assumption about registrations, pushes and events is observed. (§2.6, §2.7, §6) */
import { either, fits, hidden, type OfPart, type Questions } from './question.ts'
import { details } from './webhooks/details.ts'
import { recordEvents, transactionEvents } from './webhooks/events.ts'
import { failingPushes, timeoutSeconds } from './webhooks/failing-pushes.ts'
import { polling } from './webhooks/polling.ts'
import { pushes } from './webhooks/pushes.ts'
import { registering } from './webhooks/registering.ts'
import { inboundEvents, outboundEvents } from './webhooks/wire-events.ts'

export const webhooks: Questions<OfPart<'webhooks' | 'events'>> = {
  'webhooks.record': fits('registration', 'registerWebhook', 'getWebhook', 'listWebhooks', 'updateWebhook'),
  ...registering,
  ...polling,
  ...recordEvents,
  ...pushes,
  ...failingPushes,
  ...timeoutSeconds,
  'webhooks.callback': hidden('it is about what stands in for a receiver of yours in a test'),
  ...transactionEvents,
  ...inboundEvents,
  ...outboundEvents,
  'webhooks.aggregationSeconds': either(
    recordEvents['webhooks.aggregationSeconds'],
    inboundEvents['webhooks.aggregationSeconds'],
  ),
  'events.details': details,
}
