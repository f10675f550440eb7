import type { Given } from '../../contract/absent.ts'
import { UsageError } from '../../core/errors.ts'
import type { Page } from '../../core/page.ts'
import { checkEventName, type EventName } from '../../core/webhooks/event-name.ts'
import type { EventRecord, Notification } from '../../core/webhooks/notification.ts'
import type {
  Registration,
  RegistrationChanges,
  RegistrationQuery,
  RegistrationRequest,
} from '../../core/webhooks/registration.ts'
import type { PushSender } from '../shell/pushes/push-sender.ts'
import { type ConnectOptions, connectOptionsFrom, type PushHandler } from '../shell/pushes/receiver.ts'
import { type Access, call, callFor, type Named, requiredText } from './checked-call.ts'

/**
 * Webhook registrations (§2.6): which event is pushed to which address, and to which handler. If no handler is connected to a callback
 * address, the bank captures the pushes to it: it records them and calls nothing.
 */
export interface Webhooks {
  /**
   * Registers a callback address for an event. A partner has one registration per event name; the refusal of a second registration is an
   * assumption (`webhooks.duplicate`).
   *
   * @param request - `partnerId` (bank.partner.id), `eventName`, `callbackUrl`; `registrationType`: `Push`, the default, or `Poll`;
   *   `format`, `authUsername`, `authPassword`
   * @throws {UsageError} if a field is of the wrong shape
   * @throws {RejectionError} `partner_not_found`, `registration_exists`
   */
  register(request: Given<RegistrationRequest>): Registration
  /** @throws {RejectionError} `registration_not_found` */
  get(id: string): Registration
  /**
   * A page of the partner's registrations; `pageSize` from 1 to 50.
   *
   * @param query - `partnerId`, `eventName` and `callbackUrl` narrow the list
   * @example
   * ```ts
   * const { results } = bank.webhooks.list({ eventName: 'Wire.Payment.Sent' })
   * results.map(({ lastError }) => lastError) // when a push failed last
   * ```
   */
  list(query?: RegistrationQuery): Page<Registration>
  /**
   * Changes the given fields; null for `type` or `format` changes nothing.
   *
   * @throws {RejectionError} `registration_not_found`, `registration_exists`
   */
  update(id: string, changes: Given<RegistrationChanges>): Registration
  /** Removes a registration: neither its waiting events nor later ones are pushed. @throws {RejectionError} `registration_not_found` */
  remove(id: string): Registration
  /**
   * Restarts a suspended registration: it is `Restarting` while its oldest waiting event is tried. Once a push succeeds, the
   * registration is `Active`, and its other events are pushed.
   *
   * @throws {RejectionError} `registration_not_found`
   */
  restart(id: string): Registration
  /** Pushes an event without resources, and returns its notification. @throws {RejectionError} `registration_not_found` */
  ping(id: string): Notification
  /**
   * Signs the pushes of a registration from now on, including captured pushes, in the published way. The header `cos-signature` is
   * `t:<time>, v1:<hash>`, where the hash is an HMAC-SHA256 over `<time>.<body>` in base64. Each attempt is signed anew. How a partner gets
   * the secret over HTTP is not published; `assume: { 'webhooks.secret': … }` gives every registration a secret.
   *
   * @param secret - base64; by default the registration keeps its secret, or gets one that is derived from the seed
   * @returns the secret, for the receiver
   * @throws {UsageError} if the secret is not base64
   * @throws {RejectionError} `registration_not_found`
   * @example
   * ```ts
   * const { id } = bank.webhooks.register({
   *   partnerId: bank.partner.id,
   *   eventName: 'Wire.Payment.Sent',
   *   callbackUrl: 'https://partner.example/wires',
   * })
   * bank.webhooks.sign(id, 'c2VjcmV0') // 'c2VjcmV0'
   * bank.webhooks.ping(id)
   * bank.pushes.at(-1)?.headers?.['cos-signature']?.slice(0, 31) // 't:2026-03-02T09:00:00.000-05:00'
   * ```
   */
  sign(id: string, secret?: string): string
  /**
   * Connects a receiver to a callback address: from now on pushes to it are delivered, in process, while you await `bank.settled()`,
   * `bank.clock.advanceAsync()` or `bank.outbox.deliver()`. A push whose handler throws, or answers with anything but success, is tried
   * again on the virtual clock. The handler stays connected through `fork`, `reset` and `restore`. A handler cannot itself await one of
   * these three calls; to let time pass, it calls `bank.clock.advance()`.
   *
   * @param callbackUrl - the address of the registration, which may be made before or after this call
   * @param handler - a fetch-style function: a Hono application's `fetch`, a route handler, or `fetch` itself for a real server
   * @param options - `sign`: a function that makes headers with your own signature; `events`: registers the partner for these events,
   *   unless it is registered already
   * @throws {UsageError} if the address is no URL, the handler is no function, or an option cannot be used
   * @throws {RejectionError} `registration_exists`: one of the events is registered for another address
   * @example
   * ```ts
   * const seen: string[] = []
   * bank.webhooks.connect('https://partner.example/hooks', async (request) => {
   *   const { eventName } = await request.json()
   *   seen.push(eventName)
   *   return new Response('ok')
   * })
   * ```
   */
  connect(callbackUrl: string, handler: PushHandler, options?: ConnectOptions): void
  /** Disconnects the receiver of an address: pushes to it are captured again. */
  disconnect(callbackUrl: string): void
  /** Returns an event of the partner, and how its delivery went. @throws {RejectionError} `event_not_found` */
  getEvent(id: string): EventRecord
  /** The events of `Poll` registrations that no poll has returned before, oldest first. */
  pollEvents(query?: { pageSize?: number | undefined }): Page<Notification>
}

