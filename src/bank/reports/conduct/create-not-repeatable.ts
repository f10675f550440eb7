/**
 * Finds a create call that was answered 500 or above, unreadably, or not at all, and was sent again on the same day without its idempotency
 * key or with another key. A repeat after a refusal is no finding. (§2.3, §4 call 2)
 */

import { groupBy } from '../../../core/kernel/group-by.ts'
import { fieldsOf } from '../../../core/kernel/json.ts'
import type { HttpExchange } from '../../shell/state/exchange.ts'
import type { Evidence, Rule, RuleFinding } from './finding.ts'

export const createNotRepeatable: Rule = {
  rule: 'create_not_repeatable',
  section: '§4 call 2',
  advice:
    'Make one idempotency key (or clientIdentifier) for each payment before you first send the payment, and repeat the payment with the same key.',
  find: (evidence) => {
    const attempts = evidence.exchanges.flatMap((exchange) => attemptIn(exchange, evidence))
    return [...groupBy(attempts, ({ content }) => content).values()].flatMap(unkeyedRepeatsIn)
  },
}

type Attempt = ReturnType<typeof attemptIn>[number]

/** `content` is the name of the call and the body without the key. */
function attemptIn(exchange: HttpExchange, { idempotencyHeader }: Evidence) {
  if (exchange.endpoint !== 'createWire' && exchange.endpoint !== 'transferFunds') return []
  const { clientIdentifier, ...asked } = fieldsOf(exchange.body)
  const key = exchange.headers[idempotencyHeader]
  const keys = [
    ...(key ? [`key "${key}"`] : []),
    ...(clientIdentifier ? [`clientIdentifier "${clientIdentifier}"`] : []),
  ]
  // A body that is no JSON object stays a text, so that all of it is compared.
  const content = JSON.stringify([exchange.endpoint, typeof exchange.body === 'string' ? exchange.body : asked])
  return [{ exchange, content, keys }]
}

/** Goes from the last attempt to the first, so that the keys of all later attempts are known at each step. */
function unkeyedRepeatsIn(attempts: readonly Attempt[]): RuleFinding[] {
  const found: RuleFinding[] = []
  const keysOfLater = new Set<string>()
  for (let index = attempts.length - 1; index >= 0; index--) {
    const attempt = attempts[index] as Attempt
    const finding = unkeyedRepeat(attempt, attempts[index + 1], keysOfLater)
    if (finding) found.push(finding)
    for (const key of attempt.keys) keysOfLater.add(key)
  }
  return found.reverse()
}

function unkeyedRepeat(
  attempt: Attempt,
  next: Attempt | undefined,
  keysOfLater: ReadonlySet<string>,
): RuleFinding | undefined {
  const { status, id } = attempt.exchange
  // Equal payments on different days are not repeats.
  if (!isUncertain(attempt.exchange) || next === undefined || dayOf(attempt) !== dayOf(next)) return undefined
  if (attempt.keys.some((key) => keysOfLater.has(key))) return undefined
  const failure =
    status === 0 ? 'was not answered' : `was answered ${status === 200 ? 'with an unreadable body' : status}`
  const fact = `A create call with ${formatKeys(attempt)} ${failure}, and was sent again with ${formatKeys(next)}: the bank may pay twice.`
  return { fact, requests: [id, next.exchange.id] }
}

/** True if the partner cannot know from the answer whether its request took effect. */
function isUncertain({ status, answer }: HttpExchange): boolean {
  return status === 0 || status >= 500 || (status === 200 && fieldsOf(answer)['id'] === undefined)
}

function dayOf({ exchange }: Attempt): string {
  return exchange.at.slice(0, 10)
}

function formatKeys({ keys }: Attempt): string {
  return keys.length === 0 ? 'no key' : keys.join(' and ')
}
