/** Loose ends: traces of a mistake that a test left behind. Each is a sentence; a tidy test has none. */
import type { Bank } from '../../bank/bank.ts'
import { everyRegistration } from '../../bank/books/every-page.ts'
import { internalsOf } from '../../bank/http/bank-internals.ts'
import type { HttpExchange } from '../../bank/shell/state/exchange.ts'
import { placeOf } from '../../bank/shell/state/handler-errors.ts'
import { checkedOptions, isFlag, type OptionRules } from '../../contract/options.ts'
import { count } from '../../core/kernel/count.ts'
import { namesOf } from '../../core/kernel/names.ts'
import { EVERY_ADDRESS } from '../../core/webhooks/delivery.ts'
import { mistypedEvent } from '../../core/webhooks/event-name.ts'
import type { WaitingPush } from '../../core/webhooks/push-record.ts'
import { registrationStatuses } from '../../core/webhooks/webhook-status.ts'
import { type LooseEnd, looseEnd } from './loose-end.ts'
import { unstruckFaults } from './unstruck-faults.ts'

/** What a test may leave behind without failing. */
export interface LooseEnds {
  /** Requests that reached no endpoint; also requests that the bank no longer keeps (`keep.requests`), as they may have reached none. */
  unknownRequests?: boolean | undefined
  /** Pushes to connected handlers that were never delivered; handlers that nothing can reach, as no registration has their address; registrations for an event whose name is mistyped. */
  undelivered?: boolean | undefined
  /** Faults that were injected and never struck. A fault with `for` alone, an outage say, is never a loose end. */
  unstruckFaults?: boolean | undefined
}

/** What a failed test may leave behind: it broke off before it could deliver waiting pushes, or make the call that was to fail. */
export const looseEndsOfFailed: LooseEnds = { undelivered: true, unstruckFaults: true }

const rules: OptionRules<LooseEnds> = { unknownRequests: isFlag, undelivered: isFlag, unstruckFaults: isFlag }
export const looseEndNames = namesOf(rules)

/** What a test may leave behind, checked. @throws {UsageError} where there is no such loose end */
export function checkedLooseEnds(given: LooseEnds): LooseEnds {
  return checkedOptions(given, rules, {
    failed: 'Failed to read what the test may leave behind',
    advice: 'Write looseEnds with { undelivered: true }, say. (§6)',
  })
}

/**
 * What a test left behind that it may not.
 *
 * @throws {UsageError} where there is no such loose end
 * @throws {DefectError} a defect inside an HTTP call that no call has thrown yet
 */
export function looseEndsOf(bank: Bank, given: LooseEnds): string[] {
  return leftBehind(bank, given).map(({ text }) => text)
}

/** The same with the parts of each sentence. */
export function leftBehind(bank: Bank, given: LooseEnds): LooseEnd[] {
  const allowed = checkedLooseEnds(given)
  const unknown = bank.requests.filter(({ endpoint }) => endpoint === null)
  return [
    ...(allowed.unknownRequests ? [] : [...goneRequests(bank), ...unknown.map(messageOf)].map(ofRequest)),
    ...(allowed.undelivered
      ? []
      : [...undelivered(bank, bank.outbox.waiting), ...unreachable(bank), ...mistypedRegistrations(bank)]),
    ...(allowed.unstruckFaults ? [] : unstruckFaults(bank)),
  ]
}

const ofRequest = (text: string): LooseEnd => ({ of: 'request', text, short: text, advice: '' })

/** Requests that are gone may have reached no endpoint. */
function goneRequests(bank: Bank): string[] {
  const { goneRequests: gone } = internalsOf(bank)
  if (gone === 0) return []
  return [
    `Failed to tell whether every request reached an endpoint: ${count(gone, 'request')} ${gone === 1 ? 'is' : 'are'} gone, as the bank keeps only the later ones (keep.requests). Keep all of them, or say that this test may leave unknown requests behind: looseEnds with { unknownRequests: true }. (§4)`,
  ]
}

