/**
 * A create that may be repeated carries the same key each time. Found is one that was answered 500 or above, or not at all, and came
 * again on the same day without its key or with another; and accepted twins of one day that carry no key: a payment made twice, or
 * two that nobody can tell apart. A repeat after a refusal, or after the first ended without paying, is right. (§2.3, §4 call 2)
 */
import type { HttpExchange } from '../http/exchange.ts'
import { fieldsOf, instantOf } from './caller.ts'
import type { Evidence, Instance, Rule } from './finding.ts'
import { grouped } from './grouped.ts'
import { paymentsOf } from './wire-polled.ts'

export const createNotRepeatable: Rule = {
  rule: 'create_not_repeatable',
  section: '§4 call 2',
  advice:
    'Make one idempotency key (or clientIdentifier) for each payment before it is first sent, and repeat it with the same key.',
  find: (evidence) => {
    const attempts = evidence.exchanges.flatMap((exchange, index) => attemptIn(exchange, index, evidence))
    const twins = grouped(attempts, ({ content }) => content)
    return [...twins.values()].flatMap((attempts) => [
      ...retriesWithoutKey(attempts),
      ...indistinguishable(attempts, evidence),
    ])
  },
}

/** A create, with the keys that it carried. */
interface Attempt {
  readonly exchange: HttpExchange
  readonly index: number
  /** What it asks for: the call, and its body but for the key. */
  readonly content: string
  readonly keys: readonly string[]
}

function attemptIn(exchange: HttpExchange, index: number, { idempotencyHeader }: Evidence): Attempt[] {
  if (exchange.endpoint !== 'createWire' && exchange.endpoint !== 'transferFunds') return []
  const { clientIdentifier, ...asked } = fieldsOf(exchange.body)
  const key = exchange.headers[idempotencyHeader]
  const keys = [
    ...(key ? [`key "${key}"`] : []),
    ...(clientIdentifier ? [`clientIdentifier "${clientIdentifier}"`] : []),
  ]
  return [{ exchange, index, content: JSON.stringify([exchange.endpoint, asked]), keys }]
}

/** What was repeated, though it may have paid, in a way in which the bank cannot know it again. */
function retriesWithoutKey(attempts: readonly Attempt[]): Instance[] {
  return attempts.flatMap((attempt, place) => {
    const { status, id } = attempt.exchange
    const later = attempts.slice(place + 1)
    const [next] = later
    if (!isUncertain(attempt.exchange) || next === undefined || !isOneDay(attempt, next)) return []
    if (later.some(({ keys }) => keys.some((key) => attempt.keys.includes(key)))) return []
    const failure =
      status === 0 ? 'was not answered' : `was answered ${status === 200 ? 'with what nobody can read' : status}`
    const fact = `A create ${failure} and was sent again with ${written(next)} after ${written(attempt)}: the bank may pay twice.`
    return [{ fact, requests: [id, next.exchange.id] }]
  })
}

/** What was accepted twice on one day, with no key to tell a repeat from a second payment. */
function indistinguishable(attempts: readonly Attempt[], evidence: Evidence): Instance[] {
  const accepted = attempts.filter(({ exchange, keys }) => exchange.status === 200 && keys.length === 0)
  const doubled = new Set<string>()
  accepted.slice(1).forEach((attempt, place) => {
    const before = accepted[place] as Attempt
    if (!isOneDay(before, attempt) || endedUnpaid(before, attempt, evidence)) return
    doubled.add(before.exchange.id).add(attempt.exchange.id)
  })
  if (doubled.size === 0) return []
  const fact = `${doubled.size} creates of one day were accepted that are equal to the last field and carry no key: a payment made more than once, or payments that nobody can tell apart.`
  return [{ fact, requests: [...doubled] }]
}

/** Whether the partner cannot know what became of its request. */
function isUncertain({ status, answer }: HttpExchange): boolean {
  return status === 0 || status >= 500 || (status === 200 && fieldsOf(answer)['id'] === undefined)
}

/** Two equal payments of different days are two payments. */
function isOneDay(first: Attempt, second: Attempt): boolean {
  return first.exchange.at.slice(0, 10) === second.exchange.at.slice(0, 10)
}

/** Whether the partner could know, before it made the second one, that the first had come to nothing. */
function endedUnpaid(first: Attempt, second: Attempt, { exchanges, pushes }: Evidence): boolean {
  const { id, status } = fieldsOf(first.exchange.answer)
  if (isUnpaid(status)) return true
  const wasSeen = exchanges.slice(first.index + 1, second.index).some(({ answer }) => {
    const seen = fieldsOf(answer)
    return seen['id'] === id && isUnpaid(seen['status'])
  })
  const until = instantOf(second.exchange)
  return (
    wasSeen ||
    pushes.some(
      (push) => tellsUnpaid(push.eventName) && instantOf(push) <= until && paymentsOf(push).includes(String(id)),
    )
  )
}

function isUnpaid(status: unknown): boolean {
  return status === 'Rejected' || status === 'Canceled'
}

function tellsUnpaid(eventName: string): boolean {
  return eventName === 'Wire.Payment.Rejected' || eventName === 'Wire.Payment.Canceled'
}

function written({ keys }: Attempt): string {
  return keys.length === 0 ? 'no key' : keys.join(' and ')
}
