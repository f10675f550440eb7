/** Checks the signature of a push, as a receiver does. (§6) */

import { anything, checkedOptions, type OptionRules } from '../../contract/options.ts'
import { UsageError } from '../../core/errors.ts'
import { BASE64 } from '../../core/kernel/base64.ts'
import { hashOf } from '../../core/webhooks/signature.ts'

/** What `verifySignature` takes. */
export interface SignatureCheck {
  /** The body as it was received, before anything parsed it. */
  body: string
  /** The value of the header `cos-signature`; null or undefined if there is none. */
  header: string | null | undefined
  /** The secret of the registration, base64: what `bank.webhooks.sign(id)` gave. */
  secret: string
  /** The present instant: `bank.clock.now`, a Date, or epoch milliseconds. */
  now: string | number | Date
  /** How many seconds the signature may be older or newer than `now`; by default 300. The bank publishes no tolerance. */
  toleranceSeconds?: number | undefined
}

/** These rules check only the names of the options. */
const rules: OptionRules<SignatureCheck> = {
  body: anything,
  header: anything,
  secret: anything,
  now: anything,
  toleranceSeconds: anything,
}

/**
 * Reports whether a push has the bank's signature: made of this body, with this secret, and at about `now`. Use it in receivers
 * under test that have no check of their own, and to test other checks. Do not use it in production: it does not run in constant time.
 *
 * @returns false if the header is missing or malformed, or made of another body, with another secret, or at a time too far from `now`
 * @throws {UsageError} if `secret` is not base64, `now` is no instant, or `toleranceSeconds` is negative or no number
 * @example
 * ```ts
 * verifySignature({ body: '{}', header: null, secret: 'c2VjcmV0', now: bank.clock.now }) // false
 * ```
 */
export function verifySignature(check: SignatureCheck): boolean {
  const {
    body,
    header,
    secret,
    now,
    toleranceSeconds = 300,
  } = checkedOptions(check, rules, {
    failed: 'Failed to verify a signature',
    advice: 'Pass { body, header, secret, now }, and toleranceSeconds if need be. (§6)',
  })
  if (typeof body !== 'string') throw cannotVerify(`the body must be a string, and is of type ${typeof body}`)
  const present = new Date(now).getTime()
  if (!BASE64.test(secret)) throw cannotVerify(`the secret must be base64, and is "${secret}"`)
  if (Number.isNaN(present)) throw cannotVerify(`now must be an instant, and is "${String(now)}"`)
  if (!(toleranceSeconds >= 0)) throw cannotVerify(`toleranceSeconds must be at least 0, and is ${toleranceSeconds}`)
  const [, at = '', hash] = /^t:([^\s,]+), *v1:(\S+)$/.exec(header ?? '') ?? []
  const age = Math.abs(present - new Date(at).getTime())
  return age <= toleranceSeconds * 1_000 && hash === hashOf(secret, at, body)
}

function cannotVerify(fact: string): UsageError {
  return new UsageError(
    `Failed to verify a signature: ${fact}. Pass what bank.webhooks.sign(id) gave, and bank.clock.now. (§6)`,
  )
}
