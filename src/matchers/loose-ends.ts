/** Loose ends: what a test left behind that it would want to know of. Each is a sentence; none means a tidy test. */
import type { Bank } from '../bank.ts'
import type { WaitingPush } from '../core/webhooks/push-record.ts'
import type { HttpExchange } from '../http/exchange.ts'

/** What a test may leave behind without failing. */
export interface LooseEnds {
  /** Requests that reached no endpoint. */
  unknownRequests?: boolean | undefined
  /** Pushes to connected handlers that were never delivered. */
  undelivered?: boolean | undefined
}

/**
 * What a test left behind that it may not.
 *
 * @throws {DefectError} a defect inside an HTTP call that no call has thrown yet
 */
export function looseEndsOf(bank: Bank, allowed: LooseEnds): string[] {
  const { requests, pushes } = bank
  return [
    ...(allowed.unknownRequests ? [] : unknownRequests(requests)),
    ...(allowed.undelivered ? [] : undelivered(pushes.waiting)),
  ]
}

/** Requests that reached no endpoint, each with the nearest documented one, as the bank answered it. */
function unknownRequests(requests: readonly HttpExchange[]): string[] {
  return requests.filter(({ endpoint }) => endpoint === null).map(messageOf)
}

/** Pushes to connected handlers that were never delivered. */
function undelivered(waiting: readonly WaitingPush[]): string[] {
  return waiting.map(({ eventId, eventName, callbackUrl, tries }) => {
    const state =
      tries === 0 ? 'was never delivered' : `failed ${tries === 1 ? 'once' : `${tries} times`} and still waits`
    return `Failed to end the test tidily: the push of ${eventName} (event "${eventId}") to ${callbackUrl} ${state}. Await bank.settled() or bank.clock.advanceAsync(), or say bank.pushes.drop(eventId). (§6)`
  })
}

/** The message of a refusal, in whichever form the service answers. */
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