export function webhooks(access: Access, sender: PushSender, partnerId: () => string): Webhooks {
  /** Registers the partner for all of the events, or for none if one registration is refused. */
  const registerFor = (events: readonly EventName[], callbackUrl: string) => {
    const { results } = call(access, 'webhooks.list', { pageSize: 50 })
    const known = results.filter((each) => each.callbackUrl === callbackUrl).map(({ eventName }) => eventName)
    const made: string[] = []
    for (const each of events)
      checkEventName(access.shell.state.world, each, `Failed to connect "${callbackUrl}" for "${each}"`)
    try {
      for (const eventName of events.filter((each) => !known.includes(each)))
        made.push(call(access, 'webhooks.register', { partnerId: partnerId(), eventName, callbackUrl }).id)
    } catch (error) {
      for (const id of made) call(access, 'webhooks.remove', { id })
      throw error
    }
  }
  const named = (id: string, performed: Named) => requiredText(id, 'registration id', performed)
  return {
    register: (request) => call(access, 'webhooks.register', request),
    get: (id) => call(access, 'webhooks.get', { id: named(id, 'webhooks.get') }),
    list: (query = {}) => call(access, 'webhooks.list', query),
    update: (id, changes) => callFor(access, 'webhooks.update', { id: named(id, 'webhooks.update') }, changes),
    remove: (id) => call(access, 'webhooks.remove', { id: named(id, 'webhooks.remove') }),
    restart: (id) => call(access, 'webhooks.restart', { id: named(id, 'webhooks.restart') }),
    ping: (id) => call(access, 'webhooks.ping', { id: named(id, 'webhooks.ping') }),
    sign: (id, secret) =>
      callFor(access, 'webhooks.sign', { id: named(id, 'to sign the pushes of a registration') }, secret, 'secret')
        .secret,
    connect: (callbackUrl, handler, options = {}) => {
      const url = addressOf(callbackUrl, 'connect')
      if (typeof handler !== 'function') {
        throw new UsageError(
          `Failed to connect "${callbackUrl}": the handler must be a function of a Request, and is of type ${typeof handler}. Pass app.fetch, a route handler, or fetch. (§6)`,
        )
      }
      const { events = [], ...others } = connectOptionsFrom(options, callbackUrl)
      if (events.length > 0) registerFor(events, callbackUrl)
      sender.connect(url, handler, others)
      call(access, 'webhooks.connect', { url })
    },
    disconnect: (callbackUrl) => {
      const url = addressOf(callbackUrl, 'disconnect')
      sender.disconnect(url)
      call(access, 'webhooks.disconnect', { url })
    },
    getEvent: (id) => call(access, 'events.get', { id: requiredText(id, 'event id', 'events.get') }),
    pollEvents: (query = {}) => call(access, 'events.poll', query),
  }
}

/** A callback address in the form in which addresses are compared. */
function addressOf(callbackUrl: string, act: 'connect' | 'disconnect'): string {
  const text = requiredText(callbackUrl, 'callback address', `to ${act} a handler`)
  if (URL.canParse(text)) return new URL(text).href
  throw new UsageError(
    `Failed to ${act} "${text}": this is no URL. Write the callbackUrl of the registration: "https://partner.example/hooks". (§2.6)`,
  )
}