function undelivered(bank: Bank, waiting: readonly WaitingPush[]): LooseEnd[] {
  return waiting.map(({ eventId, eventName, callbackUrl, tries }) => {
    const last = bank.pushes.findLast(({ notification }) => notification.id === eventId)
    const place = last && placeOf(last.thrown)
    const failure = last?.failure && `${last.failure}${place ? `, thrown at ${place}` : ''}`
    const why = failure ?? (last?.answer && `answered ${last.answer.status}`)
    const times = tries === 1 ? 'once' : `${tries} times`
    const state = tries === 0 ? 'was never delivered' : `failed ${times}${why ? ` (${why})` : ''} and still waits`
    const suspended = everyRegistration(bank)
      .filter((each) => each.eventName === eventName && each.callbackUrl === callbackUrl)
      .find(({ status }) => registrationStatuses[status].sends === 'none')
    const usual =
      bank.world.webhooks.pushMode === 'held'
        ? 'The outbox is held: call bank.outbox.resume() and await bank.settled(), or deliver it with bank.outbox.deliver(eventId)'
        : 'Await bank.settled() or bank.clock.advanceAsync()'
    const advice = suspended
      ? `Its registration is ${suspended.status}: mend the receiver and call bank.webhooks.restart("${suspended.id}")`
      : usual
    return looseEnd('push', {
      fact: `the push of ${eventName} (event "${eventId}") to ${callbackUrl} ${state}`,
      advice,
      otherwise: 'say bank.outbox.drop(eventId)',
      section: '§6',
    })
  })
}

/** Handlers that nothing can reach: no registration has, or had, their address. */
function unreachable(bank: Bank): LooseEnd[] {
  const { registrations, connections, pushes } = bank.world.webhooks
  // A push that the bank no longer keeps (keep.events) may have reached the handler.
  if (pushes.size > bank.pushes.length) return []
  const known = [...registrations, ...bank.pushes].map(({ callbackUrl }) => new URL(callbackUrl).href)
  const addresses = [...new Set(everyRegistration(bank).map(({ callbackUrl }) => new URL(callbackUrl).href))]
  const [fact, advice] =
    addresses.length === 0
      ? [
          'no event has a registration',
          'Register its address with bank.webhooks.register(), or over HTTP, so that pushes come to it',
        ]
      : [`the registrations are for ${addresses.join(', ')}`, 'Connect it to the callbackUrl that is registered']
  return connections
    .filter((url) => url !== EVERY_ADDRESS && !known.includes(url))
    .map((url) =>
      looseEnd('handler', {
        fact: `a handler is connected to ${url}, and ${fact}`,
        advice,
        otherwise: 'disconnect it',
        section: '§6',
      }),
    )
}

/** Registrations for an event that the bank never emits, as its name was mistyped: the bank takes any. */
function mistypedRegistrations(bank: Bank): LooseEnd[] {
  const names = [...new Set(everyRegistration(bank).map(({ eventName }) => eventName))]
  return names.flatMap((name) => {
    const meant = mistypedEvent(name)
    return meant === undefined
      ? []
      : looseEnd('registration', {
          fact: `a registration is for ${name}, which this bank never emits; the nearest is "${meant}"`,
          advice: 'Correct its eventName',
          otherwise: 'remove it with bank.webhooks.remove(id)',
          section: '§6',
        })
  })
}

/** The message of a refusal, in the form of any of the services. */
function messageOf({ method, url, answer }: HttpExchange): string {
  const { errors, error_description, ResponseStatus } = (answer ?? {}) as {
    errors?: { message: string }[]
    error_description?: string
    ResponseStatus?: { Message: string }
  }
  return (
    errors?.[0]?.message ?? error_description ?? ResponseStatus?.Message ?? `Failed to answer "${method} ${url}". (§4)`
  )
}
