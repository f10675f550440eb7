/** Values of all assumptions at once, as a bank that nobody knows may have them. */
import * as fc from 'fast-check'
import { type AssumptionId, type AssumptionValues, assumptions } from 'vostro'

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))

const letters = (characters: string, minLength: number, maxLength = minLength) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength })

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** What has a form of its own. */
const forms: { readonly [Id in AssumptionId]?: fc.Arbitrary<unknown> } = {
  'idempotency.header': fc.constantFrom('idempotency-key', 'x-idempotency-key', 'x-request-id', 'a-name-of-its-own'),
  'wires.imadSource': letters(`${CAPITALS}0123456789`, 8),
  'wires.batchTimes': fc.uniqueArray(time, { minLength: 1, maxLength: 8 }).map((times) => times.sort()),
  'wires.cutOff': time,
  'bank.routingNumber': letters('0123456789', 9),
  'bank.name': letters(CAPITALS, 1, 35),
  'webhooks.secret': fc.constantFrom(null, 'dm9zdHJvIHRlc3Qgc2VjcmV0'),
  'loans.railType': letters(CAPITALS, 1, 50),
  'loans.mplId': letters(CAPITALS, 3),
  'loans.deprecatedSince': fc.integer({ min: 0, max: 2_000_000_000 }).map((seconds) => `@${seconds}`),
}

/** Half of the time the default; else one of the other values worth trying, or any. */
const any = Object.fromEntries(
  Object.entries(assumptions)
    // A question asks hundreds of calls within a second of the bank's clock, which stands still meanwhile.
    .filter(([id, { allowed }]) => !allowed.isFixed && id !== 'limits.requestsPerSecond')
    .map(([id, { default: preset, allowed }]) => {
      const bounds = /a whole number from (\d+) to (\d+)/.exec(allowed.words)
      const whole = bounds && [fc.integer({ min: Number(bounds[1]), max: Number(bounds[2]) })]
      const form = forms[id as AssumptionId]
      const others: fc.Arbitrary<unknown>[] = [...(whole ?? []), ...(form ? [form] : [])]
      const worthTrying = allowed.others.length > 0 ? [fc.constantFrom<unknown>(...allowed.others)] : []
      return [id, fc.oneof(fc.constant<unknown>(preset), fc.oneof(...worthTrying, ...others))]
    }),
)

/** Values for everything that can be changed; each is the default half of the time, so that one seldom hides another. */
export const anyValues = fc.record(any) as unknown as fc.Arbitrary<AssumptionValues>
