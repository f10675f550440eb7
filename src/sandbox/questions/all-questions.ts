/** THE TABLE of questions: one for each entry of the catalogue of assumptions, or the code does not compile. */
import { accounts } from './accounts.ts'
import { calls } from './calls.ts'
import { registrationCalls } from './exchanges.ts'
import { idempotency } from './idempotency.ts'
import { limits } from './limits.ts'
import { loans } from './loans.ts'
import { either, fits, hidden, type Questions } from './question.ts'
import { restrictions } from './restrictions.ts'
import { tokens } from './tokens.ts'
import { transactions } from './transactions.ts'
import { details } from './webhooks/details.ts'
import { recordEvents, transactionEvents } from './webhooks/events.ts'
import { failingPushes, timeoutSeconds } from './webhooks/failing-pushes.ts'
import { pushes } from './webhooks/pushes.ts'
import { registering } from './webhooks/registering.ts'
import { polling } from './webhooks/watch.ts'
import { inboundEvents, outboundEvents } from './webhooks/wire-events.ts'
import { amountBounds } from './wires/amounts.ts'
import { blockedWires, canceling, ownAccounts, restrictionCheck, unpostable } from './wires/endings.ts'
import { inboundFields, wireCodes, wireFields } from './wires/fields.ts'
import { wireLife } from './wires/life.ts'
import { dayRecords } from './wires/reading-days.ts'
import { networkRecords } from './wires/reading-network.ts'
import { wireRecords } from './wires/reading-wires.ts'

export const questions: Questions = {
  ...tokens,
  ...calls,
  ...limits,
  ...amountBounds,
  ...idempotency,
  ...blockedWires,
  ...restrictions,
  ...accounts,
  ...transactions,
  'webhooks.record': fits('registration', ...registrationCalls),
  'webhooks.body': hidden('calibrate reads the notification of a push, and does not keep its text'),
  ...registering,
  ...polling,
  ...recordEvents,
  ...pushes,
  ...failingPushes,
  ...timeoutSeconds,
  'webhooks.callback': hidden('it concerns only the handler that stands in for your receiver in a test'),
  ...transactionEvents,
  ...inboundEvents,
  'events.wires': outboundEvents,
  'webhooks.aggregationSeconds': either(
    recordEvents['webhooks.aggregationSeconds'],
    inboundEvents['webhooks.aggregationSeconds'],
  ),
  'events.details': details,
  ...wireFields,
  ...wireCodes,
  'wires.inboundRequiredFields': inboundFields,
  ...wireLife,
  ...unpostable,
  'wires.canceling': canceling,
  'wires.restrictionCheck': restrictionCheck,
  'wires.ownAccounts': ownAccounts,
  'wires.reversing': hidden('no call of the API reverses a wire'),
  ...wireRecords,
  ...networkRecords,
  ...dayRecords,
  ...loans,
}
