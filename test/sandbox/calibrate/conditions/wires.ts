/** What must be found of wires, and when: maxWait is forty days. */
import type { AssumptionValues } from 'vostro'
import type { Conditions } from './condition.ts'

type When = (values: AssumptionValues) => boolean

const DAY = 24 * 3_600
/** An eighth of maxWait. */
const SOME_DAYS = 5 * DAY

/** To 10,485.76: more is not asked for before a wire is seen to be stopped. */
const triedAmounts = Array.from({ length: 21 }, (_, power) => 2 ** power)

/** Whether any amount that is tried lies within the bounds. */
const takesAmounts: When = (values) =>
  triedAmounts.some((amount) => values['limits.amountMinimum'] <= amount && amount <= values['limits.amountMaximum'])

/** Where a hold lasts no time, nobody sees it. */
const isHeld: When = (values) => values['wires.reviewOutcome'] === 'Hold' && values['wires.holdMinutes'] !== 0

/** Seconds until a wire is Pending. */
const lag = (values: AssumptionValues): number =>
  values['wires.reviewSeconds'] + (isHeld(values) ? (values['wires.holdMinutes'] ?? Number.POSITIVE_INFINITY) * 60 : 0)

const isSoonPending: When = (values) => lag(values) <= SOME_DAYS
const staysOnHold: When = (values) => isHeld(values) && values['wires.holdMinutes'] === null
const isSoonReviewed: When = (values) =>
  isSoonPending(values) || (staysOnHold(values) && values['wires.reviewSeconds'] <= SOME_DAYS)

/** The smallest wire can be paid with what is simulated to come in. */
const paysWires: When = (values) =>
  takesAmounts(values) &&
  values['limits.amountMinimum'] <= 10 ** 15 &&
  values['wires.inboundSeconds'] <= 2 * SOME_DAYS &&
  isSoonPending(values)

const always: When = () => true

const visible: Conditions['visible'] = {
  'limits.amountMinimum': takesAmounts,
  'limits.amountMaximum': takesAmounts,
  'wires.requiredFields': takesAmounts,
  'wires.inboundRequiredFields': takesAmounts,
  'wires.businessFunctionCodes': takesAmounts,
  'wires.nonValue': always,
  'wires.intermediary': always,
  'wires.originatorToBeneficiary': always,
  'wires.originator': always,
  'wires.routingNumberCheck': always,
  'wires.fieldLengths': always,
  'wires.party': always,
  'wires.paymentType': always,
  'wires.typeCode': always,
  'wires.isInternational': always,
  'wires.source': always,
  'wires.reference': always,
  'wires.imadSource': always,
  // Where it comes with the acceptance, it shows on a wire that was accepted.
  'wires.receiptTime': (values) => values['wires.receiptTime'] === 'creation' || isSoonPending(values),
  'wires.postingCode': takesAmounts,
  'wires.institutionNames': always,
  'wires.holderName': always,
  'wires.reviewSeconds': isSoonReviewed,
  'wires.reviewOutcome': isSoonReviewed,
  'wires.holdMinutes': (values) => isHeld(values) && isSoonReviewed(values),
  // After a long review a wire may be gone by the next look.
  'wires.restrictionCheck': (values) => paysWires(values) && lag(values) <= DAY,
  // It shows where a run or a recording happens to have it.
  'wires.batchedSeconds': () => false,
  'wires.acknowledgementSeconds': isSoonPending,
  'wires.rejected': takesAmounts,
  'wires.canceling': isSoonReviewed,
  'wires.inboundSeconds': always,
  'bank.routingNumber': always,
  'bank.name': always,
}

export const wires: Conditions = {
  visible,
  alike: { 'wires.reviewOutcome': (found, hidden) => (found === 'Hold') === isHeld(hidden) },
}
