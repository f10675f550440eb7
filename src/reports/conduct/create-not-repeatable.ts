/**
 * A create that may be repeated carries the same key each time. Found is one that was answered 500 or above, or not at all, and came
 * again on the same day without its key or with another. A repeat after a refusal is right. (§2.3, §4 call 2)
 */
import type { HttpExchange } from '../../shell/exchange.ts'
import { fieldsOf } from './caller.ts'
import type { Evidence, Instance, Rule } from './finding.ts'
import { grouped } from './grouped.ts'

export const createNotRepeatable: Rule = {
  rule: 'create_not_repeatable',
  section: '§4 call 2',
  advice:
    'Make one idempotency key (or clientIdentifier) for each payment before it is first sent, and repeat it with the same key.',
  find: (evidence) => {
    const attempts = evidence.exchanges.flatMap((exchange) => attemptIn(exchange, evidence))
    const twins = grouped(attempts, ({ content }) => content)
    return [...twins.values()].flatMap(retriesWithoutKey)
  },
}

/** A create, with the keys that it carried. */
interface Attempt {
  readonly exchange: HttpExchange
  /** What it asks for: the call, and its body but for the key. */
  readonly content: string
  readonly keys: readonly string[]
}

function attemptIn(exchange: HttpExchange, { idempotencyHeader }: Evidence): Attempt[] {
  if (exchange.endpoint !== 'createWire' && exchange.endpoint !== 'transferFunds') return []
  const { clientIdentifier, ...asked } = fieldsOf(exchange.body)
  const key = exchange.headers[idempotencyHeader]
  const keys = [
    ...(key ? [`key "${key}"`] : []),
    ...(clientIdentifier ? [`clientIdentifier "${clientIdentifier}"`] : []),
  ]
  return [{ exchange, content: JSON.stringify([exchange.endpoint, asked]), keys }]
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

/** Whether the partner cannot know what became of its request. */
function isUncertain({ status, answer }: HttpExchange): boolean {
  return status === 0 || status >= 500 || (status === 200 && fieldsOf(answer)['id'] === undefined)
}

/** Two equal payments of different days are two payments. */
function isOneDay(first: Attempt, second: Attempt): boolean {
  return first.exchange.at.slice(0, 10) === second.exchange.at.slice(0, 10)
}

function written({ keys }: Attempt): string {
  return keys.length === 0 ? 'no key' : keys.join(' and ')
}
