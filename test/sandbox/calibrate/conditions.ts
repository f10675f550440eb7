/** When calibrate must find a value of a hidden bank: scope money, three loans, maxWait of forty days, from Monday, March 2, 2026. */
import type { AssumptionId, AssumptionValues } from 'vostro'

type When = (values: AssumptionValues) => boolean

/** What `calibrate` tries. */
const headers = ['idempotency-key', 'x-idempotency-key', 'x-request-id']

/** The length of a key of a run: eight characters of the time, and a number. */
const KEY = 8 + 3

const hasKeys: When = (values) =>
  headers.includes(values['idempotency.header']) &&
  values['idempotency.retentionDays'] > 0 &&
  values['idempotency.keyLength'] >= KEY

/** More wires than a run requests: each has another amount. */
const WIRES = 100

/** Whether an amount that is tried is within the bounds, and so are the next ones. */
const takesAmounts: When = ({ 'limits.amountMinimum': least, 'limits.amountMaximum': most }) =>
  Array.from({ length: 53 }, (_, power) => 2 ** power).some((amount) => least <= amount && amount + WIRES <= most)

/** An eighth of maxWait. */
const SOME_DAYS = 5 * 24 * 3_600

/** Where a hold lasts no time, nobody sees it. */
const isHeld: When = (values) => values['wires.reviewOutcome'] === 'Hold' && values['wires.holdMinutes'] !== 0

/** Seconds until a wire is Pending. */
const lag = (values: AssumptionValues): number =>
  values['wires.reviewSeconds'] + (isHeld(values) ? (values['wires.holdMinutes'] ?? Number.POSITIVE_INFINITY) * 60 : 0)

const isSoonPending: When = (values) => lag(values) <= SOME_DAYS

/** In its first hour a wire is looked at so often that no status of a minute is missed. */
const isSoonReviewed: When = ({ 'wires.reviewSeconds': seconds }) => seconds < 3_500

/** Whether a hold is over before the run ends, and is seen. */
const isHeldAWhile: When = (values) => isHeld(values) && isSoonReviewed(values) && isSoonPending(values)

/** The conditions of what is not seen of every bank. */
const conditions: { readonly [Id in AssumptionId]?: When } = {
  'idempotency.clientIdentifier': takesAmounts,
  'idempotency.header': hasKeys,
  'idempotency.changedBody': hasKeys,
  'errors.codes': ({ 'errors.body': form }) => form === 'list' || form === 'envelope',
  'wires.requiredFields': takesAmounts,
  'wires.postingCode': takesAmounts,
  // Where it comes with the acceptance, it shows on a wire that was accepted.
  'wires.receiptTime': (values) => values['wires.receiptTime'] === 'creation' || isSoonPending(values),
  'wires.reviewSeconds': isSoonReviewed,
  // A hold without its end is not told.
  'wires.reviewOutcome': (values) => (isHeld(values) ? isHeldAWhile(values) : isSoonReviewed(values)),
  'wires.holdMinutes': isHeldAWhile,
  'wires.acknowledgementSeconds': isSoonPending,
}

export const mustBeFound = (id: AssumptionId, values: AssumptionValues): boolean => conditions[id]?.(values) ?? true

/** Whether nobody outside can tell two values apart, in a bank of these values. */
export const alike: { readonly [Id in AssumptionId]?: (found: unknown, hidden: AssumptionValues) => boolean } = {
  // Where a key is remembered for no time, a repeat is never known as one.
  'idempotency.clientIdentifier': (found, hidden) => found === 'ignored' && hidden['idempotency.retentionDays'] === 0,
  'wires.reviewOutcome': (found, hidden) => (found === 'Hold') === isHeld(hidden),
}
