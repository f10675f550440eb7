import { pageQuery } from '../contract/primitives.ts'
import { registrationChanges, registrationRequest } from '../contract/webhook.ts'
import type { Page, PageQuery } from '../core/page.ts'
import type { Notification } from '../core/webhooks/notification.ts'
import type { Registration, RegistrationChanges, RegistrationRequest } from '../core/webhooks/registration.ts'
import { type Access, checked, textOf } from './input.ts'

/** Webhook registrations (§2.6): which event is pushed where. Pushes are captured in `bank.pushes`. */
export interface Webhooks {
  /**
   * Registers a callback address for an event. There is one registration per event name and partner.
   *
   * @param request - `partnerId` (bank.partner.id), `eventName`, `registrationType: 'Push'`, `callbackUrl`
   * @throws {UsageError} where a field is of the wrong shape
   * @throws {RejectionError} `partner_not_found`, `registration_exists`
   */
  register(request: RegistrationRequest): Registration
  /** @throws {RejectionError} `registration_not_found` */
  get(id: string): Registration
  /** A page of the partner's registrations; `pageSize` from 1 to 50. */
  list(query?: PageQuery): Page<Registration>
  /** @throws {RejectionError} `registration_not_found`, `registration_exists` */
  update(id: string, changes: RegistrationChanges): Registration
  /** Events that follow are no longer pushed. @throws {RejectionError} `registration_not_found` */
  remove(id: string): void
  /** `Restarting` until the next push succeeds. @throws {RejectionError} `registration_not_found` */
  restart(id: string): Registration
  /** Pushes an event without resources, and gives its notification. @throws {RejectionError} `registration_not_found` */
  ping(id: string): Notification
}

/** The webhooks resource. */
export function webhooks(access: Access): Webhooks {
  const { shell, actor } = access
  return {
    register: (request) =>
      shell.perform(
        'webhooks.register',
        checked(access, 'webhooks.register', registrationRequest, request, 'register for an event'),
        actor,
      ).output,
    get: (id) => shell.inquire('webhooks.get', { id: textOf(id, 'registration id') }, actor),
    list: (query = {}) =>
      shell.inquire('webhooks.list', checked(access, 'webhooks.list', pageQuery, query, 'list registrations'), actor),
    update: (id, changes) => {
      const known = textOf(id, 'registration id')
      const changed = checked(
        access,
        'webhooks.update',
        registrationChanges,
        changes,
        `change the registration "${known}"`,
      )
      return shell.perform('webhooks.update', { ...changed, id: known }, actor).output
    },
    remove: (id) => void shell.perform('webhooks.remove', { id: textOf(id, 'registration id') }, actor),
    restart: (id) => shell.perform('webhooks.restart', { id: textOf(id, 'registration id') }, actor).output,
    ping: (id) => shell.perform('webhooks.ping', { id: textOf(id, 'registration id') }, actor).output,
  }
}
