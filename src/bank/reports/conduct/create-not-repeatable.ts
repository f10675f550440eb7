/**
 * Rules on the keys of payments. A create call that may have been done, and was sent again on the same day without its idempotency key or
 * with another key, may pay twice: one that was answered 500 or above, unreadably, or not at all, and since then with no answer that says
 * whether it was done. A key that was sent with another body stands for two payments. A repeat after a refusal is no finding. (§2.3, §4 call 2)
 */

import { groupBy } from '../../../core/kernel/group-by.ts'
import { canonicalJson, fieldsOf } from '../../../core/kernel/json.ts'
import { bearerOf } from '../../shell/state/caller.ts'
import { type HttpExchange, idempotencyKeysOf } from '../../shell/state/exchange.ts'
import type { Evidence, Rule, RuleFinding } from './finding.ts'
import { ownersOf } from './tokens.ts'

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

/** The bank takes a request with a known key and another body for a new one, or refuses it (`idempotency.changedBody`). */
export const keyWithAnotherBody: Rule = {
  rule: 'key_with_another_body',
  section: '§4 call 2',
  advice: 'Make a new key for each payment, keep the body with the key, and repeat a payment with exactly this body.',
  find: (evidence) => {
    const owners = ownersOf(evidence.exchanges)
    const attempts = evidence.exchanges.flatMap((exchange) => attemptIn(exchange, evidence))
    const keyed = attempts.filter(({ key }) => key)
    const scopeOf = ({ exchange, key }: Attempt) => {
      const bearer = bearerOf(exchange) ?? ''
      return JSON.stringify([exchange.endpoint, owners.get(bearer) ?? bearer, key])
    }
    return [...groupBy(keyed, scopeOf).values()].flatMap(otherBodyIn)
  },
}

function otherBodyIn(attempts: readonly Attempt[]): RuleFinding[] {
  const first = attempts.find(({ exchange }) => isUncertain(exchange) || exchange.status === 200)
  const other = first && attempts.slice(attempts.indexOf(first)).find(({ body }) => body !== first.body)
  if (!other) return []
  const fact = `The idempotency key "${other.key}" was sent with two bodies: the bank may take the second one for a new payment.`
  return [{ fact, requests: [first.exchange.id, other.exchange.id] }]
}

type Attempt = ReturnType<typeof attemptIn>[number]

/** `content` is the name of the call and the body without the clientIdentifier. */
function attemptIn(exchange: HttpExchange, { idempotencyHeader }: Evidence) {
  if (exchange.endpoint !== 'createWire' && exchange.endpoint !== 'transferFunds') return []
  const { clientIdentifier: _, ...asked } = fieldsOf(exchange.body)
  const key = exchange.headers[idempotencyHeader]
  const keys = idempotencyKeysOf(exchange, idempotencyHeader)
  // A body that is no JSON object stays a text, so that all of it is compared.
  const content = canonicalJson([exchange.endpoint, typeof exchange.body === 'string' ? exchange.body : asked])
  return [{ exchange, content, body: canonicalJson(exchange.body), key, keys }]
}

/** Goes from the last attempt to the first, so that the keys of all later attempts are known at each step. */
function unkeyedRepeatsIn(attempts: readonly Attempt[]): RuleFinding[] {
  const open = openIn(attempts)
  const found: RuleFinding[] = []
  const keysOfLater = new Set<string>()
  for (let index = attempts.length - 1; index >= 0; index--) {
    const attempt = attempts[index] as Attempt
    const finding = open.has(attempt) && unkeyedRepeat(attempt, attempts[index + 1], keysOfLater)
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
  if (next === undefined || dayOf(attempt) !== dayOf(next)) return undefined
  if (attempt.keys.some((key) => keysOfLater.has(key))) return undefined
  const failure =
    status === 0 ? 'was not answered' : `was answered ${status === 200 ? 'with an unreadable body' : status}`
  const fact = `A create call with ${formatKeys(attempt)} ${failure}, and was sent again with ${formatKeys(next)}: the bank may pay twice.`
  return { fact, requests: [id, next.exchange.id] }
}

/** The statuses of refusals that do not say whether an earlier request with the same key was done. */
const SAYS_NOTHING: ReadonlySet<number> = new Set([401, 403, 408, 409, 429])

/** The attempts after which the partner cannot know whether the payment was made, from all answers so far. */
function openIn(attempts: readonly Attempt[]): ReadonlySet<Attempt> {
  const keys = new Set<string>()
  return new Set(
    attempts.filter((attempt) => {
      const isNews = !SAYS_NOTHING.has(attempt.exchange.status)
      const isOpen = isNews ? isUncertain(attempt.exchange) : attempt.keys.some((key) => keys.has(key))
      for (const key of attempt.keys) isOpen ? keys.add(key) : isNews && keys.delete(key)
      return isOpen
    }),
  )
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
